/**
 * A copy of a text. Engines keep a cell of a line as a slice of it, so that a list of identifiers would keep every line
 * of its file in memory.
 */
export function ownText(text: string): string {
  return Buffer.from(text, 'utf16le').toString('utf16le');
}
