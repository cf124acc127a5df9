import {
  checkGenes,
  listGeneSetCategories,
  listGeneSets,
  listSpecies,
} from '@omicon/contract/areas/genes/gene-sets.ts';
import { useEndpoint } from '../../base/calls/use-endpoint.ts';

/** Not awaited: the page of a deleted set is left before its data is fetched again. */
export const REFRESHES_SETS = {
  refreshes: [listGeneSets, listSpecies, listGeneSetCategories],
  isRefreshAwaited: false,
} as const;

/** Report on a chosen file; fetched again when the species changes. */
export function useCheckGenes(file: { name: string; content: string } | null, species: string) {
  return useEndpoint(
    checkGenes,
    { body: { species, file: file ?? { name: '', content: '' } } },
    { enabled: file !== null, retry: false, gcTime: 0 },
  );
}
