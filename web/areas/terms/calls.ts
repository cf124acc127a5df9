import { getTerms } from '@omicon/contract/areas/terms.ts';
import { useEndpoint } from '../../base/calls/use-endpoint.ts';

/** Never cached: people who are asked to accept new terms must not see the old ones. */
export function useGetTerms() {
  return useEndpoint(getTerms, {}, { refetchOnMount: 'always' });
}
