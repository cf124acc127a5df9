import type { Access } from '@omicon/domain/permissions/permissions.ts';
import { askForAccount } from '../../base/sign-in/ask-for-account.ts';
import { useSession } from '../../base/sign-in/session.ts';
import { openLink, showDownloadStarted } from './start-download.ts';

/** Downloads a file sent by an endpoint. Guests are offered it too, and learn that it requires an account. */
export function useDownload(permission: Access) {
  const { hasPermission, isGuest } = useSession();

  function download(address: string, name: string): void {
    if (!hasPermission(permission)) {
      askForAccount();
      return;
    }
    openLink(address);
    showDownloadStarted(name);
  }

  return { isOffered: isGuest || hasPermission(permission), download };
}
