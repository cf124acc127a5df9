/** Layout of horizontal bars from 0 to 1, a line for each cell type. */
import { scaleLinear } from 'd3-scale';
import type { PlotLayout, Point } from '../../ui/plot/marks/PlotFigure.tsx';
import { type Tick, ticksOf } from '../../ui/plot/ticks.ts';
import { widthInEm } from '../../ui/text/fit-label.ts';

const [ROW, TOP, AXIS, RIGHT] = [22, 4, 44, 64];
/** Size of the names. */
const LETTERS = 11;
/** Names take at most this share of the width. */
const MOST_NAMES = 0.45;

export interface TypeBarsLayout extends PlotLayout {
  left: number;
  /** below the last bar */
  floor: number;
  ticks: Tick[];
  /** ends of the bars, in the order given */
  points: Point[];
  bar: number;
}

/** @param bars name of each type, and its index from 0 to 1; null has no length */
export function layoutTypeBars(
  bars: readonly { name: string; index: number | null }[],
  width: number,
): TypeBarsLayout {
  const longest = Math.max(0, ...bars.map(({ name }) => LETTERS * widthInEm(name)));
  const left = Math.min(longest + 16, width * MOST_NAMES);
  const toX = scaleLinear([0, 1], [left, width - RIGHT]);
  const floor = TOP + ROW * bars.length;
  return {
    width,
    height: floor + AXIS,
    left,
    floor,
    ticks: ticksOf(toX, 4),
    points: bars.map(({ index }, at) => ({ x: toX(index ?? 0), y: TOP + ROW * (at + 0.5) })),
    bar: ROW - 8,
  };
}
