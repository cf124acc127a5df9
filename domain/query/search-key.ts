/** Texts without what people leave out when they search. */

/** Letters that no decomposition separates from their marks, and dashes. */
const PLAIN_LETTERS: ReadonlyMap<string, string> = new Map(
  Array.from('łŁøØđĐðÐħĦŧŦıŀĿ‐‑‒–—―−', (letter, at): [string, string] => [
    letter,
    'lLoOdDdDhHtTilL-------'[at] ?? letter,
  ]),
);

/**
 * A text as names are compared in searches: without accents, apostrophes and invisible characters, in lower case, with
 * plain letters and hyphens. The function search_text of the database does the same.
 */
export function searchKey(text: string): string {
  if (/^[a-z0-9 ._/-]*$/.test(text)) return text;
  const plain = text
    .replaceAll(/['’‘‛ʼʹ`´′＇]/g, '')
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036F\u00AD\u200B-\u200F\u2060\uFEFF]/g, '');
  return Array.from(plain, (letter) => PLAIN_LETTERS.get(letter) ?? letter)
    .join('')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll('æ', 'ae')
    .replaceAll('œ', 'oe')
    .replaceAll('þ', 'th');
}
