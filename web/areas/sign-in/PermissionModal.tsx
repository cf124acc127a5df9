import { Text } from '@mantine/core';
import type { ContextModalProps } from '@mantine/modals';
import { ModalFrame } from '../../ui/form/ModalFrame.tsx';
import { useLogout } from './calls.ts';

/** Shown to guests who try something that requires an account. */
export function PermissionModal({ context, id }: ContextModalProps) {
  const logout = useLogout('/register');
  return (
    <ModalFrame
      buttons={[
        { kind: 'close', label: 'Cancel', onClick: () => context.closeContextModal(id) },
        {
          kind: 'submit',
          label: 'Go to Register',
          isBusy: logout.isPending,
          onClick: () => {
            context.closeContextModal(id);
            logout.mutate();
          },
        },
      ]}
    >
      <Text>You need to login to download/modify contents of the system...</Text>
    </ModalFrame>
  );
}
