/** Dates that spreadsheets made of gene symbols and short codes. */
import { currentSymbol, genesOfDate } from '@omicon/domain/identifiers/gene-symbols.ts';
import { quote } from './read-log.ts';

/** `8-Mar` and `Mar-08`, as spreadsheets show a date without its year. A full date may be meant. */
const SHORT_DATE = /^(\d{1,2}-[A-Z][a-z]{2}|[A-Z][a-z]{2}-\d{1,2})$/;

/**
 * A sentence about an identifier that a spreadsheet turned from a gene symbol into a date, with the likely symbol.
 * @returns null for other identifiers
 */
export function mangledSymbolOf(identifier: string): string | null {
  const genes = genesOfDate(identifier);
  const renamed = genes.filter((gene) => currentSymbol(gene) !== null);
  const likely = renamed.length > 0 ? renamed : genes.slice(0, 1);
  if (likely.length === 0) return null;
  const names = likely.map((gene) => {
    const now = currentSymbol(gene);
    return now === null ? gene : `${gene} (now ${now})`;
  });
  return `${quote(identifier)} is a date that a spreadsheet made of a gene symbol, probably ${names.join(' or ')}. Restore the symbol and format the column as text.`;
}

/**
 * The end of a sentence about a value that looks like a date made by a spreadsheet.
 * @returns null for other values
 */
export function spreadsheetDateOf(cell: string): string | null {
  const text = cell.trim();
  if (!SHORT_DATE.test(text) || genesOfDate(text).length === 0) return null;
  return `${quote(text)}, looks like a date that a spreadsheet made of another text; compare it with the original.`;
}
