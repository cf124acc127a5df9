import { numberAt } from '@omicon/domain/arrays/number-at.ts';
import { countOf, formatCount } from '@omicon/domain/records/count-of.ts';
import type { AttributeSample, DataSetRecord, FileTree, Read } from '../records.ts';
import { causeOfChange, causeOfHeader } from '../text/changed-names.ts';
import { eachRow, fitRow, withoutEmptyEnd } from '../text/csv-rows.ts';
import { ownText } from '../text/own-text.ts';
import { FileReading, quote, ReadLog } from '../text/read-log.ts';
import { isSameIdentifierKind } from './read-feature-metadata.ts';

/** Content of the companion files; null if a companion could not be read, which skips the comparison. */
export interface Companions {
  uniqueIdentifier: string;
  /** receives the values of every feature */
  matrix?: MatrixSink | undefined;
  samples: AttributeSample[] | null;
  identifiers: string[] | null;
  log?: ReadLog;
}

/** Receives the values of a data set while it is read; they are valid only if the file has no fault. */
export interface MatrixSink {
  /** values of the next feature, in the order of the sample index; NaN where missing */
  addRow(values: Float64Array): void;
  /** awaited from time to time, for backpressure */
  keepPace(): Promise<void>;
}

type AnalyteData = Pick<DataSetRecord, 'features' | 'informationColumns' | 'headerForm' | 'missingValues'>;

/** The layout of a row of analyte data. `columns` has the column names for faults. */
interface Layout {
  headerForm: DataSetRecord['headerForm'];
  informationColumns: number;
  identifierColumn: number;
  columns: string[];
  /** column of each sample, in the order of the sample index; null if there is no matrix */
  sampleColumns: number[] | null;
}

const MAX_INFORMATION_COLUMNS = 6;

/**
 * Reads analyte data, features x samples, in either form: two header lines (`INDEX`, any, sample indices; then empty,
 * identifier kind, labels), or one (1 to 6 columns of feature information, then labels).
 * Samples may be in any order but must be exactly those of the sample table.
 */
export async function readAnalyteData(
  tree: FileTree,
  path: string,
  companions: Companions,
): Promise<Read<AnalyteData>> {
  const file = new FileReading(tree, path, companions.log ?? new ReadLog());
  const features: string[] = [];
  let missingValues = 0;
  let first: string[] | null = null;
  let layout: Layout | null = null;
  const lines: number[] = [];
  const onRow = (rawCells: string[], line: number): void => {
    if (first === null) {
      first = withoutEmptyEnd(rawCells.map((cell) => cell.trim()));
      return;
    }
    if (layout === null) {
      const second = fitRow(rawCells, first.length) ?? rawCells;
      layout = withSampleColumns(
        readLayout(file, { first, second: second.map((cell) => cell.trim()) }, companions),
        companions,
      );
      if (layout.headerForm === 'two lines') return;
    }
    lines.push(line);
    const cells = fitRow(rawCells, layout.columns.length) ?? rawCells;
    if (cells.length !== layout.columns.length) {
      file.wrong(
        line,
        null,
        `This row has ${formatCount(cells.length)} cells, the header has ${formatCount(layout.columns.length)}.`,
      );
      // Still counts as a feature, so that later rows keep their index.
      features.push(ownText((cells[layout.identifierColumn] ?? '').trim()));
      return;
    }
    features.push(ownText(readIdentifierCell(file, { cells, line, layout })));
    missingValues += readValues(file, { cells, line, layout }, companions.matrix);
  };
  await eachRow(file, onRow, { isTable: true, onPause: () => companions.matrix?.keepPace() });
  warnOfRepeats(file, features, lines);
  warnOfInfinities(file);
  const finalLayout = layoutOf(layout);
  compareIdentifiers(file, { features, lines, column: columnOfIdentifiers(finalLayout) }, companions);
  checkRowCount(file, features.length, companions);
  return file.result({
    features,
    missingValues,
    informationColumns: finalLayout.informationColumns,
    headerForm: finalLayout.headerForm,
  });
}

/** Probes may share a name; each row is still a separate feature, and a search finds all of them. */
function warnOfRepeats(file: FileReading, features: readonly string[], lines: readonly number[]): void {
  const firstLines = new Map<string, number>();
  const repeats: { feature: string; line: number }[] = [];
  for (const [index, feature] of features.entries()) {
    const line = numberAt(lines, index);
    if (firstLines.has(feature)) repeats.push({ feature, line });
    else firstLines.set(feature, line);
  }
  const [repeat] = repeats;
  if (repeat === undefined) return;
  const others = repeats.length > 1 ? ` ${repeats.length - 1} more rows repeat a feature.` : '';
  const sentence = `The feature ${quote(repeat.feature)} is also in line ${firstLines.get(repeat.feature)}.${others}`;
  file.warn(repeat.line, null, sentence);
}

/** An infinity says that a logarithm or a ratio had no value; means and correlations with it would be undefined. */
function warnOfInfinities(file: FileReading): void {
  if (file.infinities === null) return;
  const { count, line, column, cell } = file.infinities;
  const sentence =
    count === 1
      ? `The value ${quote(cell)} is infinite and counts as missing.`
      : `${count.toLocaleString('en')} values are infinite and count as missing; the first is ${quote(cell)}.`;
  file.warn(line, column, sentence);
}

/** Tells the compiler that the row handler may have assigned the layout. */
function layoutOf(layout: Layout | null): Layout {
  return (
    layout ?? {
      headerForm: 'one line',
      informationColumns: 0,
      identifierColumn: 0,
      columns: [],
      sampleColumns: null,
    }
  );
}

function withSampleColumns(layout: Omit<Layout, 'sampleColumns'>, { samples, matrix }: Companions): Layout {
  if (matrix === undefined || samples === null) return { ...layout, sampleColumns: null };
  const at = new Map(layout.columns.map((label, column) => [label, column]));
  const inOrder = samples.toSorted((a, b) => a.index - b.index);
  return { ...layout, sampleColumns: inOrder.map(({ label }) => at.get(label) ?? -1) };
}

function readLayout(
  file: FileReading,
  lines: { first: string[]; second: string[] },
  companions: Companions,
): Omit<Layout, 'sampleColumns'> {
  const { first, second } = lines;
  const cause = /^[!#]/.test(first[0] ?? '') ? causeOfHeader(first, second) : null;
  if (cause !== null) throw file.refusal(1, null, cause);
  const labels = companions.samples?.map((sample) => sample.label) ?? null;
  if (isTwoLineHeader(first, second, labels)) {
    if (second.length !== first.length) {
      throw file.refusal(
        2,
        null,
        `The second header line has ${formatCount(second.length)} cells, the first has ${formatCount(first.length)}.`,
      );
    }
    checkIndices(file, lines, companions.samples);
    // With a wrong index, label faults would be redundant.
    if (file.isFaultless) checkLabels(file, { labels: second.slice(2), line: 2, firstColumn: 3 }, labels);
    checkIdentifierKind(file, second[1] ?? '', companions.uniqueIdentifier);
    const columns = ['INDEX', second[1] ?? '', ...second.slice(2)];
    return { headerForm: 'two lines', informationColumns: 2, identifierColumn: 1, columns };
  }
  const informationColumns = countInformationColumns(file, { first, second }, labels);
  const information = first.slice(0, informationColumns);
  const named = information.findIndex((name) => isSameIdentifierKind(name, companions.uniqueIdentifier));
  checkLabels(
    file,
    { labels: first.slice(informationColumns), line: 1, firstColumn: informationColumns + 1 },
    labels,
  );
  return { headerForm: 'one line', informationColumns, identifierColumn: Math.max(named, 0), columns: first };
}

/** Decides by the labels; if they match neither line, by the word INDEX and the empty cell below it. */
export function isTwoLineHeader(first: string[], second: string[], labels: string[] | null): boolean {
  const looksLikeTwoLines = first[0]?.toUpperCase() === 'INDEX' && second[0] === '';
  if (labels === null || looksLikeTwoLines) return looksLikeTwoLines;
  const known = new Set(labels);
  const isKnown = (label: string): boolean => known.has(label);
  return !first.some(isKnown) && second.length > 2 && second.slice(2).every(isKnown);
}

function countInformationColumns(
  file: FileReading,
  { first: header, second }: { first: string[]; second: string[] },
  labels: string[] | null,
): number {
  const known = new Set(labels ?? []);
  const firstLabel = header.findIndex((name) => known.has(name));
  const byLength = header.length - known.size;
  const count = firstLabel > 0 ? Math.min(firstLabel, byLength > 0 ? byLength : firstLabel) : byLength;
  if (labels === null) return 1;
  if (count >= 1 && count <= MAX_INFORMATION_COLUMNS) return count;
  throw file.refusal(
    1,
    null,
    causeOfHeader(header, second) ??
      `The header names ${formatCount(header.length)} columns; 1 to 6 of feature information and the labels of ${formatCount(known.size)} samples are expected.`,
  );
}

function checkIdentifierKind(file: FileReading, written: string, expected: string): void {
  if (expected === '' || isSameIdentifierKind(written, expected)) return;
  file.wrong(2, 2, `The header says ${quote(written)}, the attributes say ${quote(expected)}.`);
}

function checkIndices(
  file: FileReading,
  lines: { first: string[]; second: string[] },
  samples: AttributeSample[] | null,
): void {
  const labelOf = new Map(samples?.map((sample) => [sample.index, sample.label]));
  const seen = new Set<number>();
  for (const [offset, cell] of lines.first.slice(2).entries()) {
    const column = offset + 3;
    const index = /^[0-9]{1,7}$/.test(cell) ? Number(cell) : 0;
    const label = labelOf.get(index);
    const written = lines.second[column - 1] ?? '';
    if (index === 0) file.wrong(1, column, `${quote(cell)} is not a sample index.`);
    else if (seen.has(index)) file.wrong(1, column, `The sample index ${index} appears twice.`);
    else if (samples !== null && label === undefined) {
      file.wrong(1, column, `The sample table has no sample with index ${index}.`);
    } else if (samples !== null && label !== undefined && label !== written) {
      const sentence = `The sample with index ${index} is ${quote(label)} in the sample table, ${quote(written)} here.`;
      file.wrong(2, column, sentence);
    }
    seen.add(index);
  }
}

interface LabelRow {
  labels: string[];
  line: number;
  firstColumn: number;
}

function checkLabels(file: FileReading, row: LabelRow, expected: string[] | null): void {
  const known = new Set(expected ?? []);
  const own = new Set(row.labels);
  const cause = causeOfChange(
    [...known].filter((label) => !own.has(label)),
    expected === null ? [] : [...own].filter((label) => !known.has(label)),
  );
  if (cause !== null) {
    file.wrong(row.line, null, `The samples are not those of the sample table. ${cause}`);
    return;
  }
  const seen = new Set<string>();
  for (const [offset, label] of row.labels.entries()) {
    const column = row.firstColumn + offset;
    if (seen.has(label)) file.wrong(row.line, column, `The label ${quote(label)} appears twice.`);
    else if (expected !== null && !known.has(label)) {
      file.wrong(row.line, column, `The sample table has no sample ${quote(label)}.`);
    }
    seen.add(label);
  }
  for (const label of known) {
    if (!seen.has(label))
      file.wrong(row.line, null, `The sample ${quote(label)} of the sample table is missing.`);
  }
}

interface DataRow {
  cells: string[];
  line: number;
  layout: Layout;
}

function columnOfIdentifiers({ columns, identifierColumn }: Layout): string {
  return columns[identifierColumn] ?? '';
}

function readIdentifierCell(file: FileReading, { cells, line, layout }: DataRow): string {
  const identifier = (cells[layout.identifierColumn] ?? '').trim();
  if (identifier === '' || identifier === 'NA')
    file.wrong(line, columnOfIdentifiers(layout), 'The feature has no identifier.');
  return identifier;
}

/** Features and feature metadata have the same identifiers in the same order; one fault if the cause is known. */
function compareIdentifiers(
  file: FileReading,
  { features, lines, column }: { features: readonly string[]; lines: readonly number[]; column: string },
  { identifiers }: Companions,
): void {
  if (identifiers === null) return;
  const differing = [...features.keys()].filter(
    (row) => (identifiers[row] ?? features[row]) !== features[row],
  );
  const [first] = differing;
  if (first === undefined) return;
  const [here, there] = [new Set(features), new Set(identifiers)];
  const [onlyHere, onlyThere] = [[...here.difference(there)], [...there.difference(here)]];
  const cause =
    causeOfChange(onlyThere, onlyHere) ??
    causeOfChange(onlyHere, onlyThere) ??
    (differing.length > 1 && onlyHere.length + onlyThere.length === 0
      ? `They are the same in another order, from ${quote(features[first] ?? '')} on.`
      : null);
  if (cause !== null) {
    file.wrong(lines[first] ?? null, column, `The features are not those of the feature metadata. ${cause}`);
    return;
  }
  for (const row of differing) {
    const [own, other] = [quote(features[row] ?? ''), quote(identifiers[row] ?? '')];
    file.wrong(lines[row] ?? null, column, `The feature is ${own} here, ${other} in the feature metadata.`);
  }
}

/** Checks every value and passes the row to the matrix. @returns the number of missing values */
function readValues(
  file: FileReading,
  { cells, line, layout }: DataRow,
  matrix: MatrixSink | undefined,
): number {
  let missing = 0;
  const { sampleColumns } = layout;
  const inFile = sampleColumns === null ? null : new Float64Array(cells.length);
  for (let at = layout.informationColumns; at < cells.length; at += 1) {
    const value = file.measuredValue(cells[at] ?? '', line, layout.columns[at] ?? at + 1);
    if (Number.isNaN(value)) missing += 1;
    if (inFile !== null) inFile[at] = value;
  }
  if (inFile !== null && sampleColumns !== null)
    matrix?.addRow(Float64Array.from(sampleColumns, (at) => inFile[at] ?? Number.NaN));
  return missing;
}

function checkRowCount(file: FileReading, rows: number, companions: Companions): void {
  const expected = companions.identifiers?.length;
  if (rows === 0 && file.isFaultless) file.wrong(null, null, 'The file holds no feature.');
  else if (expected !== undefined && expected !== rows && file.isFaultless) {
    file.wrong(
      null,
      null,
      `The matrix has ${countOf(rows, 'feature')}; its metadata has ${formatCount(expected)}.`,
    );
  }
}
