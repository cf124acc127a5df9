import { COMMENT_SOCKET } from '@omicon/contract/areas/comments.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { watchSocket } from '../../base/calls/shared-socket.ts';
import { refreshCalls } from '../../base/calls/use-endpoint.ts';
import { COMMENT_LISTS } from './calls.ts';

/** Refreshes comments whenever one on the record, its files or its modules is written, edited or deleted. */
export function useCommentSocket(recordId: number | null): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    if (recordId === null) return;
    const onChange = () => void refreshCalls(queryClient, COMMENT_LISTS);
    return watchSocket({ ...COMMENT_SOCKET, id: recordId, onChange });
  }, [recordId, queryClient]);
}
