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

const HAS_LETTER_OR_DIGIT = /[\p{L}\p{N}]/u;

/**
 * The text to search for: trimmed, and without words at its ends that have neither letter nor digit, such as `-` or
 * `...`, which occur in almost every name. Between other words they are kept, because names are matched literally.
 * @returns '' if nothing is left
 */
export function searchedText(typed: string): string {
  const words = [...typed.matchAll(/\S+/g)].filter(([word]) => HAS_LETTER_OR_DIGIT.test(word));
  const [first, last] = [words[0], words.at(-1)];
  return first === undefined || last === undefined
    ? ''
    : typed.slice(first.index, last.index + last[0].length);
}
