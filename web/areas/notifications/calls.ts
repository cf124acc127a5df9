import type { QueryInput } from '@omicon/contract/endpoint.ts';
import {
  listDownloadNotifications,
  markNotificationAsRead,
  type NotificationKind,
} from '@omicon/contract/notifications.ts';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { callEndpoint } from '../../base/call.ts';

export function useListDownloadNotifications(query: QueryInput<typeof listDownloadNotifications>) {
  return useQuery({
    queryKey: ['notifications', 'download', query],
    queryFn: ({ signal }) => callEndpoint(listDownloadNotifications, { query, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}

export function useMarkNotificationAsRead() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (params: { kind: NotificationKind; id: number }) =>
      callEndpoint(markNotificationAsRead, { params }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['notifications'] }),
  });
}
