/** Grid columns for results with arbitrary columns, in the order of the reply, with links to records. */

import {
  analysisAddress,
  analysisFilesAddress,
  dataCollectionAddress,
  dataSetAddress,
  fromAdvancedSearch,
  geneAddress,
  geneSetAddress,
  metaModuleAddress,
  moduleAddress,
  networkAddress,
  RESOURCES,
  sampleAddress,
} from '@omicon/contract/addresses.ts';
import type { SearchResults, ShownLabels } from '@omicon/contract/areas/advanced-search/advanced-search.ts';
import { labelOf, type ValueLabels } from '@omicon/domain/records/samples/value-labels.ts';
import { type Column, type ColumnKind, formatCell } from '../../../ui/grid/columns.ts';
import { NA } from '../../../ui/text/format.ts';

export type ResultCells = SearchResults['results'][number];

/** A row with its index on the page, since rows may be equal. */
export interface ResultRow {
  index: number;
  cells: ResultCells;
  /** key of the row under which it is folded */
  under?: string;
}

/** Columns that only provide ids for the links of others. */
const LINK_COLUMNS: ReadonlySet<string> = new Set([
  'project_id',
  'dataset_id',
  'parent_dataset_id',
  'co_variation_network_id',
  'network_id',
  'Covariation_Network_Omicon_ID',
  'Covariation_Module_Omicon_ID',
  'Input_Dataset_Omicon_ID',
  'Geneset_Omicon_ID',
  'Meta_module_Omicon_ID',
  'Support_findable',
  'key',
]);

/** An id that can be linked: a number, or a single token; never NA. */
export function linkId(value: string | number | null | undefined): string | null {
  if (typeof value === 'number') return String(value);
  if (typeof value !== 'string') return null;
  const text = value.trim();
  return text === '' || text.toUpperCase() === 'NA' || /\s/.test(text) ? null : text;
}

/** The number of an id, as `3170` or `OM.DS.3170`; null for an id of another type. */
function numberOf(value: ResultCells[string] | undefined, type: string): number | null {
  const [, digits] = new RegExp(`^(?:OM\\.${type}\\.)?(\\d+)$`, 'i').exec(linkId(value) ?? '') ?? [];
  return digits === undefined ? null : Number(digits);
}

function omiconNumber(value: ResultCells[string] | undefined, type: string): number | null {
  return typeof value === 'string' ? numberOf(value, type) : null;
}

function firstOf(...numbers: (number | null)[]): number | null {
  return numbers.find((number) => number !== null) ?? null;
}

type MakeLink = (cells: ResultCells) => string | null;

function toDataSet(cells: ResultCells, tab = ''): string | null {
  const id = firstOf(numberOf(cells.dataset_id, 'DS'), omiconNumber(cells.Omicon_ID, 'DS'));
  return id === null ? null : fromAdvancedSearch(dataSetAddress(id, tab));
}

function toAnalysis(cells: ResultCells): string | null {
  const id = firstOf(numberOf(cells.project_id, 'P'), omiconNumber(cells.Omicon_ID, 'P'));
  return id === null ? null : fromAdvancedSearch(analysisAddress(id));
}

function toNetwork(cells: ResultCells): string | null {
  const analysis = numberOf(cells.project_id, 'P');
  const network = firstOf(
    numberOf(cells.co_variation_network_id, 'CN'),
    numberOf(cells.network_id, 'CN'),
    numberOf(cells.Covariation_Network_Omicon_ID, 'CN'),
    omiconNumber(cells.Omicon_ID, 'CN'),
  );
  return analysis === null || network === null ? null : fromAdvancedSearch(networkAddress(analysis, network));
}

function toModule(cells: ResultCells): string | null {
  const id = linkId(cells.Covariation_Module_Omicon_ID);
  return id === null ? null : moduleAddress(id);
}

function toMetaModule(cells: ResultCells): string | null {
  const id = linkId(cells.Meta_module_Omicon_ID);
  return id === null ? null : metaModuleAddress(id);
}

/** Address of the set, or of the list filtered by its id where only that is known. */
function toGeneSet(cells: ResultCells): string | null {
  const omiconId = linkId(cells.Geneset_Omicon_ID);
  if (omiconId !== null) return geneSetAddress(omiconId);
  const setId = linkId(cells.SetID);
  return setId === null ? null : `${RESOURCES}?${new URLSearchParams({ search: setId })}`;
}

/** The gene that a column names. */
function toGene(column: string): MakeLink {
  return (cells) => {
    const name = linkId(cells[column]);
    return name === null ? null : geneAddress(name);
  };
}

/** Labels can have spaces. */
function toSample(cells: ResultCells): string | null {
  const collection = omiconNumber(cells.Omicon_ID, 'DC');
  return collection === null || typeof cells.Label !== 'string'
    ? null
    : sampleAddress(collection, cells.Label);
}

function toCollection(cells: ResultCells): string | null {
  const id = omiconNumber(cells.Omicon_ID, 'DC');
  return id === null ? null : fromAdvancedSearch(dataCollectionAddress(id));
}

/** The PDF is in the folder of its network, or below it. */
function toPdf(cells: ResultCells): string | null {
  const analysis = numberOf(cells.project_id, 'P');
  const folder = linkId(cells.Network);
  if (analysis === null || folder === null || typeof cells.PDF !== 'string') return null;
  const path = `${folder}/${cells.PDF}`.split('/');
  return analysisFilesAddress(analysis, path.slice(0, -1).join('/'), { pdfName: path.at(-1) ?? '' });
}

function toOmiconId(cells: ResultCells): string | null {
  const makers: MakeLink[] = [toCollection, (row) => toDataSet(row), toNetwork, toAnalysis];
  const type = /^OM\.(DC|DS|CN|P)\./.exec(linkId(cells.Omicon_ID) ?? '')?.[1];
  const index = ['DC', 'DS', 'CN', 'P'].indexOf(type ?? '');
  return makers[index]?.(cells) ?? null;
}

/** Columns that name genes, by one of the kinds of names that the page of a gene knows. */
const GENE_COLUMNS = ['Gene', 'SYMBOL', 'ENTREZID', 'ENSEMBL', 'OMIM'];

const LINKS: Readonly<Record<string, MakeLink>> = {
  Data_Collection: toCollection,
  Dataset: (cells) => toDataSet(cells),
  Input_Dataset: (cells) => toDataSet({ dataset_id: cells.Input_Dataset_Omicon_ID ?? null }),
  Analysis: toAnalysis,
  Network: toNetwork,
  Module: toModule,
  Meta_module: toMetaModule,
  SetID: toGeneSet,
  SetName: toGeneSet,
  Omicon_ID: toOmiconId,
  Analyte_File: (cells) => toDataSet(cells, 'files'),
  PDF: toPdf,
  Label: toSample,
  ...Object.fromEntries(GENE_COLUMNS.map((column) => [column, toGene(column)])),
};

/** The record of a row: its most specific link. */
export function linkOfRow(cells: ResultCells): string | null {
  const order = [
    'PDF',
    'Analyte_File',
    'Label',
    'Module',
    'Network',
    'Analysis',
    'Dataset',
    'Data_Collection',
    'SetID',
    ...GENE_COLUMNS,
  ];
  for (const column of order) {
    const href = column in cells ? (LINKS[column]?.(cells) ?? null) : null;
    if (href !== null) return href;
  }
  return null;
}

const IDENTIFIERS =
  /^(Network|SetID|SetName|Omicon_ID|Label|Gene|SYMBOL|ENTREZID|ENSEMBL|ENZYME|OMIM|GO)$|(^|_)ID$/i;

function kindOf(column: string, rows: readonly ResultRow[]): ColumnKind {
  if (/^(Pval|P|Trait_q)$|_pval$|\.pval$/i.test(column)) return 'p-value';
  if (column === 'Percent') return 'decimal';
  if (IDENTIFIERS.test(column)) return 'identifier';
  if (/(^|_)Date$/.test(column)) return 'date';
  const values = rows.map(({ cells }) => cells[column] ?? null).filter((value) => value !== null);
  return values.length > 0 && values.every((value) => typeof value === 'number') ? 'number' : 'text';
}

/** Numbers between -1 and 1, shown with four digits. */
const SHARES: ReadonlySet<string> = new Set(['Jaccard', 'Trait_r', 'Trait_R2', 'kME']);

/** Heads of columns where these are not the names. */
const TITLES: Readonly<Record<string, string>> = { Meta_module: 'Signal', Support_found: 'Support' };

const SHARE_ABOVE = 8;
const SHARE = 0.15;
const NARROWEST = 110;

/** Up to eight columns share the width; more take 15 % each, and the grid scrolls. */
export function columnWidth(count: number, gridWidth: number): number {
  return Math.max(NARROWEST, Math.floor(count > SHARE_ABOVE ? gridWidth * SHARE : gridWidth / count));
}

/** Support takes the least, and gives the rest to the name of the data set. */
function widthOf(column: string, shown: readonly string[], width: number): number {
  if (column === 'Support_found') return NARROWEST;
  return column === 'Dataset' && shown.includes('Support_found') ? 2 * width - NARROWEST : width;
}

export function shownColumns(columns: readonly string[]): string[] {
  return columns.filter((column) => !LINK_COLUMNS.has(column));
}

/**
 * @param gridWidth in pixels
 * @param labels of coded values, by column; tooltips and files keep the codes
 */
export function toColumns(
  columns: readonly string[],
  rows: readonly ResultRow[],
  { gridWidth, labels = {} }: { gridWidth: number; labels?: ShownLabels | undefined },
): Column<ResultRow>[] {
  const shown = shownColumns(columns);
  const width = columnWidth(shown.length, gridWidth);
  return shown.map((column): Column<ResultRow> => {
    const link = LINKS[column];
    const kind = SHARES.has(column) ? 'decimal' : kindOf(column, rows);
    const own = Object.hasOwn(labels, column) ? labels[column] : undefined;
    return {
      key: column,
      title: TITLES[column] ?? column.replaceAll('_', ' '),
      kind,
      ...(column === 'Folded' ? { isSortable: false } : {}),
      width: widthOf(column, shown, width),
      value: ({ cells }) => cells[column] ?? null,
      ...(link === undefined ? {} : { href: ({ cells }: ResultRow) => link(cells) }),
      show: ({ cells }) =>
        column === 'Support_found'
          ? shownSupport(cells)
          : shownCell(column, cells[column] ?? null, { kind, labels: own }),
    };
  });
}

/** `8 of 10` cohorts; of a module without a meta-module its own, and nothing for one that the atlas does not have. */
function shownSupport({
  Support_found: found = null,
  Support_findable: findable = null,
}: ResultCells): string {
  if (found === null) return '';
  return findable === null ? String(found) : `${found} of ${findable}`;
}

/** The text of a cell; the specification shows NA for empty ones. */
function shownCell(
  column: string,
  value: string | number | null,
  { kind, labels }: { kind: ColumnKind; labels: ValueLabels | undefined },
): string {
  if (value === null || value === '') return column === 'Meta_module' ? '' : NA;
  if (labels !== undefined) return labelOf(String(value), labels);
  return SHARES.has(column) && typeof value === 'number' ? value.toFixed(4) : formatCell(kind, value);
}
