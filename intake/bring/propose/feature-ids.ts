/** Identifiers of features as the intake accepts them: none empty, no dates of spreadsheets, no repeats. */
import { currentSymbol, genesOfDate } from '@omicon/domain/identifiers/gene-symbols.ts';
import { ownText } from '../../text/own-text.ts';

const NO_IDENTIFIER: ReadonlySet<string> = new Set(['', 'NA', '-99.99']);

/** Whether a name may be a date; most are not, and reading them as dates is slow. */
const MAYBE_DATE = /^(?:\d{1,4}[-/. ]|[A-Za-z]{3,9}[-/. ]\d{1,2})/;

/**
 * The symbol that a spreadsheet turned into this date: `7-Sep` was SEPT7, now SEPTIN7. A date of several genes, such as
 * 1-Mar, is kept with underscores, because the intake refuses dates. Null for other names.
 */
export function restoredSymbol(id: string): string | null {
  if (!MAYBE_DATE.test(id)) return null;
  const genes = genesOfDate(id);
  if (genes.length === 0) return null;
  const current = new Set(genes.flatMap((gene) => currentSymbol(gene) ?? []));
  const [only] = current;
  return only !== undefined && current.size === 1 ? only : id.trim().replace(/[-/. ]/g, '_');
}

/** An identifier on one line, with a symbol for a date; empty if the feature has none. */
export function cleanIdentifier(cell: string): string {
  const id = cell.includes('\n') || cell.includes('\r') ? cell.replace(/[\r\n]+/g, ' ').trim() : cell.trim();
  return NO_IDENTIFIER.has(id) ? '' : (restoredSymbol(id) ?? id);
}

/**
 * Numbers repeated identifiers as they pass: X, X.1, X.2. A number that was there before is skipped, and an identifier
 * that a repeat has got by then is itself a repeat.
 */
export class DistinctIds {
  readonly ids: string[] = [];
  /** how many got a number */
  repeated = 0;
  readonly #taken = new Set<string>();
  readonly #last = new Map<string, number>();

  /** @returns the identifier, or one with a number that no other has */
  add(given: string): string {
    const id = ownText(given);
    const free = this.#taken.has(id) ? this.#numbered(id) : id;
    this.#taken.add(free);
    this.ids.push(free);
    return free;
  }

  #numbered(id: string): string {
    this.repeated += 1;
    let number = (this.#last.get(id) ?? 0) + 1;
    while (this.#taken.has(`${id}.${number}`)) number += 1;
    this.#last.set(id, number);
    return `${id}.${number}`;
  }
}
