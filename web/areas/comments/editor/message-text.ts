const EMPTY_PARAGRAPHS = /(?:<p>(?:\s|&nbsp;|<br>)*<\/p>)+$/;

/** Removes the trailing empty paragraphs that the editor keeps below lists and code. */
export function trimMessage(message: string): string {
  return message.replace(EMPTY_PARAGRAPHS, '');
}
