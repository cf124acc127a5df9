import { createToken, deleteToken, listTokens, logoutElsewhere, updateMe } from '@omicon/contract/account.ts';
import type { BodyInput } from '@omicon/contract/endpoint.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { callEndpoint } from '../../base/calls/call.ts';
import { sessionQuery } from '../../base/sign-in/session.ts';

const TOKENS = ['tokens'] as const;

export function useListTokens() {
  return useQuery({ queryKey: TOKENS, queryFn: ({ signal }) => callEndpoint(listTokens, { signal }) });
}

export function useCreateToken() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: BodyInput<typeof createToken>) => callEndpoint(createToken, { body }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: TOKENS }),
  });
}

export function useDeleteToken() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => callEndpoint(deleteToken, { params: { id } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: TOKENS }),
  });
}

export function useLogoutElsewhere() {
  return useMutation({ mutationFn: () => callEndpoint(logoutElsewhere, {}) });
}

export function useUpdateMe() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: BodyInput<typeof updateMe>) => callEndpoint(updateMe, { body }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey }),
  });
}
