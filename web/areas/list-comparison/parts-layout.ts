/** Layout of the parts of several lists: a bar for each combination of lists, dots below say which (UpSet). */
import { scaleLinear } from 'd3-scale';
import { type Tick, ticksOf } from '../../ui/plot/ticks.ts';

export interface PartsLayout {
  width: number;
  height: number;
  left: number;
  floor: number;
  ticks: Tick[];
  bars: { x: number; y: number; width: number; height: number }[];
  /** middles of the bars */
  points: { x: number; y: number }[];
  /** one line for each list */
  lines: number[];
  /** filled for lists that contain the part */
  dots: { x: number; y: number; isIn: boolean }[];
}

const [RIGHT, TOP, BARS, LINE, GAP] = [12, 12, 220, 22, 14];

/** @param parts sizes and indexes of lists, in the order drawn */
export function layoutParts(
  parts: readonly { size: number; lists: readonly number[] }[],
  lists: number,
  width: number,
): PartsLayout {
  const left = width < 560 ? 104 : 220;
  const floor = TOP + BARS;
  const step = parts.length === 0 ? 0 : Math.min(56, (width - left - RIGHT) / parts.length);
  const most = Math.max(1, ...parts.map(({ size }) => size));
  const toY = scaleLinear([0, most], [floor, TOP]).nice();
  const lines = Array.from({ length: lists }, (_, at) => floor + GAP + (at + 0.5) * LINE);
  const middle = (at: number) => left + (at + 0.5) * step;
  return {
    width,
    height: floor + GAP + lists * LINE + 8,
    left,
    floor,
    ticks: ticksOf(toY, 5).filter(({ value }) => Number.isInteger(value)),
    bars: parts.map(({ size }, at) => ({
      x: middle(at) - step * 0.35,
      y: toY(size),
      width: step * 0.7,
      height: floor - toY(size),
    })),
    points: parts.map(({ size }, at) => ({ x: middle(at), y: (toY(size) + floor) / 2 })),
    lines,
    dots: parts.flatMap((part, at) =>
      lines.map((y, list) => ({ x: middle(at), y, isIn: part.lists.includes(list) })),
    ),
  };
}
