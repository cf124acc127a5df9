import { checkVersion } from '@omicon/contract/areas/people/sign-in.ts';
import { useQuery } from '@tanstack/react-query';
import { endpointQuery } from '../use-endpoint.ts';

/** The version call; screens whose layout depends on it load it in advance. */
export const versionQuery = endpointQuery(checkVersion, {});

/** Version of the product and the available ways to sign in; undefined while loading. */
export function useCheckVersion() {
  return useQuery(versionQuery).data;
}
