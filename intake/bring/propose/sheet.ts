/** Columns of a sheet of samples: which values mean that there is none, and what the others are. */
import type { AttributeMap, SheetColumn } from '@omicon/domain/data-map/data-map.ts';
import { numberOf } from '@omicon/domain/records/samples/attribute-kinds.ts';
import { isMissingAmongNumbers, isMissingWord } from '@omicon/domain/records/samples/missing-words.ts';
import type { SampleSheet } from '../study.ts';

/** Values that are listed of a column. */
const MAX_LISTED = 12;
/** Words for missing values that a map may have for a column. */
const MAX_WORDS = 100;

type Cells = readonly (string | null)[];

/** Cells of one column for some rows of a sheet, trimmed; null where nothing or NA is written. */
export function sheetCells(sheet: SampleSheet, column: number, rows: readonly number[]): (string | null)[] {
  return rows.map((row) => {
    const text = sheet.rows[row]?.[column]?.trim() ?? '';
    return text === '' || text === 'NA' ? null : text;
  });
}

export function countValues(cells: Cells): Map<string, number> {
  const counts = new Map<string, number>();
  for (const cell of cells) if (cell !== null) counts.set(cell, (counts.get(cell) ?? 0) + 1);
  return counts;
}

function areNumbers(values: readonly string[]): boolean {
  return values.length > 0 && values.every((value) => !Number.isNaN(numberOf(value)));
}

/** Words of these cells that mean that there is no value; some mean so only in a column of numbers. */
export function missingWordsIn(cells: Cells, own: ReadonlySet<string>): string[] {
  const values = [...countValues(cells).keys()];
  const always = values.filter((value) => isMissingWord(value, own));
  const rest = values.filter((value) => !isMissingWord(value, own));
  const doubtful = rest.filter(isMissingAmongNumbers);
  const isOfNumbers = areNumbers(rest.filter((value) => !isMissingAmongNumbers(value)));
  return [...always, ...(isOfNumbers ? doubtful : [])]
    .filter((word) => word.length <= 200)
    .slice(0, MAX_WORDS);
}

/** What a column holds. @param cells one for each sample, null where missing */
export function describeColumn(column: string, cells: Cells): SheetColumn {
  const counts = countValues(cells);
  const present = cells.filter((cell) => cell !== null).length;
  const values = [...counts].sort((a, b) => b[1] - a[1]).slice(0, MAX_LISTED);
  const rest = {
    column,
    distinct: counts.size,
    missing: cells.length - present,
    values: values.map(([value, count]) => ({ value, count })),
  };
  if (counts.size <= 1) return { kind: 'constant', ...rest };
  if (areNumbers([...counts.keys()])) return { kind: 'number', ...rest };
  return { kind: counts.size === present ? 'unique' : 'text', ...rest };
}

/** The value of an attribute to write for a cell; null if there is none. */
export function attributeValue(cell: string | null, { missing, values }: AttributeMap): string | null {
  if (cell === null || missing.includes(cell)) return null;
  const value = (Object.hasOwn(values, cell) ? values[cell] : cell)?.trim() ?? '';
  return value === '' ? null : value;
}
