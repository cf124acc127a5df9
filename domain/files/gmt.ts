/** Gene Matrix Transposed: one gene set a line, as enrichment tools read it. */

/** Replaces tabs and line breaks, which would end the field. */
function plain(text: string): string {
  return text.replaceAll(/[\t\r\n]+/g, ' ');
}

/** A set as a line: name, description and genes, separated by tabs. */
export function gmtLine(name: string, description: string, genes: readonly string[]): string {
  return `${[name, description, ...genes].map(plain).join('\t')}\n`;
}
