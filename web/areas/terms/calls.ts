import type { BodyInput } from '@omicon/contract/endpoint.ts';
import {
  acceptTerms,
  createTerms,
  getTerms,
  getTermsVersion,
  listTermsVersions,
} from '@omicon/contract/terms.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { callEndpoint } from '../../base/calls/call.ts';
import { sessionQuery } from '../../base/sign-in/session.ts';

const TERMS = ['terms'] as const;

export function useGetTerms() {
  return useQuery({
    queryKey: TERMS,
    queryFn: ({ signal }) => callEndpoint(getTerms, { signal }),
    // Whoever is asked about new terms must not be shown those read before.
    refetchOnMount: 'always',
  });
}

/** Accepts the version that was read; one that came meanwhile is refused and read anew. */
export function useAcceptTerms() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (version: number) => callEndpoint(acceptTerms, { body: { version } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey }),
    onError: () => queryClient.invalidateQueries({ queryKey: TERMS }),
  });
}

export function useListTermsVersions() {
  return useQuery({
    queryKey: [...TERMS, 'versions'],
    queryFn: ({ signal }) => callEndpoint(listTermsVersions, { signal }),
  });
}

export function useGetTermsVersion(version: number) {
  return useQuery({
    queryKey: [...TERMS, 'versions', version],
    queryFn: ({ signal }) => callEndpoint(getTermsVersion, { params: { version }, signal }),
  });
}

/** Puts a new version in force. Whoever publishes is asked to accept it too. */
export function useCreateTerms() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: BodyInput<typeof createTerms>) =>
      callEndpoint(createTerms, { body, idempotencyKey: crypto.randomUUID() }),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: TERMS });
      await queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey });
    },
  });
}
