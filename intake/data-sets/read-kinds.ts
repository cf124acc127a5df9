/** The kinds of the columns of a sample table: words for missing values become null, other exceptions warnings. */

import { countOf } from '@omicon/domain/records/count-of.ts';
import { type AttributeKind, kindOfAttribute } from '@omicon/domain/records/samples/attribute-kinds.ts';
import { isMissingAmongNumbers, isMissingWord } from '@omicon/domain/records/samples/missing-words.ts';
import { displayAttribute } from '@omicon/domain/records/samples/sample-attributes.ts';
import type { SampleTable } from '../records.ts';
import { type FileReading, quote } from '../text/read-log.ts';

/** Values that a warning lists. */
const MAX_LISTED = 3;

interface Cell {
  value: string;
  line: number | null;
}

/** `"> 3000" (2), "1,5"`: the most frequent values with their counts. */
function listValues(counts: ReadonlyMap<string, number>): string {
  const values = [...counts].sort((a, b) => b[1] - a[1]);
  const listed = values
    .slice(0, MAX_LISTED)
    .map(([value, n]) => (n === 1 ? quote(value) : `${quote(value)} (${n.toLocaleString('en')})`));
  const more = values.length - listed.length;
  return more > 0 ? `${listed.join(', ')} and ${countOf(more, 'other value')}` : listed.join(', ');
}

function countCells(cells: readonly Cell[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { value } of cells) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}

function percentOf(part: number, whole: number): string {
  return `${((100 * part) / whole).toFixed(1).replace(/\.0$/, '')} %`;
}

/** Empties the cells of these values, and says so. */
function empty(
  file: FileReading,
  table: SampleTable,
  {
    column,
    lines,
    isMissing,
  }: { column: string; lines: readonly number[]; isMissing(text: string): boolean },
): void {
  const emptied: Cell[] = [];
  for (const [at, { attributes }] of table.samples.entries()) {
    const value = attributes.get(column) ?? null;
    if (value === null || !isMissing(value)) continue;
    attributes.set(column, null);
    emptied.push({ value, line: lines[at] ?? null });
  }
  const [first] = emptied;
  if (first === undefined) return;
  const verb = emptied.length === 1 ? 'is' : 'are';
  const sentence = `${countOf(emptied.length, 'value')} of ${displayAttribute(column)} ${verb} read as missing: ${listValues(countCells(emptied))}.`;
  file.warn(first.line, column, sentence);
}

function cellsOf({ samples }: SampleTable, column: string, lines: readonly number[]): Cell[] {
  return samples.flatMap(({ attributes }, at) => {
    const value = attributes.get(column) ?? null;
    return value === null ? [] : [{ value, line: lines[at] ?? null }];
  });
}

/** Values that are no numbers in a column of numbers: they are kept, and left out where numbers are needed. */
function warnOfExceptions(
  file: FileReading,
  column: string,
  { cells, kind }: { cells: readonly Cell[]; kind: AttributeKind },
): void {
  const values = new Set(kind.exceptions.map(({ value }) => value));
  const others = cells.filter(({ value }) => values.has(value));
  const [first] = others;
  if (first === undefined) return;
  const verb = others.length === 1 ? 'is not' : 'are not';
  const sentence = `${displayAttribute(column)} is a column of numbers (${percentOf(kind.fitting, kind.n)} of its values fit); ${countOf(others.length, 'value')} ${verb}: ${listValues(countCells(others))}.`;
  file.warn(first.line, column, sentence);
}

/** Words that may be a category, or may mean that a value is missing. */
function warnOfDoubtful(file: FileReading, column: string, cells: readonly Cell[]): void {
  const doubtful = cells.filter(({ value }) => isMissingAmongNumbers(value));
  const [first] = doubtful;
  if (first === undefined) return;
  const sentence = `${countOf(doubtful.length, 'value')} of ${displayAttribute(column)} may mean that a value is missing, but ${doubtful.length === 1 ? 'counts' : 'count'} as a category: ${listValues(countCells(doubtful))}. Write NA if it is missing.`;
  file.warn(first.line, column, sentence);
}

/** Gives every column a kind. The values that are read as missing become null in the table. */
export function readKinds(
  file: FileReading,
  table: SampleTable,
  { lines, missingWords }: { lines: readonly number[]; missingWords: readonly string[] },
): void {
  const own = new Set(missingWords.map((word) => word.trim().toLowerCase()));
  for (const column of table.columns) {
    empty(file, table, { column, lines, isMissing: (text) => isMissingWord(text, own) });
    const certain = cellsOf(table, column, lines).filter(({ value }) => !isMissingAmongNumbers(value));
    if (kindOfAttribute(column, countCells(certain)).kind === 'number')
      empty(file, table, { column, lines, isMissing: isMissingAmongNumbers });
    const cells = cellsOf(table, column, lines);
    const kind = kindOfAttribute(column, countCells(cells));
    if (kind.kind === 'number') warnOfExceptions(file, column, { cells, kind });
    else if (kind.kind === 'category') warnOfDoubtful(file, column, cells);
  }
}
