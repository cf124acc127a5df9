import { listUnreadNotifications, markNotificationAsRead } from '@omicon/contract/areas/notifications.ts';
import { useChange } from '../../base/calls/use-endpoint.ts';

/** All lists of notifications and their settings; refreshed after a change, even a failed one. */
export const REFRESHES_NOTIFICATIONS = {
  refreshes: [listUnreadNotifications],
  refreshesAfterFailure: true,
} as const;

export function useMarkNotificationAsRead() {
  return useChange(markNotificationAsRead, REFRESHES_NOTIFICATIONS);
}
