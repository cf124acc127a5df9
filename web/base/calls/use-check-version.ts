import { checkVersion } from '@omicon/contract/areas/sign-in.ts';
import { useQuery } from '@tanstack/react-query';
import { endpointQuery } from './use-endpoint.ts';

/** What the version call answers; screens whose layout depends on it load it with themselves. */
export const versionQuery = endpointQuery(checkVersion, {});

/** Version of the product and the doors that stand open; undefined while they are not known. */
export function useCheckVersion() {
  return useQuery(versionQuery).data;
}
