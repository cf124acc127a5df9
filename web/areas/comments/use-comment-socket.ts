import { COMMENT_SOCKET } from '@omicon/contract/areas/comments.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { watchSocket } from '../../base/calls/shared-socket.ts';
import { refreshComments } from './calls.ts';

/** Refreshes comments whenever one is written, edited or deleted; `id` is `socketOf` the thread. */
export function useCommentSocket(id: string | number | null): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    if (id === null) return;
    const onChange = () => void refreshComments(queryClient);
    return watchSocket({ ...COMMENT_SOCKET, id, onChange });
  }, [id, queryClient]);
}
