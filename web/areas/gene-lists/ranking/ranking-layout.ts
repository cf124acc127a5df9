/** Layout of a ranking as points: -log10 P against the share of the list, or another size of effect. */
import { least, max } from 'd3-array';
import { scaleLinear } from 'd3-scale';
import { type Tick, ticksOf } from '../../../ui/plot/ticks.ts';

export interface RankedPoint {
  key: string;
  name: string;
  /** where the item belongs, such as data set and network of a module */
  context: string;
  /** module definition; null where there is only one kind of point */
  group: string | null;
  p: number;
  q: number;
  /** on the horizontal axis */
  value: number;
  /** the numbers in words */
  about: string;
  /** further numbers of the file, as `RankingAxis.columns` names them */
  cells: readonly (string | number | null)[];
  href: string;
}

/** What the horizontal axis shows. */
export interface RankingAxis {
  title: string;
  caption: string;
  /** the axis reaches at least from the first to the second */
  span: readonly [number, number];
  columns: readonly string[];
}

export interface ChartPoint extends RankedPoint {
  x: number;
  y: number;
}

export interface RankingChart {
  width: number;
  height: number;
  /** in the order given */
  points: ChartPoint[];
  xTicks: Tick[];
  yTicks: Tick[];
  /** y of the line at q = .05; null if all points lie on one side */
  threshold: number | null;
  axis: RankingAxis;
}

export const LEFT = 46;
export const BOTTOM = 40;
const TOP = 12;
const RIGHT = 16;
const SIGNIFICANT = 0.05;
/** Smallest positive P; below it, floating point underflows to 0. */
const MAX_SCORE = 324;

/** -log10 P. */
export function scoreOf(p: number): number {
  return p > 0 ? Math.abs(Math.log10(p)) : MAX_SCORE;
}

/** -log10 P midway between the weakest significant and the strongest other point; q increases with P. */
function thresholdScore(points: readonly RankedPoint[]): number | null {
  const passing = points.filter(({ q }) => q < SIGNIFICANT).map(({ p }) => scoreOf(p));
  const others = points.filter(({ q }) => q >= SIGNIFICANT).map(({ p }) => scoreOf(p));
  if (passing.length === 0 || others.length === 0) return null;
  return (Math.min(...passing) + Math.max(...others)) / 2;
}

export function layoutRanking(
  points: readonly RankedPoint[],
  { width, height, axis }: { width: number; height: number; axis: RankingAxis },
): RankingChart {
  const [from, to] = axis.span;
  const x = scaleLinear([from, max([to, ...points.map(({ value }) => value)]) ?? to], [LEFT, width - RIGHT]);
  const y = scaleLinear([0, max([1, ...points.map(({ p }) => scoreOf(p))]) ?? 1], [height - BOTTOM, TOP]);
  const threshold = thresholdScore(points);
  return {
    width,
    height,
    points: points.map((point) => ({ ...point, x: x(point.value), y: y(scoreOf(point.p)) })),
    xTicks: ticksOf(x, 4),
    yTicks: ticksOf(y, 4),
    threshold: threshold === null ? null : y(threshold),
    axis,
  };
}

const REACH = 14;

/** Index of the point nearest to x, y; null if none is near. Of two equally near, the one with the smaller P. */
export function pointAt({ points }: RankingChart, x: number, y: number): number | null {
  const near = points
    .map((point, index) => ({ index, distance: Math.hypot(point.x - x, point.y - y) }))
    .filter(({ distance }) => distance <= REACH);
  return least(near, ({ distance }) => distance)?.index ?? null;
}
