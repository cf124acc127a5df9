/** Words and addresses of what is in a basket. */

import {
  geneAddress,
  geneSetAddress,
  metaModuleAddress,
  moduleAddress,
  sampleAddress,
} from '@omicon/contract/addresses.ts';
import type { BasketItem, BasketKind, CollectedItem } from '@omicon/contract/areas/baskets.ts';

export const KIND_TITLES: Record<BasketKind, string> = {
  module: 'Modules',
  'meta-module': 'Meta-modules',
  gene: 'Genes',
  'gene set': 'Gene sets',
  sample: 'Samples',
};

/** The page of an item; null for what the person may not read. */
export function addressOfItem({ kind, name, omicon_id, record_number }: BasketItem): string | null {
  if (kind === 'gene') return geneAddress(name);
  if (kind === 'sample') return record_number === null ? null : sampleAddress(record_number, name);
  if (omicon_id === null) return null;
  if (kind === 'meta-module') return metaModuleAddress(omicon_id);
  return kind === 'module' ? moduleAddress(omicon_id) : geneSetAddress(omicon_id);
}

/** The item as it is added, again or to another basket; null for what the person may not read. */
export function toCollected({ kind, name, record_number }: BasketItem): CollectedItem | null {
  if (kind === 'gene') return { kind, name };
  if (record_number === null) return null;
  return kind === 'sample' ? { kind, record_number, name } : { kind, record_number };
}
