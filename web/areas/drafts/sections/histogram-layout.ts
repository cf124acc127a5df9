/** Layout of the histogram of all values of a file. */
import { scaleLinear } from 'd3-scale';
import type { Point } from '../../../ui/plot/marks/PlotFigure.tsx';
import { isSpan, type Tick, ticksOf } from '../../../ui/plot/ticks.ts';

export interface Bin {
  from: number;
  to: number;
  count: number;
}

interface Bar {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface HistogramLayout {
  width: number;
  height: number;
  left: number;
  floor: number;
  xTicks: Tick[];
  yTicks: Tick[];
  bars: Bar[];
  /** middle of the top of each bar */
  points: Point[];
}

const [LEFT, RIGHT, TOP, BOTTOM] = [72, 16, 8, 40];
const HEIGHT = 180;

/** Bins of equal width; none if all values are the same, or there are no values. */
export function binsOf(values: {
  least: number | null;
  greatest: number | null;
  histogram: readonly number[];
}): Bin[] {
  const { least, greatest, histogram } = values;
  if (least === null || greatest === null || !isSpan(least, greatest)) return [];
  const step = (greatest - least) / histogram.length;
  // Beyond the range of numbers, a step has no width.
  if (!Number.isFinite(step)) return [];
  return histogram.map((count, index) => ({
    from: least + index * step,
    to: index === histogram.length - 1 ? greatest : least + (index + 1) * step,
    count,
  }));
}

/** @param bins adjacent, from the lowest; not empty */
export function layoutHistogram(bins: readonly Bin[], width: number): HistogramLayout {
  const floor = HEIGHT - BOTTOM;
  const most = Math.max(1, ...bins.map(({ count }) => count));
  const toX = scaleLinear([bins[0]?.from ?? 0, bins.at(-1)?.to ?? 1], [LEFT, width - RIGHT]);
  const toY = scaleLinear([0, most], [floor, TOP]).nice();
  const bars = bins.map(({ from, to, count }): Bar => {
    // A bin with a few values among millions is still seen.
    const height = count === 0 ? 0 : Math.max(1, floor - toY(count));
    return { x: toX(from), y: floor - height, width: toX(to) - toX(from), height };
  });
  return {
    ...{ width, height: HEIGHT, left: LEFT, floor, bars },
    xTicks: ticksOf(toX, 6),
    yTicks: ticksOf(toY, 3),
    points: bars.map((bar) => ({ x: bar.x + bar.width / 2, y: bar.y })),
  };
}

/** The bin at a position of the pointer; null beside the bars. */
export function binAt({ bars }: HistogramLayout, { x }: Point): number | null {
  const index = bars.findIndex((bar) => x >= bar.x && x < bar.x + bar.width);
  return index === -1 ? null : index;
}
