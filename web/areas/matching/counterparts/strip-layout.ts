/** Layout of counterparts by data set: a line for each data set, a dot for each module. */
import { scaleLinear } from 'd3-scale';
import { type Tick, ticksOf } from '../../../ui/plot/ticks.ts';

export interface StripModule {
  dataSet: string;
  /** correlation of kME, in [-1, 1] */
  rho: number;
}

export interface StripLayout {
  width: number;
  height: number;
  left: number;
  right: number;
  floor: number;
  ticks: Tick[];
  zero: number;
  lines: { dataSet: string; y: number }[];
  /** in the order given; of data sets beyond the last line there are none */
  points: { index: number; x: number; y: number }[];
}

const [RIGHT, TOP, LINE, BOTTOM] = [16, 8, 22, 42];

/** Data sets in the order of their first module, at most `maxLines`. */
export function layoutStrip(modules: readonly StripModule[], maxLines: number, width: number): StripLayout {
  const left = width < 560 ? 120 : 280;
  const right = width - RIGHT;
  const toX = scaleLinear([-1, 1], [left, right]);
  const names = [...new Set(modules.map(({ dataSet }) => dataSet))].slice(0, maxLines);
  const lineOf = new Map(names.map((name, line) => [name, TOP + (line + 0.5) * LINE]));
  const floor = TOP + names.length * LINE;
  return {
    width,
    height: floor + BOTTOM,
    left,
    right,
    floor,
    ticks: ticksOf(toX, 5),
    zero: toX(0),
    lines: names.map((dataSet) => ({ dataSet, y: lineOf.get(dataSet) ?? 0 })),
    points: modules.flatMap(({ dataSet, rho }, index) => {
      const y = lineOf.get(dataSet);
      return y === undefined ? [] : [{ index, x: toX(Math.max(-1, Math.min(1, rho))), y }];
    }),
  };
}
