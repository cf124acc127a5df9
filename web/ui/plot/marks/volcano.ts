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
