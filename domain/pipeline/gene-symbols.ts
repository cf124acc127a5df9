/** Where enrichment finds the gene symbols of features: identifiers that are symbols, or a column of their metadata. */

/** Separators of several symbols in one cell. */
const SEPARATORS = / \| |\/\/\/|;/;

/** Whether identifiers, or the cells of a column, are symbols. */
export function isSymbolKind(name: string): boolean {
  return name.toUpperCase() === 'SYMBOL';
}

/** Symbols of a cell; none where it says that there is no gene, as arrays do with `---`. */
export function symbolsOfCell(cell: string | null): string[] {
  return (cell ?? '')
    .split(SEPARATORS)
    .map((symbol) => symbol.trim())
    .filter((symbol) => symbol !== '' && symbol !== '---' && symbol !== 'NA');
}

/** Why enrichment cannot be tested in a data set whose features have no symbols. */
export function withoutSymbols(uniqueIdentifier: string): string {
  const where = isSymbolKind(uniqueIdentifier)
    ? ''
    : ` The identifiers are ${uniqueIdentifier}, and the feature metadata has no symbols in a column SYMBOL.`;
  return `Enrichment cannot be tested in this data set, because no feature has a gene symbol.${where}`;
}
