import { getTerms } from '@omicon/contract/areas/people/terms.ts';
import { useEndpoint } from '../../base/calls/use-endpoint.ts';

/** Refetched at each mount, so that people who are asked to accept new terms do not see the old ones. */
export function useGetTerms() {
  return useEndpoint(getTerms, {}, { refetchOnMount: 'always' });
}
