import { checkVersion } from '@omicon/contract/accounts.ts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { callEndpoint } from './call.ts';

/** What the version call answers, kept for the hooks below; screens whose layout depends on it load it with themselves. */
export const versionQuery = queryOptions({
  queryKey: ['version'],
  queryFn: ({ signal }) => callEndpoint(checkVersion, { signal }),
});

/** Version of the product and the doors that stand open; undefined while they are not known. */
export function useCheckVersion() {
  return useQuery(versionQuery).data;
}
