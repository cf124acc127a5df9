/** Layout of percentiles as a row of dots: each stands on the axis, or on those that it would cover. */
import { scaleLinear } from 'd3-scale';
import type { Point } from '../../ui/plot/marks/PlotFigure.tsx';
import { type Tick, ticksOf } from '../../ui/plot/ticks.ts';

export interface LevelsLayout {
  width: number;
  height: number;
  floor: number;
  ticks: Tick[];
  /** in the order given */
  points: Point[];
  radius: number;
}

const [LEFT, RIGHT, TOP, BOTTOM] = [20, 20, 12, 44];
const [RADIUS, MIN_RADIUS] = [5, 2.5];
/** Dots shrink where the highest pile would be taller. Lower ones leave room, so that the height is known before. */
const PILE_HEIGHT = 72;

function pileUp(xs: readonly number[], step: number): number[] {
  const lastAt: number[] = [];
  const levels = new Array<number>(xs.length).fill(0);
  for (const at of [...xs.keys()].sort((a, b) => (xs[a] ?? 0) - (xs[b] ?? 0) || a - b)) {
    const x = xs[at] ?? 0;
    let level = lastAt.findIndex((last) => x - last >= step);
    if (level < 0) level = lastAt.length;
    lastAt[level] = x;
    levels[at] = level;
  }
  return levels;
}

/** @param percentiles in (0, 100] */
export function layoutLevels(percentiles: readonly number[], width: number): LevelsLayout {
  const toX = scaleLinear([0, 100], [LEFT, width - RIGHT]);
  const xs = percentiles.map((percentile) => toX(percentile));
  let radius = RADIUS;
  let levels = pileUp(xs, 2 * radius);
  while (radius > MIN_RADIUS && (Math.max(0, ...levels) + 1) * 2 * radius > PILE_HEIGHT) {
    radius -= 0.5;
    levels = pileUp(xs, 2 * radius);
  }
  const floor = TOP + Math.max(PILE_HEIGHT, 2 * radius * (Math.max(0, ...levels) + 1));
  return {
    width,
    height: floor + BOTTOM,
    floor,
    ticks: ticksOf(toX, 5),
    points: xs.map((x, at) => ({ x, y: floor - radius * (2 * (levels[at] ?? 0) + 1) })),
    radius,
  };
}
