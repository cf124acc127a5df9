import type { Comment } from '@omicon/contract/areas/comments.ts';
import { useState } from 'react';
import { CallError } from '../../../base/calls/call-error.ts';
import { useSession } from '../../../base/sign-in/session.ts';
import { useUpdateComment } from '../calls.ts';
import { useThread } from '../thread-context.ts';
import { CommentForm } from './CommentForm.tsx';
import { deleteDraft } from './drafts.ts';

/** Edits a comment. If somebody else has edited it since, the form says so; sending again overwrites that edit. */
export function EditForm({ comment, onEnd }: { comment: Comment; onEnd(): void }) {
  const { thread } = useThread();
  const personId = useSession().session?.me.id ?? 0;
  const [version, setVersion] = useState(comment.version);
  const update = useUpdateComment(comment);
  const draftKey = `edit ${comment.id}`;
  return (
    <CommentForm
      label="Edit comment"
      draftKey={draftKey}
      initial={{ message: comment.message, visibility: comment.visibility }}
      thread={thread}
      replyTo={comment.comment}
      submitLabel="UPDATE"
      isBusy={update.isPending}
      error={update.error}
      onSubmit={(draft) =>
        update.mutate(
          { ...draft, version: isStale(update.error) ? comment.version : version },
          {
            onSuccess: () => {
              deleteDraft(personId, draftKey);
              onEnd();
            },
            onError: (error) => {
              if (isStale(error)) setVersion(comment.version);
            },
          },
        )
      }
      onCancel={onEnd}
    />
  );
}

function isStale(error: Error | null): boolean {
  return error instanceof CallError && error.status === 409;
}
