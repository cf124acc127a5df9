import { Button, Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import { ModalFrame } from '../form/ModalFrame.tsx';
import { hideToast, showToast } from './toasts.ts';

interface Deletion {
  /** kind of the deleted item */
  kind: string;
  name: string;
  /** true if it cannot be restored */
  isFinal?: boolean;
  /** by default Delete; people are removed, tokens revoked, sharing is stopped, links replaced */
  verb?: 'Delete' | 'Remove' | 'Revoke' | 'Stop sharing' | 'Replace';
  /** replaces the sentence about restoring it */
  consequence?: string;
  run(): void;
}

/** Asks for confirmation, showing the name of the item. */
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

/** Toast with an Undo button after a deletion; `takesFocus` if the focus was in the deleted element. */
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
