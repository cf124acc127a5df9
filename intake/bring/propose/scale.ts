/** The scale of values by the values themselves. */
import type { Scale, Transformation } from '@omicon/domain/data-map/data-map.ts';

const LEAST_COUNT = 1000;
const MAX_LOG2 = 30;
const MIN_INTENSITY = 50;

/**
 * Whole numbers of at least 0 of which one is over 1,000 are counts; values from 0 to 1 are beta values; nothing over 30
 * is log2, as intensities of scanners end at 2^16; values over 50 are intensities. Between 30 and 50 nothing is certain.
 * @param areSums whether the values are sums over single cells, of which whole numbers are counts however small they are
 */
export function scaleOf(values: Float64Array, areSums = false): Scale {
  let least = Number.POSITIVE_INFINITY;
  let greatest = Number.NEGATIVE_INFINITY;
  let areWhole = true;
  for (const value of values) {
    if (value < least) least = value;
    if (value > greatest) greatest = value;
    if (areWhole && !Number.isInteger(value)) areWhole = false;
  }
  if (values.length === 0) return 'other';
  if (areWhole && least >= 0 && (areSums || greatest > LEAST_COUNT)) return 'counts';
  if (!areWhole && least >= 0 && greatest <= 1) return 'beta';
  if (greatest <= MAX_LOG2) return 'log2';
  return greatest > MIN_INTENSITY ? 'intensities' : 'other';
}

/** What is done with values of a scale before modules are found. */
export function transformationOf(scale: Scale): Transformation {
  if (scale === 'counts') return 'log2 CPM';
  return scale === 'intensities' ? 'log2(x + 1)' : 'none';
}
