import type { QueryInput } from '@omicon/contract/endpoint.ts';
import {
  type DIGESTS,
  getNotificationSettings,
  listDownloadNotifications,
  listMentionNotifications,
  listUnreadNotifications,
  markAllNotificationsAsRead,
  markNotificationAsRead,
  type NotificationKind,
  saveNotificationSettings,
} from '@omicon/contract/notifications.ts';
import { listSearchNotifications } from '@omicon/contract/search-queries.ts';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { callEndpoint } from '../../base/calls/call.ts';

/** Calls about notifications are kept under this key, so that all are asked again when one has changed. */
export const NOTIFICATIONS = 'notifications';

/** What the person has not seen, newest first; asked again with every news. */
export function useListUnread(isWanted: boolean) {
  return useQuery({
    queryKey: [NOTIFICATIONS, 'unread'],
    queryFn: ({ signal }) => callEndpoint(listUnreadNotifications, { signal }),
    enabled: isWanted,
  });
}

export function useListDownloadNotifications(query: QueryInput<typeof listDownloadNotifications>) {
  return useQuery({
    queryKey: [NOTIFICATIONS, 'download', query],
    queryFn: ({ signal }) => callEndpoint(listDownloadNotifications, { query, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}

export function useListSearchNotifications(query: QueryInput<typeof listSearchNotifications>) {
  return useQuery({
    queryKey: [NOTIFICATIONS, 'search', query],
    queryFn: ({ signal }) => callEndpoint(listSearchNotifications, { query, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}

export function useListMentionNotifications(body: { page: number; items_per_page: number }) {
  return useQuery({
    queryKey: [NOTIFICATIONS, 'mention', body],
    queryFn: ({ signal }) => callEndpoint(listMentionNotifications, { body, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}

function useChange<Input, Reply>(change: (input: Input) => Promise<Reply>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSettled: () => queryClient.invalidateQueries({ queryKey: [NOTIFICATIONS] }),
  });
}

export function useMarkNotificationAsRead() {
  return useChange((params: { kind: NotificationKind; id: number }) =>
    callEndpoint(markNotificationAsRead, { params }),
  );
}

/** @param until the newest notification that was shown; what came since stays unread */
export function useMarkAllAsRead() {
  return useChange((until: number) => callEndpoint(markAllNotificationsAsRead, { body: { until } }));
}

export function useGetNotificationSettings() {
  return useQuery({
    queryKey: [NOTIFICATIONS, 'settings'],
    queryFn: ({ signal }) => callEndpoint(getNotificationSettings, { signal }),
  });
}

export function useSaveNotificationSettings() {
  return useChange((digest: (typeof DIGESTS)[number]) =>
    callEndpoint(saveNotificationSettings, { body: { digest } }),
  );
}
