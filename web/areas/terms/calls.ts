import { getTerms } from '@omicon/contract/areas/terms.ts';
import { useEndpoint } from '../../base/calls/use-endpoint.ts';

/** Whoever is asked about new terms must not be shown those read before. */
export function useGetTerms() {
  return useEndpoint(getTerms, {}, { refetchOnMount: 'always' });
}
