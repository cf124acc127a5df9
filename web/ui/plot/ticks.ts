import type { ScaleContinuousNumeric } from 'd3-scale';

export interface Tick {
  value: number;
  label: string;
  /** along the axis, in pixels */
  at: number;
}

/** Steps in smaller spans are lost to rounding; of differences between denormal numbers there are none. */
export function isSpan(low: number, high: number): boolean {
  return high - low > 1e-12 * Math.max(Math.abs(low), Math.abs(high), 1e-200);
}

/**
 * About `count` round values within the domain of a scale, all with the same number of digits; none where the domain
 * is a point.
 */
export function ticksOf(scale: ScaleContinuousNumeric<number, number>, count: number): Tick[] {
  const [first = 0, last = 0] = scale.domain();
  if (!isSpan(Math.min(first, last), Math.max(first, last))) return [];
  const format = scale.tickFormat(count);
  return scale.ticks(count).map((value) => ({ value, label: format(value), at: scale(value) }));
}
