/** Reads identifiers as people paste them and as spreadsheets, R and word processors write them. */
import {
  ASCII,
  classOf,
  LEADING,
  LEADS,
  OTHER,
  SEPARATES,
  TRAILING,
  TRAILS,
  toLatinLetters,
  toPlainCharacters,
} from './characters.ts';
import { NOTHING } from './lists/split-identifiers.ts';

/** `TP53 (a)`, `TP53[1]`, `TP53^a` */
const FOOTNOTE = /\s*(?:\[[\da-z]{1,2}\]|\((?:\d{1,2}|[a-z])\)|\^\w)$/i;
const BRACKETED = /^(?:\([^()]+\)|\[[^[\]]+\]|\{[^{}]+\})$/;
const WHOLE_NUMBER = /^(\d+)\.0+$/;

/** Without the ends that `classOf` knows; LEADING and TRAILING know a few more. */
function withoutEndMarks(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && (classOf(text.charCodeAt(start)) & LEADS) !== 0) start += 1;
  while (start < end && (classOf(text.charCodeAt(end - 1)) & TRAILS) !== 0) end -= 1;
  return text.slice(start, end);
}

function withoutFootnote(name: string): string {
  const inside = name.replace(FOOTNOTE, '');
  return BRACKETED.test(inside) ? inside.slice(1, -1) : inside;
}

function withoutEnds(name: string): string {
  return withoutFootnote(name.replace(LEADING, '').replace(TRAILING, ''));
}

/** Whether FOOTNOTE or BRACKETED may match. */
function isMarkedAtEnd(name: string): boolean {
  const isBracket = (at: number) => '([{^'.includes(name[at] ?? ' ');
  const { length } = name;
  if (!')]}'.includes(name[length - 1] ?? ' ')) return name[length - 2] === '^';
  return isBracket(0) || isBracket(length - 2) || isBracket(length - 3) || isBracket(length - 4);
}

/** The characters that a name has instead, each by itself; null if one of them is OTHER. */
function toAscii(text: string): string | null {
  let ascii = '';
  let start = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    const known = classOf(code);
    if ((known & OTHER) !== 0) return null;
    if ((known & ASCII) === code) continue;
    ascii += text.slice(start, at);
    if ((known & ASCII) !== 0) ascii += String.fromCharCode(known & ASCII);
    start = at + 1;
  }
  const whole = start === 0 ? text : ascii + text.slice(start);
  return whole.includes('  ') ? whole.replaceAll(/ +/g, ' ') : whole;
}

/** One reading of a name without end marks; marks may be inside of marks. */
function readOnce(inside: string): string {
  const ascii = toAscii(inside);
  const isMarked = isMarkedAtEnd(inside);
  // Where characters change, brackets may match before and after.
  if (ascii === null || (isMarked && ascii !== inside)) return readInSteps(inside);
  const name = isMarked ? withoutFootnote(ascii) : ascii;
  return name.endsWith('0') ? name.replace(WHOLE_NUMBER, '$1') : name;
}

/** `readOnce` for any characters. */
function readInSteps(text: string): string {
  const plain = withoutEnds(toPlainCharacters(withoutEnds(text)));
  return toLatinLetters(plain).replace(WHOLE_NUMBER, '$1');
}

/**
 * The name that a text means: without quotation marks, invisible characters and footnote marks, with hyphens for other
 * dashes, Latin letters for wide ones and for those of other scripts, and `7157` for `7157.0`. Letter case, versions
 * and blanks inside stay.
 */
export function readIdentifier(text: string): string {
  let inside = withoutEndMarks(text);
  let name = readOnce(inside);
  while (name !== inside) {
    inside = withoutEndMarks(name);
    name = readOnce(inside);
  }
  return name;
}

const VERSIONED = /^(ENS[A-Z]*\d{6,}|[NX][CGMPRTW]_\d{5,})(?:\.\d+)?(?:_PAR_Y)?$/i;

/** Whether a name may have a version, or R may have changed it: most have no point, and no X or PAR_Y at their ends. */
function mayBeChanged(name: string): boolean {
  const first = name.charAt(0);
  const last = name.charAt(name.length - 1);
  return name.includes('.') || first === 'X' || first === 'x' || last === 'Y' || last === 'y';
}

/** An id of Ensembl or RefSeq without its version: ENSG00000141510 for ENSG00000141510.16; other names as they are. */
export function withoutVersion(identifier: string): string {
  if (!mayBeChanged(identifier) || !VERSIONED.test(identifier)) return identifier;
  const point = identifier.indexOf('.');
  return point > 0 ? identifier.slice(0, point) : identifier.replace(VERSIONED, '$1');
}

/**
 * How a name may be read, the likeliest first: as it is written, without marks, without version, and as it was before R
 * changed it.
 * @param name what `readIdentifier` reads
 */
export function readingsOf(text: string, name: string = readIdentifier(text)): string[] {
  const readings = [text.trim()];
  const add = (reading: string) => {
    if (!readings.includes(reading)) readings.push(reading);
  };
  add(name);
  if (!mayBeChanged(name)) return readings;
  const versionless = withoutVersion(name);
  add(versionless);
  for (const reading of namesBeforeR(name, versionless === name)) add(reading);
  return readings;
}

/** Whether a text names something: not empty, NA or a placeholder. */
export function isIdentifier(text: string): boolean {
  return !NOTHING.test(readIdentifier(text));
}

function isWholeNumber(text: string): boolean {
  return /^\d+$/.test(text);
}

/** Names that may stand in one: `TP53/EGFR`, `TP53 EGFR`, or SEPT2 and SEPT6 in `SEPT2/6`; none for a single name. */
export function partsOfName(name: string): string[] {
  const parts: string[] = [];
  let start = 0;
  for (let at = 0; at < name.length; at += 1) {
    if ((classOf(name.charCodeAt(at)) & SEPARATES) === 0) continue;
    if (at > start) parts.push(name.slice(start, at));
    start = at + 1;
  }
  if (start === 0) return [];
  if (start < name.length) parts.push(name.slice(start));
  if (parts.length < 2) return [];
  if (!parts.some(isWholeNumber)) return parts;
  const [, stem = ''] = /^(.*\D)\d+$/.exec(parts[0] ?? '') ?? [];
  return parts.map((part) => (isWholeNumber(part) ? `${stem}${part}` : part));
}

/** Names that R may have changed to this one: HLA-DRA to HLA.DRA, 1007_s_at to X1007_s_at; no point of a version. */
function namesBeforeR(name: string, isVersionless: boolean): string[] {
  const digits = /^X\d/i.test(name) ? [name.slice(1)] : [];
  if (!name.includes('.')) return digits;
  const names = [...digits];
  for (const start of isVersionless ? [name, ...digits] : digits) {
    const changed = start.replace('.', '-');
    names.push(changed.replaceAll('.', '-'), changed);
  }
  return names;
}

/**
 * The numbers 1, 2, 3 and so on of a list that has no other numbers: row numbers, not Entrez ids. Empty for fewer than
 * three.
 */
export function rowNumbersIn(names: readonly string[]): Set<string> {
  const numbers = names.filter(isWholeNumber);
  const isCounted = numbers.length > 2 && numbers.every((number, at) => Number(number) === at + 1);
  return new Set(isCounted ? numbers : []);
}
