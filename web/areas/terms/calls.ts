import { getTerms } from '@omicon/contract/terms.ts';
import { useQuery } from '@tanstack/react-query';
import { callEndpoint } from '../../base/call.ts';

export function useGetTerms() {
  return useQuery({ queryKey: ['terms'], queryFn: ({ signal }) => callEndpoint(getTerms, { signal }) });
}
