import type { BodyInput } from '@omicon/contract/endpoint.ts';
import { getPreferences, updatePreferences } from '@omicon/contract/users.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { callEndpoint } from '../../base/calls/call.ts';

const PREFERENCES = ['preferences'] as const;

export function useGetPreferences() {
  return useQuery({
    queryKey: PREFERENCES,
    queryFn: ({ signal }) => callEndpoint(getPreferences, { signal }),
  });
}

export function useUpdatePreferences() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: BodyInput<typeof updatePreferences>) => callEndpoint(updatePreferences, { body }),
    onSuccess: (stored) => queryClient.setQueryData(PREFERENCES, stored),
  });
}
