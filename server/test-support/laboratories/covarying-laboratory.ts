/**
 * A collection with one data set in which three groups of features go together, samples come in two batches, and one
 * sample does not fit: small, but enough for every step of the pipeline.
 */
import type { LabFiles } from './small-laboratory.ts';

export const COVARYING = {
  title: 'Doe 2020 GSE7000 EXT',
  version: 'A.1',
  features: 90,
  samples: 24,
  outlier: 'GSM_24',
} as const;

const FOLDER = 'GSE7000/makeDC/GSE7000_makeDC_12-00-49';
const STEM = `${FOLDER}/GSE7000_DS1_12-00-49/GSE7000_DS1`;
const GROUPS = 3;

/** Uniform in [-1, 1), the same in every run. */
function noiseOf(seed: number): number {
  const mixed = Math.imul(seed ^ (seed >>> 15), 0x2c1b3c6d);
  const again = Math.imul(mixed ^ (mixed >>> 12), 0x297a2d39);
  return ((again ^ (again >>> 15)) >>> 0) / 2 ** 31 - 1;
}

const batchOf = (sample: number) => (sample % 2) + 1;

/** Features 0 to 29 follow one course over the samples, 30 to 59 another, 60 to 89 a third. */
function expressionOf(feature: number, sample: number): number {
  const course = noiseOf(1000 * ((feature % GROUPS) + 1) + sample);
  const own = noiseOf(7919 * (feature + 1) + sample);
  const stray = sample === COVARYING.samples - 1 ? 6 * noiseOf(31 * feature + 5) : 0;
  const batch = batchOf(sample) === 2 ? 0.4 + 0.01 * (feature % 7) : 0;
  return Number((8 + feature / 30 + course + 0.25 * own + batch + stray).toFixed(4));
}

const names = Array.from({ length: COVARYING.features }, (_, feature) => `GENE${feature + 1}`);
const labels = Array.from({ length: COVARYING.samples }, (_, sample) => `GSM_${sample + 1}`);

const table = (rows: readonly (readonly (string | number)[])[]) =>
  rows
    .map((row) => `${row.map((cell) => (typeof cell === 'number' ? cell : `"${cell}"`)).join(',')}\n`)
    .join('');

const SAMPLE_TABLE = table([
  ['Index', 'Label', 'Organism', 'Sex', 'Batch'],
  ...labels.map((label, sample) => [
    sample + 1,
    label,
    'Homo sapiens',
    sample % 3 === 0 ? 'F' : 'M',
    batchOf(sample),
  ]),
]);

/** @param availability of the collection, `Lab` for the laboratory's people only */
export function covaryingLaboratory(availability: 'Public' | 'Lab' = 'Public'): LabFiles {
  return {
    [`${FOLDER}/GSE7000_DC_attributes.csv`]: table([
      ['Attribute', 'Value'],
      ['Title', 'Doe 2020 GSE7000'],
      ['Accession ID', 'GSE7000'],
      ['Availability', availability],
    ]),
    [`${FOLDER}/GSE7000_sample_attributes.csv`]: SAMPLE_TABLE,
    [`${STEM}.csv`]: table([
      ['INDEX', 'Feature', ...labels.map((_, sample) => sample + 1)],
      ['', 'SYMBOL', ...labels],
      ...names.map((name, feature) => [
        feature + 1,
        name,
        ...labels.map((_, sample) => expressionOf(feature, sample)),
      ]),
    ]),
    [`${STEM}_attributes.csv`]: table([
      ['Attribute', 'Value'],
      ['Title', COVARYING.title],
      ['Version', COVARYING.version],
      ['Technology', 'Microarray'],
      ['Platform', 'Affymetrix U133A'],
      ['Analyte', 'mRNA'],
      ['Unique Identifier', 'SYMBOL'],
      ['Number of Features', COVARYING.features],
      ['Number of Samples', COVARYING.samples],
      ['Quantification Scale', 'log2'],
    ]),
    [`${STEM}_sample_attributes.csv`]: SAMPLE_TABLE,
    [`${STEM}_feature_metadata.csv`]: table([
      ['Index', 'SYMBOL'],
      ...names.map((name, feature) => [feature + 1, name]),
    ]),
  };
}
