import { checkVersion } from '@omicon/contract/accounts.ts';
import { useQuery } from '@tanstack/react-query';
import { callEndpoint } from './call.ts';

/** Version of the product and the doors that stand open; undefined while they are not known. */
export function useCheckVersion() {
  const { data } = useQuery({
    queryKey: ['version'],
    queryFn: ({ signal }) => callEndpoint(checkVersion, { signal }),
  });
  return data;
}
