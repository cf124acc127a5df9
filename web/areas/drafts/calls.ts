import { type Draft, getDraft } from '@omicon/contract/areas/drafts.ts';
import type { DataMap, DataProposal } from '@omicon/domain/data-map/data-map.ts';
import { pollWhile } from '../../base/calls/poll-while.ts';
import { useEndpoint } from '../../base/calls/use-endpoint.ts';

const POLL_MS = 1000;

/** A draft whose files have been read at least once. */
export type ReadDraft = Draft & { map: DataMap; proposal: DataProposal };

export function isReadDraft(draft: Draft): draft is ReadDraft {
  return draft.map !== null && draft.proposal !== null;
}

/** Whether the files wait for being read or are read; `open` until the server has begun. */
export function isReading({ status }: Pick<Draft, 'status'>): boolean {
  return status === 'open' || status === 'checking';
}

/** A draft; polled every second while its files are read. */
export function useGetDraft(id: number) {
  return useEndpoint(
    getDraft,
    { params: { id } },
    { refetchInterval: pollWhile(isReading, POLL_MS), staleTime: 0 },
  );
}
