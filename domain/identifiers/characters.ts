/** What the characters of a name mean, alone. */
import { codeAt } from '../arrays/number-at.ts';
import { INVISIBLE, QUOTES, UNSEEN } from './lists/split-identifiers.ts';

/** Marks of footnotes, bullets and the `=` of `="1-Mar"`, around a name. */
const MARKS = '*∗＊†‡§¶‖^#•·▪◦●=';
/** Superscripts, also the letters, which compatibility normalization would make part of the name. */
const SUPERSCRIPTS = '⁰¹²³⁴-⁹⁺⁻ⁿªºᵃ-ᵿʰ-ʸ™®©';
export const LEADING = new RegExp(`^[\\s${UNSEEN}${QUOTES}${MARKS}]+`, 'u');
export const TRAILING = new RegExp(`[\\s${UNSEEN}${QUOTES}${MARKS}${SUPERSCRIPTS}.,;:!?]+$`, 'u');
const HYPHENS = /[\p{Pd}\u2212\u2043\u02D7\u2796]/gu;
/** What may be between two names. */
const SEPARATOR = /[\s,;|/]/;

/**
 * Letters of Greek and Cyrillic that look like a Latin one as capitals. Small Greek letters as official symbols write
 * them.
 * @source Bruford et al. 2020, Nat Genet 52:754 (guidelines for human gene nomenclature)
 */
const LATIN: ReadonlyMap<string, string> = new Map([
  ...Array.from('АВСЕНІЈКМОРЅТХУҮԚԜҺԌΑΒΕΖΗΙΚΜΝΟΡΤΥΧ', (letter, at): [string, string] => [
    letter,
    'ABCEHIJKMOPSTXYYQWHGABEZHIKMNOPTYX'[at] ?? letter,
  ]),
  ...Array.from('авсеніјкморѕтхуүԛԝһԁɡɑıαβγδεζκλμοıτχ', (letter, at): [string, string] => [
    letter,
    'abcehijkmopstxyyqwhdgaiabgdezklmoitx'[at] ?? letter,
  ]),
]);

/** The text with Latin letters for those of Greek and Cyrillic that look like them: for names that are Latin. */
export function toLatinLetters(text: string): string {
  if (!/[\u0131\u0250-\u052F]/.test(text)) return text;
  return Array.from(text, (letter) => LATIN.get(letter) ?? letter).join('');
}

/** The text with blanks, hyphens and widths of one kind, without invisible characters. */
export function toPlainCharacters(text: string): string {
  return text.normalize('NFKC').replaceAll(/\s+/g, ' ').replaceAll(INVISIBLE, '').replaceAll(HYPHENS, '-');
}

/** Parts of `classOf`: the code of the ASCII character that a name has instead, 0 for none. */
export const ASCII = 0xff;
/** LEADING, TRAILING or SEPARATOR match it. */
export const LEADS = 0x100;
export const TRAILS = 0x200;
export const SEPARATES = 0x400;
/** There is no such ASCII character, or it depends on the characters beside it. */
export const OTHER = 0x800;
const CLASSIFIED = 0x1000;

function classify(code: number): number {
  const character = String.fromCharCode(code);
  const ends = (LEADING.test(character) ? LEADS : 0) | (TRAILING.test(character) ? TRAILS : 0);
  const bits = CLASSIFIED | ends | (SEPARATOR.test(character) ? SEPARATES : 0);
  if (/[ -~]/.test(character)) return bits | code;
  const plain = toLatinLetters(toPlainCharacters(character));
  // No character may become an end of the name, or stop being one.
  const isSimple = /^[\w-]$/.test(plain) ? ends === 0 : /^ ?$/.test(plain) && ends === (LEADS | TRAILS);
  return bits | (isSimple ? (plain.codePointAt(0) ?? 0) : OTHER);
}

const classes = new Uint16Array(0x10000);

/**
 * What a UTF-16 unit means in a name: for lists of 60,000 names, a look here is faster than regular expressions.
 * Units are classified when they are first met; all of them would take a tenth of a second.
 */
export function classOf(code: number): number {
  const known = codeAt(classes, code);
  if (known !== 0) return known;
  const found = classify(code);
  classes[code] = found;
  return found;
}
