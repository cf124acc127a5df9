import { Alert, Button, Group, SegmentedControl, Text } from '@mantine/core';
import {
  COMMENT_VISIBILITIES,
  COMMENT_VISIBILITY_NAMES,
  type CommentVisibility,
  narrowVisibility,
} from '@omicon/domain/records/comments.ts';
import { type KeyboardEvent, useRef, useState } from 'react';
import { describeError } from '../../../base/calls/call-error.ts';
import { useSession } from '../../../base/sign-in/session.ts';
import { lazyPart } from '../../../ui/feedback/lazy-part.tsx';
import { SecondaryButton } from '../../../ui/form/SecondaryButton.tsx';
import classes from '../comments.module.css';
import type { Thread } from '../thread.ts';
import { type Draft, deleteDraft, findDraft, saveDraft } from './drafts.ts';
import { trimMessage } from './message-text.ts';
import { useExcludedMentions } from './use-excluded-mentions.ts';

const MessageEditor = lazyPart(
  'the editor',
  async () => (await import('./MessageEditor.tsx')).MessageEditor,
  { lines: 2 },
);

/** In the order of the specification. */
const CHOICES: readonly CommentVisibility[] = ['private', 'public', 'lab'];

const MEANING: Record<CommentVisibility, string> = {
  private: 'Visible to you, the person you reply to, and administrators.',
  public: 'Visible to anyone who can see this record.',
  lab: 'Visible to members of the laboratory and reviewers.',
};

interface CommentFormProps {
  /** accessible name: New comment, Reply to Ann Lee */
  label: string;
  /** key of the unsent draft */
  draftKey: string;
  /** content of the form when there is no draft */
  initial: Draft;
  /** the widest choice: a reply is not visible to more people than its parent */
  widest?: CommentVisibility;
  /** its readers can be mentioned */
  thread: Thread;
  /** id of the comment that it answers */
  replyTo?: number | null;
  submitLabel: string;
  isBusy: boolean;
  error: Error | null;
  onSubmit(draft: Draft): void;
  /** closes the form and keeps the draft */
  onCancel(): void;
}

/** Form for a comment, a reply or an edit. */
export function CommentForm(props: CommentFormProps) {
  const { label, draftKey, initial, widest = 'public', thread, replyTo = null, isBusy, error } = props;
  const personId = useSession().session?.me.id ?? 0;
  const [first] = useState(() => findDraft(personId, draftKey) ?? initial);
  const [draft, setDraft] = useState(first);
  // Ctrl+Enter can follow the last letter before the form has rendered with it.
  const latest = useRef(first);
  const [isEmpty, setEmpty] = useState(false);
  const place = { thread, visibility: draft.visibility, replyTo };
  const mentions = useExcludedMentions();
  const choices = CHOICES.filter((choice) => narrowVisibility(choice, widest) === choice);

  function change(changes: Partial<Draft>): void {
    const next = { ...latest.current, ...changes };
    latest.current = next;
    setDraft(next);
    setEmpty(false);
    if (trimMessage(next.message) === initial.message) deleteDraft(personId, draftKey);
    else saveDraft(personId, draftKey, next);
  }

  async function submit(): Promise<void> {
    const { visibility } = latest.current;
    const message = trimMessage(latest.current.message);
    if (isBusy || mentions.isChecking) return;
    if (message === '') setEmpty(true);
    else if (await mentions.areTold(message, { thread, visibility, replyTo }))
      props.onSubmit({ message, visibility });
  }

  function leave(event: KeyboardEvent): void {
    if (event.key !== 'Escape') return;
    // The editor has handled the key already; stop it here so that the panel around the form stays open.
    event.stopPropagation();
    if (!event.defaultPrevented) props.onCancel();
  }

  const fault = isEmpty ? 'Enter comment' : error === null ? null : describeError(error);
  return (
    <fieldset className={classes.form} aria-label={label} onKeyDown={leave}>
      <MessageEditor
        label={label}
        message={first.message}
        place={place}
        onChange={(message) => change({ message })}
        onSend={() => void submit()}
        onLeave={props.onCancel}
      />
      {fault !== null && (
        <Alert color="red" variant="light" role="alert" p={6} mt={6}>
          {fault}
        </Alert>
      )}
      {mentions.excludedFrom(draft) !== '' && (
        <Alert color="yellow" variant="light" role="alert" p={6} mt={6}>
          {mentions.excludedFrom(draft)}
        </Alert>
      )}
      <Group gap={8} mt={6} justify="space-between" align="center">
        <SegmentedControl
          size="xs"
          aria-label="Visibility"
          value={draft.visibility}
          data={choices.map((value) => ({ value, label: COMMENT_VISIBILITY_NAMES[value] }))}
          onChange={(value) => {
            const visibility = COMMENT_VISIBILITIES.find((each) => each === value);
            if (visibility !== undefined) change({ visibility });
          }}
        />
        <Group gap={6}>
          <SecondaryButton onClick={props.onCancel}>Cancel</SecondaryButton>
          <Button size="xs" loading={isBusy || mentions.isChecking} onClick={() => void submit()}>
            {props.submitLabel}
          </Button>
        </Group>
      </Group>
      <Text size="xs" c="dimmed" mt={4}>
        {MEANING[draft.visibility]} Ctrl + Enter sends, @ mentions.
      </Text>
    </fieldset>
  );
}
