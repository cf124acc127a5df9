import { Button } from '@mantine/core';
import { recordNumber } from '@omicon/contract/base/endpoint.ts';
import { IconMessage } from '@tabler/icons-react';
import { type ReactNode, useEffect, useState } from 'react';
import { z } from 'zod';
import { keyOfThread, socketOf, type Thread } from '../areas/comments/thread.ts';
import { useCommentSocket } from '../areas/comments/use-comment-socket.ts';
import { useAddressQuery } from '../base/addresses/address-query.ts';
import { useSession } from '../base/sign-in/session.ts';
import { lazyPart } from '../ui/feedback/lazy-part.tsx';
import { formatCount } from '../ui/text/format.ts';
import { CommentThread } from './comment-thread.ts';

const CommentPanel = lazyPart('the comments', async () => {
  void CommentThread.preload();
  return (await import('../areas/comments/CommentPanel.tsx')).CommentPanel;
});

const shape = z.object({
  comment: recordNumber.nullable().catch(null),
  file_folder_name: z.string().nullable().catch(null),
});

interface WithCommentsProps {
  thread: Thread;
  /** number of comments, on the button; undefined while loading */
  count: number | undefined;
  children(parts: { button: ReactNode; panel: ReactNode }): ReactNode;
}

/** Content with a button for its comments, which open beside it. */
export function WithComments({ thread, count, children }: WithCommentsProps) {
  const { query, setQuery } = useAddressQuery(shape);
  const isAsked = query.comment !== null || query.file_folder_name !== null;
  const [isOpen, setOpen] = useState(isAsked);
  const mayRead = useSession().hasPermission('COMMENTS_LIST_VIEW');
  useCommentSocket(mayRead ? socketOf(thread) : null);

  useEffect(() => {
    if (isAsked) setOpen(true);
  }, [isAsked]);

  function close(): void {
    setOpen(false);
    if (isAsked) setQuery({ comment: null, file_folder_name: null }, true);
  }

  if (!mayRead) return children({ button: null, panel: null });
  const button = (
    <Button
      size="xs"
      variant={isOpen ? 'light' : 'default'}
      aria-expanded={isOpen}
      leftSection={<IconMessage size={14} aria-hidden="true" />}
      onClick={isOpen ? close : () => setOpen(true)}
    >
      Comments{count !== undefined && ` (${formatCount(count)})`}
    </Button>
  );
  const panel = isOpen && (
    <CommentPanel form="inside" onClose={close}>
      <CommentThread key={keyOfThread(thread)} thread={thread} />
    </CommentPanel>
  );
  return children({ button, panel });
}
