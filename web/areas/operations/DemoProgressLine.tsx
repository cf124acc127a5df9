import { Text } from '@mantine/core';
import { getDemoProgress } from '@omicon/contract/areas/operations.ts';
import { DEMO_SET_UP, describeDemoProgress } from '@omicon/domain/records/demo-progress.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { familyOf, useEndpoint } from '../../base/calls/use-endpoint.ts';

const POLL_MS = 2000;

/** Explains why the portal is still empty after its first start. Disappears when done, and the lists refresh. */
export function DemoProgressLine() {
  const queryClient = useQueryClient();
  // A failure is ignored; the next poll will tell.
  const reply = useEndpoint(
    getDemoProgress,
    {},
    {
      refetchInterval: ({ state }) => (state.data?.progress ? POLL_MS : false),
      staleTime: Number.POSITIVE_INFINITY,
    },
  );
  const progress = reply.data?.progress ?? null;
  const isMaking = progress !== null;
  const wasMaking = useRef(false);

  useEffect(() => {
    if (wasMaking.current && !isMaking)
      void queryClient.invalidateQueries({
        predicate: ({ queryKey }) => queryKey[0] !== familyOf(getDemoProgress),
      });
    wasMaking.current = isMaking;
  }, [isMaking, queryClient]);

  if (progress === null) return null;
  return (
    <Text size="sm" c="dimmed" mb="sm">
      {DEMO_SET_UP}: {describeDemoProgress(progress)}.
    </Text>
  );
}
