import { Button, Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import { ModalFrame } from '../form/ModalFrame.tsx';
import { hideToast, showToast } from './toasts.ts';

interface Deletion {
  /** what is deleted, as people call it */
  kind: string;
  name: string;
  /** true where nothing brings it back */
  isFinal?: boolean;
  /** people are removed, tokens are revoked, sharing is stopped, everything else is deleted */
  verb?: 'Delete' | 'Remove' | 'Revoke' | 'Stop sharing';
  /** in place of the sentence about bringing it back */
  consequence?: string;
  run(): void;
}

/** Asks once, with the name of the thing. */
export function confirmDelete({
  kind,
  name,
  isFinal = false,
  verb = 'Delete',
  consequence = isFinal ? 'It cannot be brought back.' : 'It can be restored for 30 days.',
  run,
}: Deletion): void {
  const modalId = modals.open({
    title: `${verb} ${kind}`,
    children: (
      <ModalFrame
        buttons={[
          { kind: 'close', label: 'Cancel', onClick: () => modals.close(modalId) },
          {
            kind: 'delete',
            label: verb,
            onClick: () => {
              modals.close(modalId);
              run();
            },
          },
        ]}
      >
        <Text>
          {verb} <strong>{name}</strong>? {consequence}
        </Text>
      </ModalFrame>
    ),
  });
}

const UNDO_MS = 10_000;

/** Says what was deleted and offers to take it back; with `takesFocus` where the focus went with what was deleted. */
export function offerUndo(
  name: string,
  undo: () => void,
  title = 'Deleted',
  { takesFocus = false } = {},
): void {
  const id = crypto.randomUUID();
  showToast({
    id,
    title,
    message: name,
    durationMs: UNDO_MS,
    action: (
      <Button
        key="undo"
        size="compact-xs"
        variant="light"
        autoFocus={takesFocus}
        onClick={() => {
          hideToast(id);
          undo();
        }}
      >
        Undo
      </Button>
    ),
  });
}
