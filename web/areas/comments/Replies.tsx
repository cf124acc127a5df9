import { Button } from '@mantine/core';
import type { Comment } from '@omicon/contract/areas/comments.ts';
import { type ReactNode, useEffect } from 'react';
import { ErrorPanel } from '../../ui/feedback/ErrorPanel.tsx';
import { Waiting } from '../../ui/feedback/Waiting.tsx';
import { useListReplies } from './calls.ts';
import classes from './comments.module.css';
import { fetchOneMore } from './more-pages.ts';
import { useThread } from './thread-context.ts';

/** The replies to a comment, oldest first. If one is requested, pages load until it is reached. */
export function Replies({ to, children }: { to: Comment; children: (reply: Comment) => ReactNode }) {
  const { target, ancestorIds } = useThread();
  const list = useListReplies(to.id, true);
  const replies = list.data?.pages.flatMap((page) => page.replies) ?? [];
  const isAwaited = ancestorIds.has(to.id) && !replies.some(({ id }) => id === target || ancestorIds.has(id));
  const { hasNextPage, isFetching, fetchNextPage } = list;
  useEffect(() => {
    if (isAwaited && hasNextPage && !isFetching) void fetchNextPage();
  }, [isAwaited, hasNextPage, isFetching, fetchNextPage]);

  if (list.isError && list.data === undefined)
    return <ErrorPanel error={list.error} onRetry={() => void list.refetch()} />;
  if (list.isPending) return <Waiting what="the replies" lines={2} />;
  return (
    <>
      <ol className={classes.replies} aria-label={`Replies to ${to.created_by_name}`}>
        {replies.map(children)}
      </ol>
      {hasNextPage && (
        <Button
          size="compact-xs"
          variant="subtle"
          loading={isFetching}
          onClick={() => void fetchOneMore(list.data.pages.length, fetchNextPage)}
        >
          Show more
        </Button>
      )}
    </>
  );
}
