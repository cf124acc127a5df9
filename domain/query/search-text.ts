const SAYS_SOMETHING = /[\p{L}\p{N}]/u;

/**
 * The typed text as the search box looks for it: without blanks around it, and without words at its ends that have
 * neither letter nor digit. Such a word, as `-` or `...`, is part of nearly every name; between others it stays,
 * because names are found by the very text they hold.
 * @returns '' when there is nothing to look for
 */
export function searchedText(typed: string): string {
  const words = [...typed.matchAll(/\S+/g)].filter(([word]) => SAYS_SOMETHING.test(word));
  const [first, last] = [words[0], words.at(-1)];
  return first === undefined || last === undefined
    ? ''
    : typed.slice(first.index, last.index + last[0].length);
}
