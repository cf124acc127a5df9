/** Layout of the recurring signals of a gene: for each its title and numbers, and a strip with a dot per data set at its kME. */
import { scaleLinear } from 'd3-scale';
import type { Point } from '../../ui/plot/marks/PlotFigure.tsx';
import { type Tick, ticksOf } from '../../ui/plot/ticks.ts';

export interface Signal {
  /** of the gene in the consensus */
  kme: number;
  /** in each data set; null where the gene is not measured */
  kmes: readonly (number | null)[];
}

interface Strip {
  /** of its first line of text */
  top: number;
  /** of its dots */
  y: number;
  /** of the consensus */
  consensus: number;
}

export interface SignalsLayout {
  width: number;
  height: number;
  /** ends of the strips */
  left: number;
  right: number;
  /** width of the texts */
  room: number;
  floor: number;
  ticks: Tick[];
  strips: Strip[];
  /** of all data sets of all signals; of those without a kME outside of the picture */
  points: Point[];
}

const WIDE = 620;
const [ROW, NARROW_ROW] = [42, 66];
const [TEXTS, EDGE, TOP, BOTTOM] = [330, 12, 2, 40];
const STEP = 0.25;

/** The axis is from 0 to 1; below 0 as far as a kME is. */
export function layoutSignals(signals: readonly Signal[], width: number): SignalsLayout {
  const isWide = width >= WIDE;
  const row = isWide ? ROW : NARROW_ROW;
  const [left, right] = [isWide ? TEXTS : EDGE, width - EDGE];
  const lowest = Math.min(0, ...signals.flatMap(({ kme, kmes }) => [kme, ...kmes.map((each) => each ?? 0)]));
  const toX = scaleLinear([Math.floor(lowest / STEP) * STEP, 1], [left, right]).clamp(true);
  const strips = signals.map(({ kme }, at): Strip => {
    const top = TOP + at * row;
    return { top, y: top + (isWide ? ROW / 2 : NARROW_ROW - 18), consensus: toX(kme) };
  });
  return {
    ...{ width, left, right, strips },
    height: TOP + signals.length * row + BOTTOM,
    room: isWide ? TEXTS - 2 * EDGE : width - 2 * EDGE,
    floor: TOP + signals.length * row,
    ticks: ticksOf(toX, 4),
    points: signals.flatMap(({ kmes }, at) =>
      kmes.map((kme) => ({ x: kme === null ? -1000 : toX(kme), y: strips[at]?.y ?? 0 })),
    ),
  };
}
