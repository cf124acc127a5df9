import { ActionIcon, Button, Group, Text, Title, Tooltip, UnstyledButton } from '@mantine/core';
import { COMMENT_LOG, DOWNLOAD_LOG, SEARCH_LOG } from '@omicon/contract/addresses.ts';
import { SEARCH_ACCESS } from '@omicon/contract/areas/advanced-search/search-access.ts';
import {
  type listUnreadNotifications,
  markAllNotificationsAsRead,
  type NotificationKind,
  type UnreadNotification,
} from '@omicon/contract/areas/notifications.ts';
import type { ReplyOf } from '@omicon/contract/base/endpoint.ts';
import { type Icon, IconAt, IconDownload, IconFilterSearch, IconX } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import { useChange } from '../../base/calls/use-endpoint.ts';
import { useSession } from '../../base/sign-in/session.ts';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { ErrorPanel } from '../../ui/feedback/ErrorPanel.tsx';
import { Waiting } from '../../ui/feedback/Waiting.tsx';
import { AddressLink } from '../../ui/navigation/AddressLink.tsx';
import { formatAge, formatCount, formatTime } from '../../ui/text/format.ts';
import { REFRESHES_NOTIFICATIONS, useMarkNotificationAsRead } from './calls.ts';
import { detailOf, sentenceOf, withoutDuplicates } from './news.ts';
import classes from './notification-bell.module.css';
import { useOpenNotification } from './use-open-notification.ts';

const ICONS: Record<NotificationKind, Icon> = {
  advancedSearch: IconFilterSearch,
  download: IconDownload,
  mention: IconAt,
};

const LOGS = [
  { title: 'Search Notifications', href: SEARCH_LOG, access: SEARCH_ACCESS },
  { title: 'Downloads', href: DOWNLOAD_LOG, access: 'NOTIFICATION_DOWNLOADS_VIEW' },
  { title: 'Comments', href: COMMENT_LOG, access: 'NOTIFICATION_COMMENTS_VIEW' },
] as const;

interface ItemProps {
  notification: UnreadNotification;
  onOpen(notification: UnreadNotification): void;
}

function Item({ notification, onOpen }: ItemProps) {
  const mark = useMarkNotificationAsRead();
  const { kind, notifId, created_at } = notification;
  const Picture = ICONS[kind];
  const sentence = sentenceOf(notification);
  const detail = detailOf(notification);
  return (
    <li className={classes.item}>
      <Tooltip label={formatTime(created_at)} events={{ hover: true, focus: true, touch: false }}>
        <UnstyledButton className={classes.open ?? ''} onClick={() => onOpen(notification)}>
          <Picture size={18} stroke={1.6} aria-hidden="true" className={classes.icon} />
          <span className={classes.words}>
            <span className={classes.sentence}>{sentence}</span>
            {detail !== '' && <span className={classes.detail}>{detail}</span>}
            <time className={classes.time} dateTime={created_at}>
              {formatAge(created_at, Date.now())}
            </time>
          </span>
        </UnstyledButton>
      </Tooltip>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={28}
        aria-label={`Clear: ${sentence}`}
        loading={mark.isPending}
        onClick={() => mark.mutate({ params: { kind, id: notifId } })}
      >
        <IconX size={16} aria-hidden="true" />
      </ActionIcon>
    </li>
  );
}

function Content({ unread, onClose }: ContentProps) {
  const open = useOpenNotification();
  const { data } = unread;
  if (unread.isError && data === undefined)
    return (
      <div className={classes.state}>
        <ErrorPanel error={unread.error} onRetry={() => void unread.refetch()} />
      </div>
    );
  if (data === undefined)
    return (
      <div className={classes.state}>
        <Waiting what="your notifications" lines={3} />
      </div>
    );
  const shown = withoutDuplicates(data.notifications);
  if (shown.length === 0)
    return <EmptyState title="Nothing unread">What you have read stays in the lists below.</EmptyState>;
  return (
    <>
      <ul className={classes.items}>
        {shown.map((notification) => (
          <Item
            key={notification.notifId}
            notification={notification}
            onOpen={(chosen) => {
              onClose();
              open(chosen);
            }}
          />
        ))}
      </ul>
      {data.total > shown.length && (
        <Text size="xs" c="dimmed" px="md" pb="sm">
          The newest {shown.length} of {formatCount(data.total)}.
        </Text>
      )}
    </>
  );
}

interface ContentProps {
  unread: UseQueryResult<ReplyOf<typeof listUnreadNotifications>>;
  onClose(): void;
}

/** Unread notifications, newest first, with buttons to clear them and links to the logs. */
export function UnreadList({ titleId, unread, onClose }: ContentProps & { titleId: string }) {
  const { hasPermission } = useSession();
  const markAll = useChange(markAllNotificationsAsRead, REFRESHES_NOTIFICATIONS);
  const newest = unread.data?.notifications[0];
  return (
    <div className={classes.list}>
      <Group justify="space-between" px="md" py={6} className={classes.head ?? ''}>
        <Title id={titleId} order={2} size="h3">
          Notifications
        </Title>
        <Button
          size="compact-sm"
          variant="subtle"
          disabled={newest === undefined}
          loading={markAll.isPending}
          onClick={() => newest !== undefined && markAll.mutate({ body: { until: newest.notifId } })}
        >
          Clear all
        </Button>
      </Group>
      <div className={classes.scroller}>
        <Content unread={unread} onClose={onClose} />
      </div>
      <nav aria-label="All notifications" className={classes.logs}>
        {LOGS.filter(({ access }) => hasPermission(access)).map(({ title, href }) => (
          <AddressLink key={href} href={href} size="sm" onClick={onClose}>
            {title}
          </AddressLink>
        ))}
      </nav>
    </div>
  );
}
