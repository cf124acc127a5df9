/** Identifiers that are a symbol and an Entrez id: `TP53|7157` in RSEM tables of TCGA, `TP53 (7157)` in those of DepMap. */
import type { IdKind } from '@omicon/domain/data-map/data-map.ts';
import { cleanIdentifier } from './feature-ids.ts';

const PAIR = /^([^|\s()]{1,60})(?:\|(\d{1,9})| ?\((\d{1,9})\))$/;
/** What stands in place of a symbol where there is none. */
const NO_SYMBOL: ReadonlySet<string> = new Set(['?', 'NA', '---']);

export interface IdPair {
  /** as NCBI names a gene without a symbol, LOC100130426, if there is none */
  symbol: string;
  entrezId: string;
  hasSymbol: boolean;
}

/** The two parts of an identifier; null for any other. */
export function idPairOf(cell: string): IdPair | null {
  const [, symbol = '', afterBar, inBrackets] = PAIR.exec(cell.trim()) ?? [];
  const entrezId = afterBar ?? inBrackets ?? '';
  if (entrezId === '') return null;
  const hasSymbol = !NO_SYMBOL.has(symbol);
  return { symbol: hasSymbol ? cleanIdentifier(symbol) : `LOC${entrezId}`, entrezId, hasSymbol };
}

/** The kind of the other part of a pair, which becomes annotation; null for kinds by which pairs stay whole. */
export function otherKindOf(kind: IdKind): 'SYMBOL' | 'ENTREZID' | null {
  if (kind === 'SYMBOL') return 'ENTREZID';
  return kind === 'ENTREZID' ? 'SYMBOL' : null;
}

/** The part of an identifier that is of a kind; the identifier itself if it is no pair, or pairs stay whole. */
export function partOfKind(cell: string, kind: IdKind): string {
  // Most identifiers are no pairs.
  const pair = otherKindOf(kind) !== null && /[|)]/.test(cell) ? idPairOf(cell) : null;
  if (pair === null) return cell;
  return kind === 'SYMBOL' ? pair.symbol : pair.entrezId;
}

/** The identifier of a feature as it is written; empty if the feature has none. */
export function featureId(cell: string, kind: IdKind): string {
  return cleanIdentifier(partOfKind(cell, kind));
}
