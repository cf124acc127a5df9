/** Proposes what becomes of each column of a sheet of samples. */
import type { AttributeMap, SheetColumn } from '@omicon/domain/data-map/data-map.ts';
import { numberOf } from '@omicon/domain/records/samples/attribute-kinds.ts';
import type { SampleSheet } from '../study.ts';
import { nameFollowUp } from './follow-up-names.ts';
import { describeColumn, missingWordsIn, sheetCells } from './sheet.ts';
import { knownAttribute, plainAttributeName } from './vocabulary.ts';

/** Kept even if all samples have the same: data sets are compared by them. */
const KEPT_CONSTANTS: ReadonlySet<string> = new Set(['Organism', 'Tissue', 'Disease']);
/** Names of columns that the laboratory's table of samples has itself. */
const TAKEN = ['index', 'label'];
/** Longer texts that differ in each sample are descriptions, not values. */
const MAX_UNIQUE_LENGTH = 60;
const OLDEST = 130;

/** A number of days or months is not the laboratory's Age, which is in years. */
function fitsName(name: string, { kind, values }: SheetColumn): boolean {
  return name !== 'Age' || kind !== 'number' || values.every(({ value }) => numberOf(value) <= OLDEST);
}

function isKept(name: string, column: SheetColumn, cells: readonly (string | null)[]): boolean {
  if (column.distinct === 0) return false;
  if (column.kind === 'constant') return KEPT_CONSTANTS.has(name);
  if (column.kind !== 'unique') return true;
  return cells.every((cell) => (cell?.length ?? 0) <= MAX_UNIQUE_LENGTH);
}

/** The name, or one that no other attribute has; the intake ignores case. */
function freeName(name: string, fallback: string, taken: Set<string>): string {
  const stem = taken.has(name.toLowerCase()) ? fallback : name;
  let free = stem;
  for (let number = 2; taken.has(free.toLowerCase()); number += 1) free = `${stem}_${number}`;
  taken.add(free.toLowerCase());
  return free;
}

/**
 * One choice for each column of the sheet but that of names.
 * @param rows of the samples in the values
 * @param missingWords of the laboratory, in lower case
 */
export function proposeAttributes(
  sheet: SampleSheet,
  labelColumn: string,
  { rows, missingWords }: { rows: readonly number[]; missingWords: ReadonlySet<string> },
): AttributeMap[] {
  const taken = new Set(TAKEN);
  const seen = new Set<string>();
  const attributes = sheet.columns.flatMap((column, at): AttributeMap[] => {
    // A map names columns by their title, so only the first of several can be chosen.
    if (column === labelColumn || seen.has(column)) return [];
    seen.add(column);
    const written = sheetCells(sheet, at, rows);
    const missing = missingWordsIn(written, missingWords);
    const cells = written.map((cell) => (cell !== null && missing.includes(cell) ? null : cell));
    const found = describeColumn(column, cells);
    const known = knownAttribute(column);
    const own = plainAttributeName(column);
    const name = freeName(fitsName(known.name, found) ? known.name : own, own, taken);
    return [
      { column, name, is_kept: isKept(known.name, found, cells), role: known.role, missing, values: {} },
    ];
  });
  return nameFollowUp(attributes);
}
