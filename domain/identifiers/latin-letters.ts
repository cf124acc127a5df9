/** Names that are Latin, written with letters of other alphabets. */

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
