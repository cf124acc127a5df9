/** Proposes which column of a file of values has identifiers, which annotate features, and which are left out. */
import type { IdEvidence, IdKind } from '@omicon/domain/data-map/data-map.ts';
import type { SourceMatrix } from '../study.ts';
import {
  isAnnotationTitle,
  isQualityTitle,
  isRowNumbers,
  quantitiesOf,
  testColumns,
} from './column-titles.ts';
import type { IdResolver } from './id-resolver.ts';
import { type ColumnSample, isNumeric, type MatrixSample } from './matrix-sample.ts';
import { joinKey } from './names.ts';
import { likeliestKind, recognizeKinds, someOf } from './propose-ids.ts';

const ENTREZ = /entrez|gene_?id/i;
/** Identifiers that are enough to compare columns. */
const COMPARED_IDS = 2000;

export interface ProposedColumns {
  idColumn: string;
  idKind: IdKind;
  evidence: IdEvidence[];
  annotation: string[];
  leftOut: string[];
}

/** Share of identifiers that are of a known kind, less for a column that repeats itself. */
async function scoreOf({ cells }: ColumnSample, resolver: IdResolver): Promise<number> {
  const ids = someOf(cells, COMPARED_IDS);
  const { share } = likeliestKind(await recognizeKinds(resolver, ids, null));
  const distinct = new Set(ids).size / Math.max(1, ids.length);
  return (share + 0.1) * distinct;
}

function isCandidate(column: ColumnSample, at: number): boolean {
  if (column.cells.length === 0 || isRowNumbers(column)) return false;
  const areWhole = column.cells.every((cell) => /^\d{1,12}$/.test(cell.trim()));
  return !isNumeric(column) || (areWhole && (at === 0 || ENTREZ.test(column.title)));
}

/** The column with the most recognized, different identifiers; the first of equals, and the first column if none. */
async function findIdColumn(
  sample: MatrixSample,
  matrix: SourceMatrix,
  resolver: IdResolver,
): Promise<number> {
  const known = matrix.idColumn === null ? -1 : matrix.columns.indexOf(matrix.idColumn);
  if (known >= 0) return known;
  let best = { at: 0, score: 0 };
  for (const [at, column] of sample.columns.entries()) {
    // Beyond the cells of the sample only the first rows are there.
    if (!isCandidate(column, at) || column.cells.length < sample.rows) continue;
    const score = await scoreOf(column, resolver);
    // A later column must be clearly better: the first one is what the rows are.
    if (score > best.score * 1.2) best = { at, score };
  }
  return best.at;
}

interface Parts {
  /** annotation by the form of the file */
  annotation: ReadonlySet<string>;
  /** keys of names in the sheet: a column of this name is a sample, whatever is in it */
  sheetNames: ReadonlySet<string>;
  /** results of a test */
  ofTests: ReadonlySet<string>;
  /** of a table with several quantities, the columns of one; null for other tables */
  samples: ReadonlySet<string> | null;
}

function partOf(column: ColumnSample, parts: Parts): 'annotation' | 'left out' | 'sample' {
  const { title } = column;
  if (parts.annotation.has(title)) return 'annotation';
  if (parts.sheetNames.has(joinKey(title))) return 'sample';
  if (isRowNumbers(column) || isQualityTitle(title) || parts.ofTests.has(title)) return 'left out';
  const isOther = parts.samples !== null && !parts.samples.has(title);
  if (column.present === 0) return isOther || title.trim() === '' ? 'left out' : 'sample';
  if (!isNumeric(column) || isAnnotationTitle(title)) return 'annotation';
  return isOther ? 'left out' : 'sample';
}

/** What each column is, if samples are in columns. */
export async function proposeColumns(
  sample: MatrixSample,
  matrix: SourceMatrix,
  { resolver, sheetNames }: { resolver: IdResolver; sheetNames: ReadonlySet<string> },
): Promise<ProposedColumns> {
  const idAt = await findIdColumn(sample, matrix, resolver);
  const ids = sample.columns[idAt]?.cells ?? [];
  const evidence = await recognizeKinds(resolver, ids, null);
  const proposed: ProposedColumns = {
    idColumn: matrix.columns[idAt] ?? '',
    idKind: likeliestKind(evidence).kind,
    evidence,
    annotation: [],
    leftOut: [],
  };
  const parts: Parts = {
    annotation: new Set(matrix.annotationColumns),
    sheetNames,
    ofTests: new Set(testColumns(matrix.columns)),
    samples: quantitiesOf(matrix.columns)?.samples ?? null,
  };
  for (const [at, column] of sample.columns.entries()) {
    if (at === idAt) continue;
    const part = partOf(column, parts);
    if (part === 'annotation') proposed.annotation.push(column.title);
    else if (part === 'left out') proposed.leftOut.push(column.title);
  }
  return proposed;
}
