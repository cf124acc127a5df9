import { formatPValue } from '../../text/format.ts';

export const SIGNIFICANT_Q = 0.05;

/** Smallest positive P; below it, floating point underflows to 0. */
const MIN_P = Number.MIN_VALUE;

/** -log10 P of every feature, from its logarithm where that is known; finite where P is 0. */
export function strengthsOf(p_value: readonly number[], log10_p?: readonly number[]): number[] {
  return p_value.map((p, at) => Math.abs(log10_p?.[at] ?? Math.log10(Math.max(p, MIN_P))));
}

/** P as text, from its logarithm below the smallest number. */
export function writePValue(p: number, log10P: number | undefined): string {
  if (p > 0 || log10P === undefined) return formatPValue(p);
  const exponent = Math.floor(log10P);
  return `${(10 ** (log10P - exponent)).toFixed(2)}e${exponent}`;
}

/** Indexes of the features with the largest strength, the larger difference first among equals. */
export function topFeatures(
  strengths: readonly number[],
  difference: readonly number[],
  most: number,
): number[] {
  return [...strengths.keys()]
    .toSorted(
      (a, b) =>
        (strengths[b] ?? 0) - (strengths[a] ?? 0) ||
        Math.abs(difference[b] ?? 0) - Math.abs(difference[a] ?? 0) ||
        a - b,
    )
    .slice(0, most);
}

/** Height of a name in pixels, and its distance from its point. */
const [LINE, GAP] = [13, 6];

/** Width of a name of 11 px, not less than in the usual sans-serif fonts. */
export function widthOfName(name: string): number {
  const widthOf = (letter: string) => (/[MWmw@]/.test(letter) ? 10.5 : /[A-Z]/.test(letter) ? 8.2 : 6.7);
  return [...name].reduce((width, letter) => width + widthOf(letter), 0);
}

export interface PlacedName {
  index: number;
  /** start or end of the baseline, by `anchor` */
  x: number;
  y: number;
  anchor: 'start' | 'end';
}

interface Box {
  left: number;
  right: number;
  top: number;
}

const isApart = (a: Box, b: Box) =>
  a.right < b.left || b.right < a.left || a.top + LINE < b.top || b.top + LINE < a.top;

/**
 * Names beside their points, above or below, so that no two overlap and all are within the plot. Earlier features
 * choose first; those without a free position have no name.
 */
export function placeNames(
  named: readonly { index: number; name: string; x: number; y: number }[],
  { left, width, floor }: { left: number; width: number; floor: number },
): PlacedName[] {
  const taken: Box[] = [];
  return named.flatMap(({ index, name, x, y }) => {
    const size = widthOfName(name);
    const inward = x > (left + width) / 2 ? (['end', 'start'] as const) : (['start', 'end'] as const);
    for (const anchor of inward)
      for (const rise of [-4, 4 + LINE / 2, -4 - LINE, 4 + 1.5 * LINE]) {
        const from = anchor === 'start' ? x + GAP : x - GAP - size;
        const box = { left: from, right: from + size, top: y + rise - LINE + 2 };
        const isInside = box.left >= left && box.right <= width && box.top >= 0 && y + rise <= floor;
        if (!isInside || !taken.every((other) => isApart(box, other))) continue;
        taken.push(box);
        return [{ index, x: anchor === 'start' ? x + GAP : x - GAP, y: y + rise, anchor }];
      }
    return [];
  });
}
