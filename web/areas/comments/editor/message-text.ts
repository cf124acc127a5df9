const EMPTY_PARAGRAPHS = /(?:<p>(?:\s|&nbsp;|<br>)*<\/p>)+$/;

/** A message without the empty lines that the editor keeps below lists and code. */
export function trimMessage(message: string): string {
  return message.replace(EMPTY_PARAGRAPHS, '');
}
