import type { EnrichmentSet } from '../records.ts';
import { findColumns } from '../text/csv-rows.ts';
import { type FileReading, parseNumber, quote } from '../text/read-log.ts';

const SET_COLUMNS = ['SetID', 'SetName', 'Category', 'SetSize', 'Species', 'PubMed', 'Description'] as const;

/** Index of each information column of a legend or enrichment table; missing if the file does not have it. */
export interface SetColumns {
  id: number;
  name: number;
  category?: number;
  size?: number;
  species?: number;
  pubmed?: number;
  description?: number;
}

/** Whether a column describes the gene set; R module colours never have these names. */
export function isSetColumn(name: string): boolean {
  return SET_COLUMNS.some((column) => column.toLowerCase() === name.toLowerCase());
}

/** @throws IntakeRefusal if SetID or SetName is missing */
export function findSetColumns(file: FileReading, names: string[]): SetColumns {
  const needed = findColumns(file, names, ['SetID', 'SetName']);
  const indexOf = (column: string): number =>
    names.findIndex((name) => name.toLowerCase() === column.toLowerCase());
  const columns: SetColumns = { id: needed.get('SetID') ?? 0, name: needed.get('SetName') ?? 1 };
  if (indexOf('Category') >= 0) columns.category = indexOf('Category');
  if (indexOf('SetSize') >= 0) columns.size = indexOf('SetSize');
  if (indexOf('Species') >= 0) columns.species = indexOf('Species');
  if (indexOf('PubMed') >= 0) columns.pubmed = indexOf('PubMed');
  if (indexOf('Description') >= 0) columns.description = indexOf('Description');
  return columns;
}

/**
 * Reads the description of a gene set from a row. One legend of the laboratory has `Cell type`, which becomes
 * `CellType`.
 */
export function readSetHead(
  file: FileReading,
  { cells, line }: { cells: string[]; line: number },
  columns: SetColumns,
): EnrichmentSet {
  const textAt = (at: number | undefined): string | null =>
    at === undefined ? null : file.text(cells[at] ?? '');
  const set_id = textAt(columns.id);
  if (set_id === null) file.wrong(line, 'SetID', 'The set has no id.');
  const category = textAt(columns.category);
  return {
    set_id: set_id ?? '',
    name: textAt(columns.name) ?? set_id ?? '',
    category: category !== null && /^cell ?type$/i.test(category) ? 'CellType' : category,
    size: columns.size === undefined ? null : readSize(file, cells[columns.size] ?? '', line),
    species: textAt(columns.species),
    pubmed_id: textAt(columns.pubmed),
    description: textAt(columns.description),
  };
}

function readSize(file: FileReading, cell: string, line: number): number | null {
  const size = parseNumber(cell);
  if (size === null) return null;
  if (size !== undefined && Number.isInteger(size) && size >= 0) return size;
  file.wrong(line, 'SetSize', `${quote(cell.trim())} is not a number of genes.`);
  return null;
}
