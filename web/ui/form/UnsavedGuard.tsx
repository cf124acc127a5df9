import { Modal, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useBlocker } from '@tanstack/react-router';
import { sessionQuery } from '../../base/sign-in/session.ts';
import { ModalFrame } from './ModalFrame.tsx';

/** Asks before a page with unsaved changes is left, by a link, by going back, or by closing the tab. */
export function UnsavedGuard({
  unsaved,
}: {
  /** such as `2 changes`; null if everything is saved */ unsaved: string | null;
}) {
  const queryClient = useQueryClient();
  // Nothing can be saved any more after the sign-in has ended.
  const isUnsaved = () => unsaved !== null && queryClient.getQueryData(sessionQuery.queryKey) !== null;
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: isUnsaved,
    enableBeforeUnload: isUnsaved,
    withResolver: true,
  });
  return (
    <Modal opened={status === 'blocked'} onClose={() => reset?.()} title="Leave without saving?">
      <ModalFrame
        buttons={[
          { kind: 'close', label: 'Stay', onClick: () => reset?.() },
          { kind: 'delete', label: 'Leave', onClick: () => proceed?.() },
        ]}
      >
        <Text>{unsaved} will be lost.</Text>
      </ModalFrame>
    </Modal>
  );
}
