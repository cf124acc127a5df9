import type { exportGeneSets } from '@omicon/contract/areas/genes/gene-sets.ts';
import { callAddress } from '@omicon/contract/base/call-address.ts';
import type { QueryInput } from '@omicon/contract/base/endpoint.ts';

/** Download address for one set, or for the results of a search. */
export function exportAddress(query: QueryInput<typeof exportGeneSets>): string {
  return callAddress('/api/gene-sets/export/', { query });
}
