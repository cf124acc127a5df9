import { modals } from '@mantine/modals';
import type { Access } from '@omicon/domain/permissions.ts';
import { showToast } from '../ui/toasts.ts';
import { useSession } from './session.ts';

/** Files that a call of their own sends. Guests are offered them too and learn that they need an account. */
export function useDownload(permission: Access) {
  const { hasPermission, isGuest } = useSession();

  function download(address: string, name: string): void {
    if (!hasPermission(permission)) {
      modals.openContextModal({ modal: 'permission', title: 'Permission', innerProps: {} });
      return;
    }
    const link = document.createElement('a');
    link.href = address;
    link.download = '';
    link.rel = 'noopener';
    link.click();
    showToast({ title: 'Download Initiated!', message: name });
  }

  return { isOffered: isGuest || hasPermission(permission), download };
}
