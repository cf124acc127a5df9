import { modals } from '@mantine/modals';
import type { Access } from '@omicon/domain/permissions/permissions.ts';
import { useSession } from '../sign-in/session.ts';
import { openLink, sayInitiated } from './start-download.ts';

/** Files that a call of their own sends. Guests are offered them too and learn that they need an account. */
export function useDownload(permission: Access) {
  const { hasPermission, isGuest } = useSession();

  function download(address: string, name: string): void {
    if (!hasPermission(permission)) {
      modals.openContextModal({ modal: 'permission', title: 'Permission', innerProps: {} });
      return;
    }
    openLink(address);
    sayInitiated(name);
  }

  return { isOffered: isGuest || hasPermission(permission), download };
}
