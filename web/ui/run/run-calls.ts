/** How pages start, watch and name runs. */

import type { EndpointSpec } from '@omicon/contract/base/endpoint.ts';
import type { RunState } from '@omicon/contract/base/run.ts';
import { useRouter } from '@tanstack/react-router';
import type { z } from 'zod';
import type { CallParts } from '../../base/calls/call.ts';
import { pollWhile } from '../../base/calls/poll-while.ts';
import { useChange } from '../../base/calls/use-endpoint.ts';

/** A kind may have runs that wait for a choice of their person. */
export type AnyRunState = RunState | 'choosing';

export const RUN_STATE_NAMES: Record<AnyRunState, string> = {
  running: 'Running',
  choosing: 'Waiting for your choice',
  done: 'Done',
  failed: 'Failed',
  cancelled: 'Cancelled',
};

interface Watched {
  state: AnyRunState;
}

const isRunning = ({ state }: Watched) => state === 'running';

/** Options of the call of a run: it is repeated while the run is working. */
export const WATCHED_RUN = { refetchInterval: pollWhile(isRunning, 1000) };

/** As `WATCHED_RUN`, of the call of a list of runs. */
export const WATCHED_RUNS = {
  staleTime: 0,
  refetchInterval: pollWhile(({ results }: { results: readonly Watched[] }) => results.some(isRunning)),
};

/** Starts a run and opens its page. @param list the call of the list that has it from then on */
export function useStartRun<E extends EndpointSpec, R extends z.ZodType<{ id: number }>>(
  endpoint: E & { reply: R },
  list: EndpointSpec,
  addressOf: (id: number) => string,
) {
  const { history } = useRouter();
  const { isPending, mutate } = useChange<E, R>(endpoint, { refreshesOnly: [list] });
  const start = (parts: CallParts<E>) =>
    mutate(parts, { onSuccess: ({ id }) => history.push(addressOf(id)) });
  return { isPending, start };
}
