/** Items of a basket, made from what grids and pages show. */
import type { CollectedItem } from '@omicon/contract/areas/baskets.ts';
import type { Suggestion } from '@omicon/contract/areas/search.ts';
import { parseOmiconId } from '@omicon/domain/identifiers/omicon-id.ts';

/** Genes as items of a basket. */
export function collectedGenes(symbols: readonly string[]): CollectedItem[] {
  return symbols.map((name) => ({ kind: 'gene', name }));
}

export const toGene = ({ symbol }: { symbol: string }): CollectedItem => ({ kind: 'gene', name: symbol });
export const toMember = ({ feature }: { feature: string }): CollectedItem => ({
  kind: 'gene',
  name: feature,
});
/** @param collection its number */
export const toSample = (collection: number, name: string): CollectedItem => ({
  kind: 'sample',
  record_number: collection,
  name,
});
export const toModule = ({ id }: { id: number }): CollectedItem => ({ kind: 'module', record_number: id });
export const toGeneSet = ({ id }: { id: number }): CollectedItem => ({ kind: 'gene set', record_number: id });

/** A module, meta-module or gene set by its Omicon ID; null for other records. */
export function fromOmiconId(omiconId: string | null | undefined): CollectedItem | null {
  const id = parseOmiconId(omiconId ?? '');
  if (id?.type === 'CM') return { kind: 'module', record_number: id.number };
  if (id?.type === 'MM') return { kind: 'meta-module', record_number: id.number };
  return id?.type === 'GS' ? { kind: 'gene set', record_number: id.number } : null;
}

/** What a found name stands for, by its page; null for records and networks. */
export function fromSuggestion({ kind, href }: Pick<Suggestion, 'kind' | 'href'>): CollectedItem | null {
  const { pathname, searchParams } = new URL(href, window.location.origin);
  const parts = pathname.split('/').map(decodeURIComponent);
  const last = parts.at(-1) ?? '';
  if (kind === 'gene') return toGene({ symbol: last });
  if (kind === 'sample') return toSample(Number(parts.at(-2)), last);
  return fromOmiconId(kind === 'gene-set' ? searchParams.get('geneSetOmiconID') : last);
}

/** A module, gene set or sample of a search, by the ids of its row; null for other records. */
export function fromResult({
  cells,
}: {
  cells: Record<string, string | number | null>;
}): CollectedItem | null {
  const { Covariation_Module_Omicon_ID: module, Geneset_Omicon_ID: set, Omicon_ID, Label } = cells;
  const record = module ?? set ?? null;
  if (record !== null) return fromOmiconId(String(record));
  const collection = parseOmiconId(String(Omicon_ID ?? ''));
  if (collection?.type !== 'DC' || Label == null) return null;
  return toSample(collection.number, String(Label));
}
