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
