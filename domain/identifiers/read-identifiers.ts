/** Reads identifiers as people paste them and as spreadsheets, R and word processors write them. */
import { u8At } from '../arrays/number-at.ts';
import { toLatinLetters } from './latin-letters.ts';
import { INVISIBLE, NOTHING, QUOTES, UNSEEN } from './lists/split-identifiers.ts';

/** Marks of footnotes, bullets and the `=` of `="1-Mar"`, around a name. */
const MARKS = '*∗＊†‡§¶‖^#•·▪◦●=';
/** Superscripts, also the letters, which compatibility normalization would make part of the name. */
const SUPERSCRIPTS = '⁰¹²³⁴-⁹⁺⁻ⁿªºᵃ-ᵿʰ-ʸ™®©';
const LEADING = new RegExp(`^[\\s${UNSEEN}${QUOTES}${MARKS}]+`, 'u');
const TRAILING = new RegExp(`[\\s${UNSEEN}${QUOTES}${MARKS}${SUPERSCRIPTS}.,;:!?]+$`, 'u');
const HYPHENS = /[\p{Pd}\u2212\u2043\u02D7\u2796]/gu;
/** `TP53 (a)`, `TP53[1]`, `TP53^a` */
const FOOTNOTE = /\s*(?:\[[\da-z]{1,2}\]|\((?:\d{1,2}|[a-z])\)|\^\w)$/i;
const BRACKETED = /^(?:\(([^()]+)\)|\[([^[\]]+)\]|\{([^{}]+)\})$/;
/** Most names, once their ends are off. */
const PLAIN = /^[\w.@:/-]*[\w@/-]$/;
const WHOLE_NUMBER = /^(\d+)\.0+$/;

const LEADS = 1;
const TRAILS = 2;
/** What LEADING and TRAILING match of the characters below U+2200, which are nearly all that lists have at ends. */
const END_MARKS = Uint8Array.from({ length: 0x22_00 }, (_, code) => {
  const character = String.fromCharCode(code);
  return (LEADING.test(character) ? LEADS : 0) | (TRAILING.test(character) ? TRAILS : 0);
});

function isEndMark(text: string, at: number, side: number): boolean {
  const code = text.charCodeAt(at);
  return code < END_MARKS.length && (u8At(END_MARKS, code) & side) !== 0;
}

/** A shortcut for lists of 60,000 names: quotation marks and footnote marks go without a regular expression. */
function withoutEndMarks(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && isEndMark(text, start, LEADS)) start += 1;
  while (start < end && isEndMark(text, end - 1, TRAILS)) end -= 1;
  return text.slice(start, end);
}

function withoutEnds(name: string): string {
  return name.replace(LEADING, '').replace(TRAILING, '').replace(FOOTNOTE, '').replace(BRACKETED, '$1$2$3');
}

/**
 * The name that a text means: without quotation marks, invisible characters and footnote marks, with hyphens for other
 * dashes, Latin letters for wide ones and for those of other scripts, and `7157` for `7157.0`. Letter case, versions
 * and blanks inside stay.
 */
export function readIdentifier(text: string): string {
  const inside = withoutEndMarks(text);
  if (PLAIN.test(inside)) return inside.endsWith('0') ? inside.replace(WHOLE_NUMBER, '$1') : inside;
  const plain = withoutEnds(text)
    .normalize('NFKC')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(INVISIBLE, '')
    .replaceAll(HYPHENS, '-');
  const name = toLatinLetters(withoutEnds(plain)).replace(WHOLE_NUMBER, '$1');
  // Marks inside of marks.
  return name === text ? name : readIdentifier(name);
}

const VERSIONED = /^(ENS[A-Z]*\d{6,}|[NX][CGMPRTW]_\d{5,})(?:\.\d+)?(?:_PAR_Y)?$/i;

/** An id of Ensembl or RefSeq without its version: ENSG00000141510 for ENSG00000141510.16; other names as they are. */
export function withoutVersion(identifier: string): string {
  if (!VERSIONED.test(identifier)) return identifier;
  const point = identifier.indexOf('.');
  return point > 0 ? identifier.slice(0, point) : identifier.replace(VERSIONED, '$1');
}

/** Names that can be read in one way only: no points, no marks, no X before digits, no PAR_Y after an Ensembl id. */
const UNCHANGED = /^(?!x\d|\w+_par_y$)[\w@:/-]*[\w@/-]$/i;

/**
 * How a name may be read, the likeliest first: as it is written, without marks, without version, and as it was before R
 * changed it.
 * @param name what `readIdentifier` reads
 */
export function readingsOf(text: string, name: string = readIdentifier(text)): string[] {
  if (UNCHANGED.test(text)) return [text];
  const versionless = withoutVersion(name);
  const readings = [text.trim()];
  const add = (reading: string) => {
    if (!readings.includes(reading)) readings.push(reading);
  };
  add(name);
  add(versionless);
  for (const reading of namesBeforeR(name, versionless === name)) add(reading);
  return readings;
}

/** Whether a text names something: not empty, NA or a placeholder. */
export function isIdentifier(text: string): boolean {
  return !NOTHING.test(readIdentifier(text));
}

/** Names that may stand in one: `TP53/EGFR`, `TP53 EGFR`, or SEPT2 and SEPT6 in `SEPT2/6`; none for a single name. */
export function partsOfName(name: string): string[] {
  if (!/[\s,;|/]/.test(name)) return [];
  const parts = name.split(/[\s,;|/]+/).filter((part) => part !== '');
  const [, stem = ''] = /^(.*\D)\d+$/.exec(parts[0] ?? '') ?? [];
  return parts.length > 1 ? parts.map((part) => (/^\d+$/.test(part) ? `${stem}${part}` : part)) : [];
}

/** Names that R may have changed to this one: HLA-DRA to HLA.DRA, 1007_s_at to X1007_s_at; no point of a version. */
function namesBeforeR(name: string, isVersionless: boolean): string[] {
  const digits = /^X(?=\d)/i.test(name) ? [name.slice(1)] : [];
  if (!name.includes('.')) return digits;
  const starts = isVersionless ? [name, ...digits] : digits;
  return [...digits, ...starts.flatMap((start) => [start.replaceAll('.', '-'), start.replace('.', '-')])];
}

/**
 * The numbers 1, 2, 3 and so on of a list that has no other numbers: row numbers, not Entrez ids. Empty for fewer than
 * three.
 */
export function rowNumbersIn(names: readonly string[]): Set<string> {
  const numbers = names.filter((name) => /^\d+$/.test(name));
  const isCounted = numbers.length > 2 && numbers.every((number, at) => Number(number) === at + 1);
  return new Set(isCounted ? numbers : []);
}
