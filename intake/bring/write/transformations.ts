/** What becomes of a value before it is written. */
import { f64At } from '@omicon/domain/arrays/number-at.ts';
import type { DataMap, Scale } from '@omicon/domain/data-map/data-map.ts';

/** The value to write for one of a sample, as text; empty if it has none. */
export type Transform = (value: number, sample: number) => string;

/** Texts of small counts that are kept, over all samples: writing a float64 takes longer than all else. */
const KEPT_TEXTS = 1_000_000;
const MAX_KEPT_COUNT = 4096;

function textOf(value: number): string {
  return Number.isFinite(value) ? String(value) : '';
}

/**
 * log2 counts per million: log2((count + 0.5) / (library size + 1) x 10^6), where the library size is the sum of the
 * counts of a sample.
 * @param librarySizes by sample
 * @source Law et al. 2014, Genome Biol 15:R29
 */
export function log2Cpm(librarySizes: Float64Array): Transform {
  const limit = Math.min(MAX_KEPT_COUNT, Math.floor(KEPT_TEXTS / Math.max(1, librarySizes.length)));
  const kept = new Array<string>(limit * librarySizes.length).fill('');
  const compute = (count: number, sample: number) =>
    textOf(Math.log2(((count + 0.5) / (f64At(librarySizes, sample) + 1)) * 1e6));
  return (count, sample) => {
    if (!(count >= 0 && count < limit && Number.isInteger(count))) return compute(count, sample);
    const at = sample * limit + count;
    const known = kept[at] ?? '';
    if (known !== '') return known;
    const text = compute(count, sample);
    kept[at] = text;
    return text;
  };
}

/** Infinite for -1, undefined below; both are missing. */
export const log2OfNext: Transform = (value) => textOf(Math.log2(value + 1));

const SCALE_NAMES: Readonly<Record<Scale, string>> = {
  log2: 'log2',
  counts: 'counts',
  intensities: 'intensities',
  TPM: 'TPM',
  beta: 'beta value',
  other: '',
};

/** The Quantification Scale of values as they are in the source. */
export function scaleName(scale: Scale): string {
  return SCALE_NAMES[scale];
}

/** The Quantification Scale of what is written. */
export function writtenScale({ scale, transformation }: DataMap): string {
  if (transformation === 'log2 CPM') return 'log2 CPM';
  if (transformation === 'none') return scaleName(scale);
  return scale === 'intensities' || scale === 'other' ? 'log2' : `log2(${scaleName(scale)} + 1)`;
}
