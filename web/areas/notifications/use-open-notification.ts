import { commentAddress, searchNewsAddress } from '@omicon/contract/addresses.ts';
import type { UnreadNotification } from '@omicon/contract/areas/notifications.ts';
import { useRouter } from '@tanstack/react-router';
import { useFetchDownload } from '../../actions/download/start-download.ts';
import { useMarkNotificationAsRead } from './calls.ts';

/** Opens a notification's subject and marks it as read: shows results, starts a download, or goes to a comment. */
export function useOpenNotification(): (notification: UnreadNotification) => void {
  const router = useRouter();
  const { mutate: fetchDownload } = useFetchDownload();
  const { mutate: mark } = useMarkNotificationAsRead();

  return (notification) => {
    const { kind, notifId: id } = notification;
    const params = { kind, id };
    if (kind === 'download') {
      fetchDownload(notification, { onSuccess: () => mark({ params }) });
      return;
    }
    mark({ params });
    router.history.push(
      kind === 'mention'
        ? commentAddress(notification.comment_page_url, notification.id)
        : searchNewsAddress(notification),
    );
  };
}
