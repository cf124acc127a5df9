/** Layout of forest plots below one another, on one scale: for each part a line per estimate, with its 95 % interval. */
import { scaleLinear, scaleLog } from 'd3-scale';
import type { Tick } from '../../../ui/plot/ticks.ts';
import { fitLabel } from '../../../ui/text/fit-label.ts';

export interface Estimate {
  value: number;
  low: number;
  high: number;
  /** samples; null for what is combined from the others */
  n: number | null;
}

export interface ForestPart {
  title: string;
  /** what the axis says, and which direction is which */
  axis: string;
  estimates: readonly Estimate[];
}

/** Axis of all parts. */
export interface ForestScale {
  kind: 'linear' | 'log';
  domain: readonly [number, number];
  /** no association */
  none: number;
  ticks: readonly { value: number; label: string }[];
}

export interface ForestLine {
  x: number;
  /** ends of the 95 % interval */
  low: number;
  high: number;
  y: number;
  /** half the side of the square, by the number of samples; half the height of the diamond of a combined estimate */
  half: number;
  isCombined: boolean;
}

export interface ForestLayout {
  width: number;
  height: number;
  /** of the axis */
  left: number;
  right: number;
  /** where the numbers begin; null where they have no room */
  figures: number | null;
  ticks: Tick[];
  none: number;
  /** title and label of the axis above the lines of a part, and where these end */
  heads: { title: string; axis: string; y: number; foot: number }[];
  lines: ForestLine[];
}

const [HEAD, LINE, TICKS, GAP, TOP] = [26, 20, 16, 16, 4];
const [NAMES, NARROW_NAMES, FIGURES, EDGE] = [260, 150, 250, 12];
const [LEAST_HALF, MOST_HALF] = [2.5, 6];
const LETTERS = 11;

/** r, from -1 to 1. */
export const R_SCALE: ForestScale = {
  kind: 'linear',
  domain: [-1, 1],
  none: 0,
  ticks: [
    { value: -1, label: '\u22121' },
    { value: -0.5, label: '\u22120.5' },
    { value: 0, label: '0' },
    { value: 0.5, label: '0.5' },
    { value: 1, label: '1' },
  ],
};

const RATIOS = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100];

/** Ratios on a logarithmic scale: the round numbers around all intervals, at least from 0.5 to 2. */
export function ratioScale(estimates: readonly Estimate[]): ForestScale {
  const low = Math.min(0.5, ...estimates.map((each) => each.low));
  const high = Math.max(2, ...estimates.map((each) => each.high));
  const first = RATIOS.findLast((ratio) => ratio <= low) ?? 0.01;
  const last = RATIOS.find((ratio) => ratio >= high) ?? 100;
  return {
    kind: 'log',
    domain: [first, last],
    none: 1,
    ticks: RATIOS.filter((ratio) => ratio >= first && ratio <= last).map((value) => ({
      value,
      label: String(value),
    })),
  };
}

function oneLine(text: string, width: number): string {
  return fitLabel(text, { width, height: LINE, fontSize: LETTERS, lineHeight: LINE }).join('');
}

/** Lines in the order given. */
export function layoutForest(
  parts: readonly ForestPart[],
  { kind, domain, none, ticks }: ForestScale,
  width: number,
): ForestLayout {
  const isWide = width >= 760;
  const left = isWide ? NAMES : NARROW_NAMES;
  const right = width - (isWide ? FIGURES : EDGE);
  const toX = (kind === 'log' ? scaleLog : scaleLinear)(domain, [left, right]).clamp(true);
  const samples = parts.flatMap(({ estimates }) => estimates.map(({ n }) => n ?? 0));
  const mostSamples = Math.max(1, ...samples);
  const heads: ForestLayout['heads'] = [];
  const lines: ForestLine[] = [];
  let y = TOP;
  for (const { title, axis, estimates } of parts) {
    const start = y;
    y += HEAD;
    for (const { value, low, high, n } of estimates) {
      lines.push({
        ...{ x: toX(value), low: toX(low), high: toX(high), y: y + LINE / 2, isCombined: n === null },
        half: n === null ? MOST_HALF : Math.max(LEAST_HALF, MOST_HALF * Math.sqrt(n / mostSamples)),
      });
      y += LINE;
    }
    heads.push({
      title: oneLine(title, left - 16),
      axis: oneLine(axis, width - left),
      y: start + HEAD - 10,
      foot: y,
    });
    y += TICKS + GAP;
  }
  return {
    ...{ width, height: y, left, right, heads, lines },
    figures: isWide ? right + EDGE : null,
    ticks: ticks.map((tick) => ({ ...tick, at: toX(tick.value) })),
    none: toX(none),
  };
}

/** The line at a height; null between the lines. */
export function lineAt({ lines }: ForestLayout, y: number): number | null {
  const index = lines.findIndex((line) => Math.abs(line.y - y) <= LINE / 2);
  return index < 0 ? null : index;
}

/** The mark of a line: a diamond as wide as its interval for a combined estimate, else a square. */
export function markPath({ isCombined, x, y, low, high, half }: ForestLine): string {
  if (isCombined) return `M${low} ${y}L${x} ${y - half}L${high} ${y}L${x} ${y + half}Z`;
  return `M${x - half} ${y - half}H${x + half}V${y + half}H${x - half}Z`;
}
