import { Text } from '@mantine/core';
import type { ContextModalProps } from '@mantine/modals';
import { useSession } from '../../base/sign-in/session.ts';
import { ModalFrame } from '../../ui/form/ModalFrame.tsx';
import { useLogout } from './calls.ts';

/** Shown when the server runs another version than this page. */
export function VersionUpdateModal(_props: ContextModalProps) {
  const { session } = useSession();
  const logout = useLogout();
  const text =
    session === null
      ? 'New version is available. Please refresh the application to continue'
      : 'You need to update the app by logging out. Please login again to continue';
  return (
    <ModalFrame
      buttons={[
        session === null
          ? { kind: 'submit', label: 'Refresh', onClick: () => window.location.reload() }
          : {
              kind: 'submit',
              label: 'Logout',
              isBusy: logout.isPending,
              onClick: () => logout.mutate(undefined, { onSettled: () => window.location.assign('/') }),
            },
      ]}
    >
      <Text>{text}</Text>
    </ModalFrame>
  );
}
