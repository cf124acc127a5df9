/** Layout of the values of one feature by groups: a strip of points with a box, or a violin where points are many. */
import { extent, max } from 'd3-array';
import { scaleBand, scaleLinear } from 'd3-scale';
import { area } from 'd3-shape';
import { isSpan, type Tick, ticksOf } from '../ticks.ts';

/** Five numbers of a box: quartiles of type 7, whiskers to the last value within 1.5 interquartile ranges. */
export interface Box {
  lower_whisker: number;
  lower_quartile: number;
  median: number;
  upper_quartile: number;
  upper_whisker: number;
}

export interface GroupOfValues {
  /** null for samples without a value of the attribute */
  group: string | null;
  /** value of a second attribute; null without one */
  facet: string | null;
  /** paired with `values` */
  samples: readonly string[];
  values: readonly number[];
  box: Box;
  /** estimated density at increasing values, cut at their range; drawn instead of points where they are many */
  density: { at: readonly number[]; density: readonly number[] };
}

/** Groups with more values are violins. */
export const MAX_POINTS = 500;

export function isViolin(values: readonly number[]): boolean {
  return values.length > MAX_POINTS;
}

export interface GroupMark {
  index: number;
  x: number;
  width: number;
  /** an area for a violin; null where there are points */
  violin: string | null;
  points: { x: number; y: number; member: number }[];
  /** the sample to be told from the others; null without one in the group */
  marked: { x: number; y: number } | null;
  box: { [Part in keyof Box]: number };
}

export interface GroupsLayout {
  width: number;
  height: number;
  left: number;
  floor: number;
  ticks: Tick[];
  marks: GroupMark[];
  facets: { facet: string; x: number }[];
}

const [LEFT, RIGHT, TOP, BOTTOM] = [60, 8, 22, 56];
const HEIGHT = 336;
/** The golden ratio spreads neighbours evenly, and the same sample lies in the same at every time. */
const GOLDEN = 0.618_033_988_75;

/** Offset of the n-th point of a strip, in [-0.5, 0.5). */
export function jitterOf(member: number): number {
  return ((member * GOLDEN) % 1) - 0.5;
}

/** @param marked sample that has a mark of its own, also on a violin */
export function layoutGroups(groups: readonly GroupOfValues[], width: number, marked?: string): GroupsLayout {
  const [low = 0, high = 1] = extent(groups.flatMap(({ values }) => values));
  const spread = isSpan(low, high) ? 0 : 0.5;
  const y = scaleLinear([low - spread, high + spread], [HEIGHT - BOTTOM, TOP]).nice();
  const band = scaleBand([...groups.keys()], [LEFT, width - RIGHT]).paddingInner(0.2);
  const step = band.bandwidth();
  const marks = groups.map(({ samples, values, density, box }, index): GroupMark => {
    const x = (band(index) ?? LEFT) + step / 2;
    const hasViolin = isViolin(values);
    const most = max(density.density) ?? 1;
    const pointOf = (value: number, member: number) => ({
      x: x + 0.7 * step * jitterOf(member),
      y: y(value),
    });
    const own = marked === undefined ? -1 : samples.indexOf(marked);
    const ownValue = values[own];
    const draw = area<number>()
      .x0((at) => x - (step / 2) * ((density.density[at] ?? 0) / most))
      .x1((at) => x + (step / 2) * ((density.density[at] ?? 0) / most))
      .y((at) => y(density.at[at] ?? 0))
      .digits(2);
    return {
      index,
      x,
      width: step,
      violin: hasViolin ? draw([...density.at.keys()]) : null,
      points: hasViolin ? [] : values.map((value, member) => ({ ...pointOf(value, member), member })),
      marked: ownValue === undefined ? null : pointOf(ownValue, own),
      box: {
        lower_whisker: y(box.lower_whisker),
        lower_quartile: y(box.lower_quartile),
        median: y(box.median),
        upper_quartile: y(box.upper_quartile),
        upper_whisker: y(box.upper_whisker),
      },
    };
  });
  const facets = groups.flatMap(({ facet }, index) =>
    facet === null || groups[index - 1]?.facet === facet
      ? []
      : [{ facet, x: (marks[index]?.x ?? LEFT) - step / 2 }],
  );
  return { width, height: HEIGHT, left: LEFT, floor: HEIGHT - BOTTOM, ticks: ticksOf(y, 5), marks, facets };
}

/** The group whose name under the axis is at this point; null above the axis. */
export function groupBelow(
  { floor, marks }: GroupsLayout,
  { x, y }: { x: number; y: number },
): number | null {
  if (y <= floor) return null;
  return marks.find((mark) => Math.abs(mark.x - x) <= mark.width / 2)?.index ?? null;
}
