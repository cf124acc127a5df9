import type { Comment } from '@omicon/contract/areas/comments.ts';
import { narrowVisibility } from '@omicon/domain/records/comments.ts';
import { useSession } from '../../../base/sign-in/session.ts';
import { useCreateReply } from '../calls.ts';
import { useThread } from '../thread-context.ts';
import { CommentForm } from './CommentForm.tsx';
import { deleteDraft } from './drafts.ts';
import { useAttemptKey } from './use-attempt-key.ts';

interface ReplyFormProps {
  to: Comment;
  onSent(): void;
  onCancel(): void;
}

/** Replies to a comment, by default with the same visibility. */
export function ReplyForm({ to, onSent, onCancel }: ReplyFormProps) {
  const { thread } = useThread();
  const personId = useSession().session?.me.id ?? 0;
  const attempt = useAttemptKey();
  const reply = useCreateReply(thread, to);
  const draftKey = `reply ${to.id}`;
  return (
    <CommentForm
      label={`Reply to ${to.created_by_name}`}
      draftKey={draftKey}
      initial={{ message: '', visibility: narrowVisibility('public', to.visibility) }}
      widest={to.visibility}
      thread={thread}
      replyTo={to.id}
      submitLabel="Reply"
      isBusy={reply.isPending}
      error={reply.error}
      onSubmit={(draft) =>
        reply.mutate(
          { ...draft, idempotencyKey: attempt.keyOf(draft) },
          {
            onSuccess: () => {
              deleteDraft(personId, draftKey);
              onSent();
            },
          },
        )
      }
      onCancel={onCancel}
    />
  );
}
