/** Layout of points on two numeric axes. */
import { extent } from 'd3-array';
import { scaleLinear } from 'd3-scale';
import { isSpan, type Tick, ticksOf } from '../ticks.ts';
import type { Point } from './PlotFigure.tsx';

export interface PointsLayout {
  width: number;
  height: number;
  left: number;
  floor: number;
  xTicks: Tick[];
  yTicks: Tick[];
  /** in the order given */
  points: Point[];
  /** pixels of a value */
  toX(value: number): number;
  toY(value: number): number;
}

/** Below is room for a title of the x axis in two lines. */
const [LEFT, RIGHT, TOP, BOTTOM] = [60, 16, 12, 52];
const HEIGHT = 368;

/** The range of some values, widened where they are all equal; of none, [0, 1]. */
function rangeOf(values: readonly number[]): [number, number] {
  const [low, high] = extent(values);
  if (low === undefined || high === undefined) return [0, 1];
  return isSpan(low, high) ? [low, high] : [low - 0.5, high + 0.5];
}

/**
 * @param x paired with `y`; both finite
 * @param levels values of y that are in sight too
 */
export function layoutPoints(
  x: readonly number[],
  y: readonly number[],
  width: number,
  levels: readonly number[] = [],
): PointsLayout {
  if (x.length !== y.length) throw new RangeError('x and y have different lengths.');
  const toX = scaleLinear(rangeOf(x), [LEFT, width - RIGHT]).nice();
  const toY = scaleLinear(rangeOf([...y, ...levels]), [HEIGHT - BOTTOM, TOP]).nice();
  return {
    width,
    height: HEIGHT,
    left: LEFT,
    floor: HEIGHT - BOTTOM,
    xTicks: ticksOf(toX, 6),
    yTicks: ticksOf(toY, 5),
    points: x.map((value, index) => ({ x: toX(value), y: toY(y[index] ?? 0) })),
    toX,
    toY,
  };
}
