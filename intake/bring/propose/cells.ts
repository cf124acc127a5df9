/** Reads cells of values as programs and spreadsheets write them. */
import { isMissingAmongNumbers, isMissingWord } from '@omicon/domain/records/samples/missing-words.ts';

/**
 * `missing` is what the intake itself reads as NA: empty, NA and NaN. A `word` also means that there is no value, such
 * as n/a or -99.99.
 */
export type CellKind = 'number' | 'decimal comma' | 'thousands' | 'missing' | 'word' | 'infinite' | 'text';

export interface Cell {
  kind: CellKind;
  /** NaN if there is no finite number */
  value: number;
  /** the number with all digits of the source and a point; empty if there is none */
  text: string;
}

export interface CellForm {
  hasDecimalCommas: boolean;
  /** words of the laboratory for missing values, in lower case */
  missingWords: ReadonlySet<string>;
}

const DIGIT_0 = 48;
const DIGIT_9 = 57;
const POINT = 46;
const SPACE = 32;
const EMPTIED = -99.99;
/** Longer cells are no numbers; this bounds the patterns below. */
const MAX_NUMBER_LENGTH = 400;

const PLAIN = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;
const INFINITY = /^[+-]?inf(?:inity)?$/i;
const DECIMAL_COMMA = /^[+-]?\d*,\d+(?:e[+-]?\d+)?$/i;
/** `1.234,5`, `1 234,5`, or `1.234.567`, which no decimal point explains */
const GROUPED_BEFORE_COMMA = /^[+-]?\d{1,3}(?:[. '\u00a0\u202f]\d{3})+,\d+$/;
const GROUPED_BY_POINTS = /^[+-]?\d{1,3}(?:\.\d{3}){2,}$/;
/** `1,234.5` or `1 234`; a group does not begin with 0 */
const GROUPED = /^[+-]?[1-9]\d{0,2}(?:[, '\u00a0\u202f]\d{3})+(?:\.\d+)?$/;
const GROUP_MARKS = /[ '\u00a0\u202f]/g;

/**
 * The number of a cell that is a plain decimal number, NaN for every other cell: a cheap check for the many cells that
 * are.
 */
export function plainNumber(text: string): number {
  const { length } = text;
  const last = text.charCodeAt(length - 1);
  // Written so that an empty cell, whose code is NaN, is refused, too.
  if (!(last >= DIGIT_0 && last <= DIGIT_9) && last !== POINT) return Number.NaN;
  // Refuses blanks before the number, and hexadecimal, octal and binary numbers.
  if (text.charCodeAt(0) <= SPACE || text.charCodeAt(1) > DIGIT_9) return Number.NaN;
  const value = Number(text);
  return value === EMPTIED || !Number.isFinite(value) ? Number.NaN : value;
}

const MISSING: Cell = { kind: 'missing', value: Number.NaN, text: '' };
const WORD: Cell = { kind: 'word', value: Number.NaN, text: '' };
const INFINITE: Cell = { kind: 'infinite', value: Number.NaN, text: '' };
const TEXT: Cell = { kind: 'text', value: Number.NaN, text: '' };

function numberCell(kind: CellKind, text: string): Cell {
  const value = Number(text);
  if (value === EMPTIED) return WORD;
  return Number.isFinite(value) ? { kind, value, text } : INFINITE;
}

/** A number with another decimal mark or with groups of thousands; null for any other text. */
function readMarks(text: string, hasDecimalCommas: boolean): Cell | null {
  if (hasDecimalCommas) {
    if (DECIMAL_COMMA.test(text)) return numberCell('decimal comma', text.replace(',', '.'));
    if (GROUPED_BEFORE_COMMA.test(text))
      return numberCell('thousands', text.replaceAll('.', '').replace(GROUP_MARKS, '').replace(',', '.'));
    if (GROUPED_BY_POINTS.test(text)) return numberCell('thousands', text.replaceAll('.', ''));
  }
  const isGrouped = GROUPED.test(text) && !(hasDecimalCommas && text.includes(','));
  return isGrouped ? numberCell('thousands', text.replaceAll(',', '').replace(GROUP_MARKS, '')) : null;
}

/** Any cell, also one that `plainNumber` does not take. */
export function readCell(cell: string, { hasDecimalCommas, missingWords }: CellForm): Cell {
  const text = cell.trim();
  if (text === '' || text === 'NA') return MISSING;
  if (text.length > MAX_NUMBER_LENGTH) return TEXT;
  if (PLAIN.test(text)) return numberCell('number', text);
  if (text.toLowerCase() === 'nan') return MISSING;
  if (INFINITY.test(text)) return INFINITE;
  const marked = readMarks(text, hasDecimalCommas);
  if (marked !== null) return marked;
  return isMissingWord(text, missingWords) || isMissingAmongNumbers(text) ? WORD : TEXT;
}

/**
 * Whether commas in these cells are decimal marks. `1,5` and `0,123` can be nothing else; `1,234,567` and `1,234.5` have
 * groups of thousands. If every comma has three digits behind it, whole numbers of four digits or more without a comma
 * show that thousands are not grouped.
 */
export function hasDecimalCommas(cells: Iterable<string>): boolean {
  let ambiguous = 0;
  let ungrouped = 0;
  let small = 0;
  for (const cell of cells) {
    const text = cell.trim();
    if (text.length > MAX_NUMBER_LENGTH) continue;
    if (!text.includes(',')) {
      if (/^[+-]?\d{4,}$/.test(text)) ungrouped += 1;
      else if (/^[+-]?\d{1,3}$/.test(text)) small += 1;
    } else if (GROUPED.test(text)) {
      if (text.includes('.') || text.split(',').length > 2) return false;
      ambiguous += 1;
    } else if (GROUPED_BEFORE_COMMA.test(text) || DECIMAL_COMMA.test(text)) return true;
  }
  return ambiguous > 0 && (ungrouped > 0 || small === 0);
}

/** Words for missing values, as `CellForm` takes them. */
export function lowerCaseWords(words: readonly string[]): Set<string> {
  return new Set(words.map((word) => word.trim().toLowerCase()));
}
