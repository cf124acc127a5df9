/** A profile pasted as two columns: sample label and value. */
import {
  isTitleRow,
  linesOf,
  separatorOf,
  splitCells,
} from '@omicon/domain/identifiers/lists/pasted-table.ts';

export interface ProfileValue {
  sample: string;
  value: number;
}

interface ProfileFault {
  /** from 1 */
  line: number;
  /** from 1 */
  column: number;
  message: string;
}

interface ReadProfile {
  values: ProfileValue[];
  faults: ProfileFault[];
  /** samples whose value is NA or empty */
  missing: number;
}

const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;
const MISSING = /^(na|nan|n\/a)?$/i;

/** Cells of a line: split at tabs, else at semicolons or commas, else at the last gap. */
function cellsOf(line: string): string[] {
  const separator = separatorOf(line);
  if (separator !== null) return splitCells(line, separator);
  const gap = /^(.*\S)\s+(\S+)$/.exec(line.trim());
  return gap === null ? [line.trim()] : [gap[1] ?? '', gap[2] ?? ''];
}

function faultOf([sample = '', value, ...more]: string[], known: ReadonlySet<string>) {
  if (sample === '') return { column: 1, message: 'The sample label is missing.' };
  if (known.has(sample)) return { column: 1, message: `Sample ${sample} is listed twice.` };
  if (value === undefined) return { column: 2, message: `The value of ${sample} is missing.` };
  if (more.length > 0) return { column: 3, message: 'A line has two columns: sample and value.' };
  if (MISSING.test(value)) return null;
  if (!NUMBER.test(value) || !Number.isFinite(Number(value)))
    return { column: 2, message: `“${value}” is not a number.` };
  return null;
}

function isTitles([sample = '', value = '']: string[]): boolean {
  return !MISSING.test(value) && isTitleRow(sample, value);
}

/**
 * The values of a pasted text, and the lines that cannot be read. Empty lines and a first line of titles are skipped.
 */
export function readProfile(text: string): ReadProfile {
  const known = new Set<string>();
  const read: ReadProfile = { values: [], faults: [], missing: 0 };
  for (const [at, line] of linesOf(text).entries()) {
    if (line.trim() === '') continue;
    const cells = cellsOf(line);
    if (known.size === 0 && read.faults.length === 0 && isTitles(cells)) continue;
    const fault = faultOf(cells, known);
    if (fault !== null) {
      read.faults.push({ line: at + 1, ...fault });
      continue;
    }
    const [sample = '', value = ''] = cells;
    known.add(sample);
    if (MISSING.test(value)) read.missing += 1;
    else read.values.push({ sample, value: Number(value) });
  }
  return read;
}

/** The values as lines of an address. */
export function writeProfile(values: readonly ProfileValue[]): string[] {
  return values.map(({ sample, value }) => `${sample}\t${value}`);
}
