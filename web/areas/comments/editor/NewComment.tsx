import { Button, Text, UnstyledButton } from '@mantine/core';
import { commentCode } from '@omicon/domain/records/comments.ts';
import { useLayoutEffect, useRef, useState } from 'react';
import { askForAccount } from '../../../base/sign-in/ask-for-account.ts';
import { useSession } from '../../../base/sign-in/session.ts';
import { useCreateComment } from '../calls.ts';
import classes from '../comments.module.css';
import { keyOfThread, type Thread } from '../thread.ts';
import { CommentForm } from './CommentForm.tsx';
import { deleteDraft, findDraft } from './drafts.ts';
import { useAttemptKey } from './use-attempt-key.ts';

const BEGIN = 'Join the discussion...';

function NoWriting({ isGuest }: { isGuest: boolean }) {
  if (!isGuest) {
    return (
      <Text size="sm" c="dimmed">
        Your role can read comments but not write them. An administrator can change that.
      </Text>
    );
  }
  return (
    <Text size="sm" c="dimmed">
      Guests can read public comments. To write comments, you need an account.{' '}
      <Button size="compact-xs" variant="subtle" onClick={askForAccount}>
        Log in or register
      </Button>
    </Text>
  );
}

/** Button and form for a new comment, or the reason why the person cannot write one. */
export function NewComment({ thread, onSent }: { thread: Thread; onSent(): void }) {
  const { hasPermission, isGuest, session } = useSession();
  const [isOpen, setOpen] = useState(false);
  const [isSent, setSent] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const attempt = useAttemptKey();
  const creation = useCreateComment(thread);
  const personId = session?.me.id ?? 0;
  const draftKey = `new ${keyOfThread(thread)}`;

  // Closing the form loses the focus: return it to the button, before the next key press.
  const wasOpen = useRef(false);
  useLayoutEffect(() => {
    if (wasOpen.current && !isOpen) root.current?.querySelector('button')?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);

  function close(): void {
    creation.reset();
    setOpen(false);
  }

  const mayWrite = hasPermission('COMMENTS_CREATE') && hasPermission(commentCode(thread.entity_type));
  if (!mayWrite) return <NoWriting isGuest={isGuest} />;
  return (
    <div ref={root}>
      <div className="spoken" role="status">
        {isSent && 'Your comment has been written.'}
      </div>
      {isOpen ? (
        <CommentForm
          label="New comment"
          draftKey={draftKey}
          initial={{ message: '', visibility: 'public' }}
          thread={thread}
          submitLabel="Comment"
          isBusy={creation.isPending}
          error={creation.error}
          onSubmit={(draft) =>
            creation.mutate(
              { ...draft, idempotencyKey: attempt.keyOf(draft) },
              {
                onSuccess: () => {
                  attempt.forget();
                  deleteDraft(personId, draftKey);
                  setSent(true);
                  close();
                  onSent();
                },
              },
            )
          }
          onCancel={close}
        />
      ) : (
        <UnstyledButton
          className={classes.begin ?? ''}
          onClick={() => {
            setSent(false);
            setOpen(true);
          }}
        >
          {BEGIN}
          {findDraft(personId, draftKey) !== null && <span className={classes.unsent}>Unsent text</span>}
        </UnstyledButton>
      )}
    </div>
  );
}
