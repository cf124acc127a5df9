import { Badge, Button, Group, Tooltip } from '@mantine/core';
import type { Comment } from '@omicon/contract/areas/comments.ts';
import { COMMENT_VISIBILITY_NAMES, commentCode, DEEPEST_REPLY } from '@omicon/domain/records/comments.ts';
import { memo, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useSession } from '../../base/sign-in/session.ts';
import { AddressLink } from '../../ui/navigation/AddressLink.tsx';
import { formatCount, formatTime } from '../../ui/text/format.ts';
import { CommentMessage } from './CommentMessage.tsx';
import classes from './comments.module.css';
import { EditForm } from './editor/EditForm.tsx';
import { ReplyForm } from './editor/ReplyForm.tsx';
import { Replies } from './Replies.tsx';
import { withComment } from './thread.ts';
import { useThread } from './thread-context.ts';
import { useDeletion } from './use-delete-comment.ts';
import { useHighlight } from './use-highlight.ts';

/** The time of today's comments, the day of older ones. */
function shortTime(time: string): string {
  const exact = formatTime(time);
  const today = formatTime(new Date().toISOString()).slice(0, 10);
  return exact.startsWith(today) ? exact.slice(11) : exact.slice(0, 10);
}

/** Author, time and visibility. */
function CommentHead({ comment }: { comment: Comment }) {
  const { thread } = useThread();
  const { created_at, updated_at, is_edited, to_user, level } = comment;
  const exact = `${formatTime(created_at)}${is_edited ? `, edited ${formatTime(updated_at)}` : ''}`;
  return (
    <div className={classes.head}>
      <span className={classes.author}>{comment.created_by_name}</span>
      {level > 1 && to_user !== null && <span className={classes.dim}>to {to_user.name}</span>}
      <Tooltip label={exact} events={{ hover: true, focus: true, touch: true }}>
        <AddressLink
          href={withComment(thread.page_url, comment.id)}
          className={classes.time ?? ''}
          aria-label={`Link to this comment, written ${exact}`}
        >
          {shortTime(created_at)}
        </AddressLink>
      </Tooltip>
      {is_edited && <span className={classes.dim}>edited</span>}
      <Badge size="xs" variant="outline" color="gray" tt="none" fw={500} className={classes.visibility ?? ''}>
        {COMMENT_VISIBILITY_NAMES[comment.visibility]}
      </Badge>
    </div>
  );
}

type Mode = 'view' | 'edit' | 'reply';

interface ActionsProps {
  comment: Comment;
  isOpen: boolean;
  onMode(mode: Mode): void;
  onToggle(): void;
}

/** "View Reply", "View 3 Replies", and the same to hide them. */
function toggleLabel(count: number, isOpen: boolean): string {
  const verb = isOpen ? 'Hide' : 'View';
  return count === 1 ? `${verb} Reply (1)` : `${verb} Replies (${formatCount(count)})`;
}

function CommentActions({ comment, isOpen, onMode, onToggle }: ActionsProps) {
  const { hasPermission } = useSession();
  const remove = useDeletion(comment);
  const { level, replies_count, can_edit, can_delete } = comment;
  const isAnswerable = level < DEEPEST_REPLY;
  const mayReply = hasPermission('REPLIES_CREATE') && hasPermission(commentCode(comment.entity_type));
  const look = { size: 'compact-xs', variant: 'subtle' } as const;
  return (
    <Group gap={2} ml={-6}>
      {isAnswerable && mayReply && (
        <Button {...look} data-mode="reply" onClick={() => onMode('reply')}>
          Reply
        </Button>
      )}
      {can_edit && (
        <Button {...look} color="gray" data-mode="edit" onClick={() => onMode('edit')}>
          Edit
        </Button>
      )}
      {can_delete && (
        <Button {...look} color="gray" onClick={remove}>
          Delete
        </Button>
      )}
      {isAnswerable && replies_count > 0 && hasPermission('REPLIES_LIST_VIEW') && (
        <Button {...look} aria-expanded={isOpen} onClick={onToggle}>
          {toggleLabel(replies_count, isOpen)}
        </Button>
      )}
    </Group>
  );
}

/** One comment or reply with its actions and its own replies. Memoized: unchanged comments do not render again. */
export const CommentItem = memo(function CommentItem({ comment }: { comment: Comment }) {
  const { target, requestKey, ancestorIds } = useThread();
  const [mode, setMode] = useState<Mode>('view');
  const [isOpen, setOpen] = useState(false);
  const article = useRef<HTMLElement>(null);
  const isAncestor = ancestorIds.has(comment.id);
  const elementId = `comment-${comment.id}`;
  const isMarked = useHighlight(target === comment.id, requestKey, elementId);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a repeated request opens it again
  useEffect(() => {
    if (isAncestor) setOpen(true);
  }, [isAncestor, requestKey]);

  // Closing the form loses the focus: return it to the button that opened the form, before the next key press.
  const left = useRef<Mode | null>(null);
  useLayoutEffect(() => {
    if (mode !== 'view' || left.current === null) return;
    const button = article.current?.querySelector<HTMLElement>(`[data-mode="${left.current}"]`);
    left.current = null;
    (button ?? article.current)?.focus();
  }, [mode]);

  function leave(from: Mode): void {
    left.current = from;
    setMode('view');
  }

  return (
    <li>
      <article
        ref={article}
        id={elementId}
        tabIndex={-1}
        className={classes.item}
        aria-label={`Comment by ${comment.created_by_name}`}
        data-marked={isMarked || undefined}
      >
        <CommentHead comment={comment} />
        {mode === 'edit' ? (
          <EditForm comment={comment} onEnd={() => leave('edit')} />
        ) : (
          <>
            <CommentMessage
              message={comment.message}
              onClick={comment.is_owner && comment.can_edit ? () => setMode('edit') : undefined}
            />
            <CommentActions
              comment={comment}
              isOpen={isOpen}
              onMode={setMode}
              onToggle={() => setOpen(!isOpen)}
            />
          </>
        )}
        {mode === 'reply' && (
          <ReplyForm
            to={comment}
            onSent={() => {
              setOpen(true);
              leave('reply');
            }}
            onCancel={() => leave('reply')}
          />
        )}
      </article>
      {isOpen && comment.replies_count > 0 && (
        <Replies to={comment}>{(reply) => <CommentItem key={reply.id} comment={reply} />}</Replies>
      )}
    </li>
  );
});
