/** Columns by which single cells can be grouped, and which of them are proposed. */
import type { CellColumns } from '../binary-form.ts';
import type { CellAt, Frame } from '../expression.ts';

/** More columns are taken for single cells. */
export const MOST_SAMPLES = 20_000;
/** A column of more values is none of samples or types. */
const MOST_GROUPS = 2000;
const MOST_COLUMNS = 500;

/** Names without spaces and signs, the likeliest first. */
const CELL_TYPES = [
  'celltype',
  'celltypes',
  'celltypeoriginal',
  'celltypelabel',
  'cellontologyclass',
  'annotation',
  'annotations',
  'cellannotation',
  'celllabel',
  'subclass',
  'bulklabels',
  'clustername',
  'cluster',
  'clusters',
  'leiden',
  'louvain',
  'seuratclusters',
];
const SAMPLES = [
  'sample',
  'sampleid',
  'samplename',
  'origident',
  'donor',
  'donorid',
  'patient',
  'patientid',
  'subject',
  'subjectid',
  'individual',
  'individualid',
  'mouseid',
  'library',
  'libraryid',
  'replicate',
  'gemgroup',
];

function plain(title: string): string {
  return title.toLowerCase().replace(/[^a-z0-9]/g, '');
}

function likeliest(titles: readonly string[], names: readonly string[]): string | null {
  for (const name of names) {
    const found = titles.find((title) => plain(title) === name);
    if (found !== undefined) return found;
  }
  return null;
}

function typeAmong(titles: readonly string[]): string | null {
  return (
    likeliest(titles, CELL_TYPES) ??
    titles.find((title) => plain(title).startsWith('celltype') || plain(title).endsWith('celltype')) ??
    null
  );
}

/** Whether a column is named as one of cell types. */
export function hasCellTypes(titles: readonly string[]): boolean {
  return typeAmong(titles) !== null;
}

/** Distinct values; infinite for more than a column of groups has. */
function countDistinct(cellAt: CellAt, rows: number): number {
  const distinct = new Set<string>();
  for (let row = 0; row < rows; row += 1) {
    const cell = cellAt(row);
    if (cell !== null) distinct.add(cell);
    if (distinct.size > MOST_GROUPS) return Number.POSITIVE_INFINITY;
  }
  return distinct.size;
}

/** Numbers with a fraction measure cells and group none. */
function areFractions(cellAt: CellAt, rows: number): boolean {
  for (let row = 0; row < rows; row += 1) if (/^-?\d{0,30}\.\d/.test(cellAt(row) ?? '')) return true;
  return false;
}

/** Every column that has groups of more than one cell. */
export function proposeCellColumns(samples: Frame): CellColumns {
  const columns: CellColumns['columns'] = [];
  for (const title of samples.titles.slice(0, MOST_COLUMNS)) {
    const rows = samples.names.length;
    const cellAt = samples.read(title);
    const distinct = countDistinct(cellAt, rows);
    if (distinct === 0 || distinct > Math.max(1, rows / 2) || areFractions(cellAt, rows)) continue;
    columns.push({ title, distinct });
  }
  const titles = columns.map(({ title }) => title);
  return {
    cells: samples.names.length,
    columns,
    sample: likeliest(titles, SAMPLES),
    cell_type: typeAmong(titles),
  };
}
