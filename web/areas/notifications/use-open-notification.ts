import type { UnreadNotification } from '@omicon/contract/areas/notifications.ts';
import { useRouter } from '@tanstack/react-router';
import { commentAddress, searchQueryAddress } from '../../base/addresses/addresses.ts';
import { useFetchDownload } from '../../base/files/start-download.ts';
import { useMarkNotificationAsRead } from './calls.ts';

/** Does what a notification is for, and marks it as read: opens results, fetches a download, leads to a comment. */
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
        : searchQueryAddress({ notificationID: id }),
    );
  };
}
