import { Button } from '@mantine/core';
import { listAnalyses } from '@omicon/contract/areas/analyses/analyses.ts';
import { listDataCollections, listDataSets } from '@omicon/contract/areas/collections.ts';
import {
  listUnreadNotifications,
  NEWS_SOCKET,
  type UnreadNotification,
} from '@omicon/contract/areas/notifications.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { watchSocket } from '../../base/calls/shared-socket.ts';
import { refreshCalls } from '../../base/calls/use-endpoint.ts';
import { hideToast, showToast } from '../../ui/feedback/toasts.ts';
import { cutEnd } from '../../ui/text/format.ts';
import {
  detailOf,
  isOfNewRecords,
  listNew,
  NOTHING_SEEN,
  outcomeOf,
  type Seen,
  seenWith,
  sentenceOf,
} from './news.ts';
import { useOpenNotification } from './use-open-notification.ts';

/** If more arrive at once, as after a night, they are summarized in one message. */
const MAX_TOASTS = 3;
const MAX_MESSAGE_LENGTH = 160;

/** Lists and side menus show what a run has stored. */
const LISTS_OF_RECORDS = [listDataCollections, listDataSets, listAnalyses];

function actionOf(notification: UnreadNotification): string {
  if (notification.kind === 'download') return 'Download';
  const hasResults = notification.kind === 'advancedSearch' && notification.state === 'done';
  return hasResults ? 'Open the results' : 'Open';
}

function textOf(notification: UnreadNotification): { title: string; message: string } {
  if (notification.kind === 'download')
    return { title: 'Your download is ready!', message: notification.name };
  if (notification.kind === 'advancedSearch')
    return {
      title: `Your ${outcomeOf(notification).replace(/^./, (first) => first.toLowerCase())}`,
      message: cutEnd(notification.Description, MAX_MESSAGE_LENGTH),
    };
  return {
    title: sentenceOf(notification),
    message: cutEnd(detailOf(notification), MAX_MESSAGE_LENGTH),
  };
}

function sayNews(notification: UnreadNotification, open: (notification: UnreadNotification) => void): void {
  const id = `news ${notification.notifId}`;
  showToast({
    id,
    ...textOf(notification),
    action: (
      <Button
        key="open"
        size="compact-xs"
        variant="light"
        onClick={() => {
          hideToast(id);
          open(notification);
        }}
      >
        {actionOf(notification)}
      </Button>
    ),
  });
}

/** Fetches again whenever the person's socket reports news, or may have missed some. */
export function useNotificationSocket(personId: number | null): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    if (personId === null) return;
    return watchSocket({
      ...NEWS_SOCKET,
      id: personId,
      onChange: () => void refreshCalls(queryClient, [listUnreadNotifications]),
    });
  }, [personId, queryClient]);
}

/**
 * Shows notifications that arrive while the page is open, once, on the visible page. Every open page renews its lists
 * when a run has stored records.
 */
export function useNotificationToasts(unread: readonly UnreadNotification[] | undefined): void {
  const queryClient = useQueryClient();
  const seen = useRef<Seen | null>(null);
  const open = useOpenNotification();
  // biome-ignore lint/correctness/useExhaustiveDependencies: `open` is a new function at each render
  useEffect(() => {
    if (unread === undefined) return;
    const news = seen.current === null ? [] : listNew(seen.current, unread);
    seen.current = seenWith(seen.current ?? NOTHING_SEEN, unread);
    if (news.some(isOfNewRecords)) void refreshCalls(queryClient, LISTS_OF_RECORDS);
    if (document.hidden || news.length === 0) return;
    if (news.length <= MAX_TOASTS) for (const each of news) sayNews(each, open);
    else showToast({ title: 'Notifications', message: `${news.length} new notifications have come.` });
  }, [unread]);
}
