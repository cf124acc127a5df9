import { Button, Group, Text } from '@mantine/core';
import { COMMENT_PAGE, type Comment, type ThreadState } from '@omicon/contract/areas/comments.ts';
import { IconBell, IconBellOff } from '@tabler/icons-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { isWorthRetrying } from '../../base/calls/call-error.ts';
import { useSession } from '../../base/sign-in/session.ts';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { ErrorPanel } from '../../ui/feedback/ErrorPanel.tsx';
import { Waiting } from '../../ui/feedback/Waiting.tsx';
import { SecondaryButton } from '../../ui/form/SecondaryButton.tsx';
import { countOf } from '../../ui/text/format.ts';
import { CommentItem } from './CommentItem.tsx';
import { useGetComment, useListComments, useSetThreadState } from './calls.ts';
import classes from './comments.module.css';
import { NewComment } from './editor/NewComment.tsx';
import { GoneComment } from './GoneComment.tsx';
import { fetchOneMore } from './more-pages.ts';
import { keyOfThread, socketOf, type Thread, threadOf } from './thread.ts';
import { ThreadContext } from './thread-context.ts';
import { useCommentSocket } from './use-comment-socket.ts';
import { useRequestedComment } from './use-requested-comment.ts';

const CHOICES = [
  { state: 'follow', title: 'Follow', meaning: 'Get notified of all new comments here', Icon: IconBell },
  { state: 'mute', title: 'Mute', meaning: 'Get notified only of mentions here', Icon: IconBellOff },
] as const;

/** Follow or mute this thread; a second press undoes the choice. */
function FollowButtons({ thread, state }: { thread: Thread; state: ThreadState }) {
  const { hasPermission } = useSession();
  const change = useSetThreadState(thread);
  if (!hasPermission('NOTIFICATION_COMMENTS_VIEW')) return null;
  const shown = change.isPending ? change.variables : state;
  return (
    <Group gap={4} wrap="nowrap">
      {CHOICES.map(({ state: choice, title, meaning, Icon }) => (
        <Button
          key={choice}
          size="compact-xs"
          variant={shown === choice ? 'light' : 'default'}
          aria-pressed={shown === choice}
          title={meaning}
          leftSection={<Icon size={13} aria-hidden="true" />}
          onClick={() => change.mutate(shown === choice ? 'none' : choice)}
        >
          {title}
        </Button>
      ))}
    </Group>
  );
}

/** Position of the requested comment: whether it is known yet, is in this thread at all, and on which page. */
function useCommentPosition(thread: Thread, target: number | null) {
  const found = useGetComment(target);
  const isHere =
    found.data !== undefined && keyOfThread(threadOf(found.data.comment)) === keyOfThread(thread);
  const ancestors = isHere ? found.data.ancestors : [];
  const key = ancestors.map(({ id }) => id).join(' ');
  const ancestorIds = useMemo(() => new Set(key.split(' ').filter(Boolean).map(Number)), [key]);
  return {
    isKnown: target === null || !found.isPending,
    isGone:
      target !== null && !found.isPending && !isHere && !(found.isError && isWorthRetrying(found.error)),
    start: isHere ? Math.floor(found.data.offset / COMMENT_PAGE) * COMMENT_PAGE : 0,
    ancestorIds,
  };
}

/** A comment that arrives between two pages pushes the last one to the next page, which is then fetched again. */
function useKeptEnd(comments: readonly Comment[], hasNextPage: boolean, fetchNextPage: () => unknown): void {
  const last = comments.at(-1)?.id;
  const before = useRef(last);
  const isLost = before.current !== undefined && !comments.some(({ id }) => id === before.current);
  useEffect(() => {
    before.current = last;
    if (isLost && hasNextPage) void fetchNextPage();
  }, [last, isLost, hasNextPage, fetchNextPage]);
}

/** Removes duplicates: pages overlap when a comment is written between two requests. */
function onceEach(comments: readonly Comment[]): Comment[] {
  return [...new Map(comments.map((comment) => [comment.id, comment])).values()];
}

/** The comments on one topic, with the form for a new one. */
export function CommentThread({ thread }: { thread: Thread }) {
  const { target, requestKey } = useRequestedComment();
  const position = useCommentPosition(thread, target);
  // After sending, the list jumps to the top, so that people see their own comment.
  const [topOf, setTopOf] = useState<string | null>(null);
  const list = useListComments(thread, topOf === requestKey ? 0 : position.start, position.isKnown);
  useCommentSocket(socketOf(thread));
  const comments = useMemo(
    () => onceEach(list.data?.pages.flatMap((page) => page.comments) ?? []),
    [list.data],
  );
  useKeptEnd(comments, list.hasNextPage, list.fetchNextPage);
  const view = useMemo(
    () => ({
      thread,
      target: position.isGone ? null : target,
      requestKey,
      ancestorIds: position.ancestorIds,
    }),
    [thread, target, requestKey, position.isGone, position.ancestorIds],
  );
  const pages = list.data?.pages.length ?? 0;
  const newest = list.data?.pages.at(-1);

  // When a refetch fails, keep the loaded comments and with them any unsent text.
  if (newest === undefined && list.isError)
    return <ErrorPanel error={list.error} onRetry={() => void list.refetch()} />;
  if (newest === undefined) return <Waiting what="the comments" />;
  return (
    <ThreadContext value={view}>
      <Group justify="space-between" gap="sm" mb="sm" wrap="nowrap" align="flex-start">
        <Text size="sm" c="dimmed" className={classes.about ?? ''}>
          {newest.display_name}
          <span className={classes.total}>{countOf(newest.total_comments, 'comment')}</span>
        </Text>
        <FollowButtons thread={thread} state={newest.state} />
      </Group>
      {position.isGone && <GoneComment />}
      <NewComment thread={thread} onSent={() => setTopOf(requestKey)} />
      {list.hasPreviousPage && (
        <SecondaryButton
          fullWidth
          mt="sm"
          loading={list.isFetchingPreviousPage}
          onClick={() => void fetchOneMore(pages, list.fetchPreviousPage)}
        >
          Show newer
        </SecondaryButton>
      )}
      {comments.length === 0 ? (
        <EmptyState title="No comments yet">Be the first to comment.</EmptyState>
      ) : (
        <ol className={classes.list} aria-label="Comments">
          {comments.map((comment) => (
            <CommentItem key={comment.id} comment={comment} />
          ))}
        </ol>
      )}
      {list.hasNextPage && (
        <SecondaryButton
          fullWidth
          loading={list.isFetchingNextPage}
          onClick={() => void fetchOneMore(pages, list.fetchNextPage)}
        >
          Show more
        </SecondaryButton>
      )}
    </ThreadContext>
  );
}
