/** Feature metadata: annotation of the file of values and of a table of features, and symbols. */
import type { DataMap, IdKind } from '@omicon/domain/data-map/data-map.ts';
import { symbolsOfCell } from '@omicon/domain/pipeline/gene-symbols.ts';
import type { Layout } from '../propose/layout.ts';
import { idPairOf, otherKindOf } from '../propose/paired-ids.ts';
import type { FeatureTable, Study } from '../study.ts';
import { type Features, identifiedRows } from './source-table.ts';
import { bareLine, distinctTitles } from './text.ts';

/** The kind of identifier in the laboratory's files; the portal knows the other four. */
export function uniqueIdentifierOf(kind: IdKind): string {
  return kind === 'other' ? 'ID' : kind;
}

/** Columns of gene symbols, the surest first, as GEO, GDS, cBioPortal, Ensembl and array makers title them. */
const SYMBOL_TITLES = [
  /^symbols?$/i,
  /^(?:official|hgnc|hugo|gene)[ ._]?symbols?$/i,
  /^identifier$/i,
  /^external_gene_name$/i,
  /^gene[ ._]?name$/i,
  /^ilmn_gene$/i,
  /^gene_assignment$/i,
];

function symbolColumn(titles: readonly string[]): number {
  for (const pattern of SYMBOL_TITLES) {
    const at = titles.findIndex((title) => pattern.test(title.trim()));
    if (at >= 0) return at;
  }
  return -1;
}

/** Whether one of these columns has gene symbols. */
export function hasSymbolColumn(titles: readonly string[]): boolean {
  return symbolColumn(titles) >= 0;
}

/**
 * Symbols of a cell, separated as in the laboratory's files. `NM_004333 // BRAF // B-Raf ... /// ...`, as Affymetrix
 * writes assignments, has the symbol second in each part.
 */
export function symbolsOf(cell: string): string {
  const text = cell.slice(0, 100_000);
  const parts = text.includes(' // ')
    ? text.split(' /// ').map((part) => part.split(' // ')[1] ?? '')
    : symbolsOfCell(text);
  const symbols = parts.map((part) => part.trim()).filter((part) => part !== '' && part !== '---');
  return text.includes(' // ') ? (symbols[0] ?? '') : [...new Set(symbols)].join(' | ');
}

/** The table of features, if it knows any of them. */
function usedFeatures({ features }: Study, { sourceIds }: Features): FeatureTable | null {
  return features !== null && sourceIds.some((id) => features.rows.has(id)) ? features : null;
}

/** Cells of the table of features, without its identifiers. */
function joined(table: FeatureTable | null, id: string): string[] {
  if (table === null) return [];
  const at = table.columns.indexOf(table.idColumn);
  const row = table.rows.get(id);
  return table.columns.map((_, column) => row?.[column] ?? '').filter((_, column) => column !== at);
}

/** Annotation cells of each feature in the file of values; empty lists where there are none to read. */
async function* annotationRows(layout: Layout, { ids }: Features): AsyncIterable<string[]> {
  if (layout.samplesIn === 'rows' || layout.annotationAts.length === 0) {
    for (const _ of ids) yield [];
    return;
  }
  for await (const { cells } of identifiedRows(layout))
    yield layout.annotationAts.map((at) => (cells[at] ?? '').trim());
}

/** The other part of identifiers that are a symbol and an Entrez id; null if none is, or they are written whole. */
function pairedIds(kind: IdKind, { sourceIds }: Features): { title: string; parts: string[] } | null {
  const title = otherKindOf(kind);
  if (title === null || !sourceIds.some((id) => id.includes('|') && idPairOf(id) !== null)) return null;
  const parts = sourceIds.map((id) => {
    const pair = idPairOf(id);
    if (pair === null) return '';
    return title === 'ENTREZID' ? pair.entrezId : pair.hasSymbol ? pair.symbol : '';
  });
  return { title, parts };
}

function annotationTitles({ matrix, annotationAts, samplesIn }: Layout): string[] {
  return samplesIn === 'rows' ? [] : annotationAts.map((at) => matrix.columns[at] ?? '');
}

/** Lines of the file of feature metadata, for the features of a pass over the values. */
export async function* featureLines(
  { study, map, layout }: { study: Study; map: DataMap; layout: Layout },
  features: Features,
): AsyncIterable<string> {
  const used = usedFeatures(study, features);
  const others = used?.columns.filter((_, at) => at !== used.columns.indexOf(used.idColumn)) ?? [];
  const titles = [...annotationTitles(layout), ...others];
  const symbolAt = map.id_kind === 'SYMBOL' ? -1 : symbolColumn(titles);
  const pairs = pairedIds(map.id_kind, features);
  const paired = pairs === null || (pairs.title === 'SYMBOL' && symbolAt >= 0) ? null : pairs;
  const head = ['Index', uniqueIdentifierOf(map.id_kind)];
  if (symbolAt >= 0) head.push('SYMBOL');
  if (paired !== null) head.push(paired.title);
  const isReplaced = (at: number) => at === symbolAt && !/assignment/i.test(titles[at] ?? '');
  yield bareLine(distinctTitles([...head, ...titles.filter((_, at) => !isReplaced(at))]));
  let index = 0;
  for await (const annotation of annotationRows(layout, features)) {
    const cells = [...annotation, ...joined(used, features.sourceIds[index] ?? '')];
    const symbols = symbolAt < 0 ? [] : [symbolsOf(cells[symbolAt] ?? '')];
    const parts = paired === null ? [] : [paired.parts[index] ?? ''];
    const rest = cells.filter((_, at) => !isReplaced(at));
    yield bareLine([String(index + 1), features.ids[index] ?? '', ...symbols, ...parts, ...rest]);
    index += 1;
  }
}
