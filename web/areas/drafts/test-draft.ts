/** Drafts for tests: a small table of probes with a sheet of six samples. */
import type { Draft } from '@omicon/contract/areas/drafts.ts';
import type { DataMap, DataProposal, Finding, SheetColumn } from '@omicon/domain/data-map/data-map.ts';
import type { ReadDraft } from './calls.ts';

export const TEST_MAP: DataMap = {
  version: 1,
  ...{ matrix: 'values.tsv', sheet: 'samples.csv', cells: null, samples_in: 'columns' },
  ...{ id_column: 'ID_REF', id_kind: 'PROBEID', annotation_columns: [], left_out: [] },
  label_column: 'sample',
  attributes: [
    { column: 'gender', name: 'Sex', is_kept: true, role: null, missing: ['NA'], values: { f: 'female' } },
    { column: 'age', name: 'Age', is_kept: true, role: null, missing: [], values: {} },
    { column: 'country', name: 'Country', is_kept: false, role: null, missing: [], values: {} },
  ],
  ...{ has_decimal_commas: false, scale: 'log2', transformation: 'none' },
  ...{ title: 'Doe', accession: 'DOE1', source: 'GEO', pubmed_id: '', organism: 'Homo sapiens' },
  ...{ technology: 'Microarray', platform: 'Affymetrix U133A', analyte: 'mRNA', notes: '' },
  ...{ visibility: 'private', confirmed: [] },
};

export function sheetColumn(column: string, more: Partial<SheetColumn> = {}): SheetColumn {
  const values = [
    { value: 'f', count: 4 },
    { value: 'm', count: 2 },
  ];
  return { column, kind: 'text', distinct: 2, missing: 0, values, ...more };
}

export const TEST_PROPOSAL: DataProposal = {
  sentence: 'Table of values, 6 samples, 100 rows',
  form: 'table',
  files: [
    { name: 'values.tsv', taken_for: 'values' },
    { name: 'samples.csv', taken_for: 'samples' },
  ],
  ...{ matrices: ['values.tsv', 'other.tsv'], sheets: ['samples.csv'] },
  ...{ number_of_features: 100, number_of_samples: 6 },
  orientation: 'Six titles are names of samples in samples.csv.',
  cells: null,
  ids: [{ kind: 'PROBEID', platform: 'Affymetrix U133A', recognized: 9999, of: 10_000 }],
  columns: ['ID_REF', 'S1', 'S2'].map((title, index) => ({
    title,
    part: index === 0 ? ('id' as const) : ('sample' as const),
    cells: ['1', '2', '3'],
  })),
  join: { matched: 5, only_values: ['S6'], only_sheet: [] },
  sheet_columns: [
    sheetColumn('sample', { kind: 'unique', distinct: 6 }),
    sheetColumn('gender'),
    sheetColumn('age', { kind: 'number' }),
    sheetColumn('country', { kind: 'constant', distinct: 1, values: [{ value: 'France', count: 6 }] }),
  ],
  values: { least: -1, greatest: 14, missing: 3, histogram: Array.from({ length: 30 }, (_, bin) => bin) },
  preview: { columns: ['ID_REF', 'S1'], rows: [['1007_s_at', '7.25']] },
  findings: [],
};

export function finding(level: Finding['level'], more: Partial<Finding> = {}): Finding {
  const sentence = `A finding that is ${level}.`;
  return { key: level, level, sentence, file: null, line: null, column: null, count: 1, ...more };
}

const NO_PROGRESS: Draft['progress'] = {
  ...{ phase: 'ended', file: null, files_done: 0, files_total: 0, rows: 0, seconds_left: null },
};

/** A draft that waits for choices. */
export function readDraft(more: Partial<ReadDraft> = {}): ReadDraft {
  return {
    upload_id: 7,
    files: [
      { name: 'values.tsv', size_bytes: 10 },
      { name: 'samples.csv', size_bytes: 5 },
    ],
    ...{ status: 'mapping', progress: NO_PROGRESS, map: TEST_MAP, proposal: TEST_PROPOSAL, fault: null },
    ...more,
  };
}
