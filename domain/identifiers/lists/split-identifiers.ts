/** Splits pasted texts into identifiers. */

/** Quotation marks of all kinds. */
export const QUOTES = '"\'`´‘’‚‛“”„‟«»‹›″′‶‵＂＇';
/** Characters without a width, for a set of a regular expression. */
export const UNSEEN = '\\p{Cf}\\p{Variation_Selector}\\u034F\\u115F\\u1160\\u3164\\u2800';

export const INVISIBLE = new RegExp(`[${UNSEEN}\\p{Cc}]`, 'gu');

/** Cells that are empty in spreadsheets and in the tables of Affymetrix, and the line numbers of a printed R vector. */
export const NOTHING = /^(?:[^\p{L}\p{N}]*|#?N\/?A|NULL|\[\d+\])$/iu;

const MARKS = ',;|¦，；、،؛';
const SEPARATORS = `\\s${MARKS}`;
const MONTH = '(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*';
/** A quoted cell, a date with blanks, or a name. */
const TOKEN = new RegExp(
  `"([^"\\r\\n]*)"|“([^”\\r\\n]*)”|(?<![^${SEPARATORS}])\\d{1,2} ${MONTH}(?: \\d{2,4})?(?![^${SEPARATORS}])|[^${SEPARATORS}"“”]+`,
  'gi',
);
const INSIDE_QUOTES = new RegExp(`[\t${MARKS}]|/{2,}`);
const SLASHES = /\/{2,}/;
/** Ids joined by slashes, as in the tables of enrichment tests; two short numbers are a date. */
const JOINED_IDS = /^(?:(?:\d{3,}|ENS[\w.]{8,})(?:\/|$)){2,}$/i;
const ENDS = new RegExp(`^[\\s${QUOTES}]+|[\\s${QUOTES}]+$`, 'gu');

/** Row number at the beginning of a line, before something that is no number. */
const NUMBERED = /^\s*["“]?(\d+)["”]?[.)]?[\s,;]+(?=.*\p{L})/u;

/** The lines without their row numbers, if every line but the first has one and they increase. */
export function withoutRowNumbers(lines: readonly string[]): string[] {
  const numbers = lines.map((line) => Number(NUMBERED.exec(line)?.[1] ?? Number.NaN));
  const start = Number.isNaN(numbers[0]) ? 1 : 0;
  const isNumbered =
    numbers.length - start > 1 &&
    numbers.every((number, at) => at < start || number > (at === start ? -1 : (numbers[at - 1] ?? 0)));
  return isNumbered ? lines.map((line, at) => (at < start ? line : line.replace(NUMBERED, ''))) : [...lines];
}

function splitToken(token: string): string[] {
  return token.split(JOINED_IDS.test(token) ? '/' : SLASHES);
}

/**
 * Identifiers of a pasted text, split at lines, tabs, commas, semicolons, blanks, bars and `///`; quotation marks keep
 * blanks together. Empty and missing ones and row numbers are left out, the others stay as written: `readIdentifier`
 * reads each.
 */
export function splitIdentifiers(text: string): string[] {
  const lines = text
    .replaceAll('\uFEFF', '')
    .split(/\r\n|[\r\n\u0085\u2028\u2029]/)
    .filter((line) => line.trim() !== '');
  return withoutRowNumbers(lines).flatMap((line) =>
    [...line.matchAll(TOKEN)]
      .flatMap(([whole, straight, curly]) => {
        const quoted = straight ?? curly;
        return quoted === undefined ? splitToken(whole) : quoted.split(INSIDE_QUOTES);
      })
      .map((token) => token.replaceAll(ENDS, ''))
      .filter((token) => !NOTHING.test(token.replaceAll(INVISIBLE, ''))),
  );
}

/** The identifiers as a text that `splitIdentifiers` reads. */
export function joinIdentifiers(identifiers: readonly string[]): string {
  return identifiers.map((name) => (/[\s,;|]/.test(name) ? `"${name}"` : name)).join('\n');
}

/** A text with its invisible characters written out, such as `⟨U+200B⟩CX3CR1`. */
export function showInvisible(text: string): string {
  return text.replaceAll(
    INVISIBLE,
    (letter) => `⟨U+${(letter.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}⟩`,
  );
}
