/** Reads identifiers as people paste them and as spreadsheets, R and word processors write them. */
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
/** Most names, also in quotation marks: 60,000 of them are read in some 20 ms. */
const PLAIN = /^[\w.@:/-]*[\w@/-]$/;
const WHOLE_NUMBER = /^(\d+)\.0+$/;

function withoutEnds(name: string): string {
  return name.replace(LEADING, '').replace(TRAILING, '').replace(FOOTNOTE, '').replace(BRACKETED, '$1$2$3');
}

/**
 * The name that a text means: without quotation marks, invisible characters and footnote marks, with hyphens for other
 * dashes, Latin letters for wide ones and for those of other scripts, and `7157` for `7157.0`. Letter case, versions
 * and blanks inside stay.
 */
export function readIdentifier(text: string): string {
  if (PLAIN.test(text)) return text.endsWith('0') ? text.replace(WHOLE_NUMBER, '$1') : text;
  if (text.length > 2 && text.startsWith('"') && PLAIN.test(text.slice(1, -1)) && text.endsWith('"'))
    return readIdentifier(text.slice(1, -1));
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
  return identifier.replace(VERSIONED, '$1');
}

/** Names that can be read in one way only: no points, no marks, no X before digits, no PAR_Y after an Ensembl id. */
const UNCHANGED = /^(?!x\d|\w+_par_y$)[\w@:/-]*[\w@/-]$/i;

/**
 * How a name may be read, the likeliest first: as it is written, without marks, without version, and as it was before R
 * changed it.
 */
export function readingsOf(text: string): string[] {
  if (UNCHANGED.test(text)) return [text];
  const name = readIdentifier(text);
  return [...new Set([text.trim(), name, withoutVersion(name), ...namesBeforeR(name)])];
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

/** Names that R may have changed to this one: HLA-DRA to HLA.DRA, 1007_s_at to X1007_s_at. */
function namesBeforeR(name: string): string[] {
  const digits = /^X(?=\d)/i.test(name) ? [name.slice(1)] : [];
  const starts = [name, ...digits].filter((start) => start.includes('.') && withoutVersion(start) === start);
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
