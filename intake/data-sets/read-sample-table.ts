import type { AttributeSample, Attributes, FileTree, Read, SampleTable } from '../records.ts';
import { checkColumnNames, eachTableRow, findColumns } from '../text/csv-rows.ts';
import { FileReading, parseNumber, quote, ReadLog } from '../text/read-log.ts';
import { spreadsheetDateOf } from '../text/spreadsheet-dates.ts';
import { readKinds } from './read-kinds.ts';

/**
 * Reads sample attributes: one row per sample with `Index` (1 to n, each once), `Label` (unique) and any other columns.
 * Empty, -99.99 and words for missing values become null; what else does not fit its column is a warning.
 * @param missingWords of the laboratory, beside those of `missing-words.ts`
 */
export async function readSampleTable(
  tree: FileTree,
  path: string,
  { log = new ReadLog(), missingWords = [] }: { log?: ReadLog; missingWords?: readonly string[] } = {},
): Promise<Read<SampleTable>> {
  const file = new FileReading(tree, path, log);
  const table: SampleTable = { columns: [], samples: [] };
  const labels = new Set<string>();
  const lines: number[] = [];
  const dated = new Set<string>();
  let hasWrongRows = false;
  let columns: string[] = [];
  let columnIndexes = { index: 0, label: 1 };
  await eachTableRow(file, {
    header(names) {
      checkColumnNames(file, names);
      const found = findColumns(file, names, ['Index', 'Label']);
      columnIndexes = { index: found.get('Index') ?? 0, label: found.get('Label') ?? 1 };
      columns = names;
      table.columns = names.filter((_, at) => at !== columnIndexes.index && at !== columnIndexes.label);
      warnOfGender(file, table.columns);
    },
    row(cells, line) {
      const label = readLabel(file, cells[columnIndexes.label] ?? '', { line, labels });
      const attributes: Attributes = new Map();
      for (const [at, column] of columns.entries()) {
        if (at === columnIndexes.index || at === columnIndexes.label) continue;
        attributes.set(column, file.text(cells[at] ?? ''));
        if (!dated.has(column)) warnOfDate(file, { column, cell: cells[at] ?? '', line }, dated);
      }
      warnOfTwoSexes(file, attributes, line);
      table.samples.push({
        index: readIndex(file, cells[columnIndexes.index] ?? '', line),
        label,
        attributes,
      });
      lines.push(line);
    },
    wrongRow() {
      hasWrongRows = true;
    },
  });
  // If rows could not be read, the number of samples is unknown.
  if (!hasWrongRows) checkIndices(file, table.samples, lines);
  readKinds(file, table, { lines, missingWords });
  return file.result(table);
}

/** One warning per column: a spreadsheet treats all of its cells alike. */
function warnOfDate(
  file: FileReading,
  { column, cell, line }: { column: string; cell: string; line: number },
  dated: Set<string>,
): void {
  const date = spreadsheetDateOf(cell);
  if (date === null) return;
  dated.add(column);
  file.warn(line, column, `A value of ${quote(column)}, ${date}`);
}

const SEX = 'sex';
const GENDER = 'gender';

function warnOfGender(file: FileReading, columns: readonly string[]): void {
  const names = columns.map((column) => column.toLowerCase());
  const gender = columns[names.indexOf(GENDER)];
  if (gender === undefined || names.includes(SEX)) return;
  file.warn(
    1,
    gender,
    `The laboratory's name for this column is "Sex"; searches for Sex do not find ${quote(gender)}.`,
  );
}

/** Warns if a table has both columns and their values begin with different letters. */
function warnOfTwoSexes(file: FileReading, attributes: Attributes, line: number): void {
  const valueIn = (name: string): string | null =>
    [...attributes].find(([column]) => column.toLowerCase() === name)?.[1] ?? null;
  const sex = valueIn(SEX);
  const gender = valueIn(GENDER);
  if (sex === null || gender === null || sex[0]?.toLowerCase() === gender[0]?.toLowerCase()) return;
  file.warn(line, 'Sex', `Sex is ${quote(sex)}, Gender is ${quote(gender)}.`);
}

function readLabel(
  file: FileReading,
  cell: string,
  { line, labels }: { line: number; labels: Set<string> },
): string {
  const label = cell.trim();
  if (label === '') file.wrong(line, 'Label', 'The sample has no label.');
  else if (labels.has(label)) file.wrong(line, 'Label', `The label ${quote(label)} appears twice.`);
  labels.add(label);
  return label;
}

/** @returns 0 with a fault for an invalid index */
function readIndex(file: FileReading, cell: string, line: number): number {
  const index = parseNumber(cell);
  if (typeof index === 'number' && Number.isInteger(index) && index > 0) return index;
  file.wrong(line, 'Index', `${quote(cell.trim())} is not a sample index.`);
  return 0;
}

function checkIndices(file: FileReading, samples: AttributeSample[], lines: number[]): void {
  const seen = new Set<number>();
  for (const [at, { index }] of samples.entries()) {
    const line = lines[at] ?? null;
    if (seen.has(index) && index > 0) file.wrong(line, 'Index', `The index ${index} appears twice.`);
    else if (index > samples.length) {
      file.wrong(line, 'Index', `The index ${index} is above the number of samples, ${samples.length}.`);
    }
    seen.add(index);
  }
}
