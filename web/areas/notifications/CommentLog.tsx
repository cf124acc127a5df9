import { commentAddress } from '@omicon/contract/addresses.ts';
import {
  listMentionNotifications,
  type MENTION_REASONS,
  type MentionNotification,
} from '@omicon/contract/areas/notifications.ts';
import { IconMessage } from '@tabler/icons-react';
import { useRouter } from '@tanstack/react-router';
import { z } from 'zod';
import { useEndpoint } from '../../base/calls/use-endpoint.ts';
import type { Column } from '../../ui/grid/columns.ts';
import { DataGrid } from '../../ui/grid/DataGrid.tsx';
import { failureOf } from '../../ui/grid/failure-of.ts';
import { useAddressGrid } from '../../ui/grid/use-address-grid.ts';
import { useMarkNotificationAsRead } from './calls.ts';
import { LogName } from './LogName.tsx';
import classes from './log.module.css';

/** Three columns of 30 % each; the reason gets the rest. */
const WIDTH = 330;
const REASON_WIDTH = 110;

const REASONS: Record<(typeof MENTION_REASONS)[number], string> = {
  mention: 'Mention',
  reply: 'Reply',
  follow: 'Followed',
};

/** The log is always newest first. */
const shape = z.object({
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
  page_size: z.coerce.number().int().min(1).max(100).default(50),
  sort: z.literal('created_at').default('created_at'),
  order: z.literal('desc').default('desc'),
});

function columnsFor(open: (row: MentionNotification) => void): Column<MentionNotification>[] {
  return [
    {
      key: 'comment_details',
      title: 'Comment',
      width: WIDTH,
      isSortable: false,
      show: (row) => (
        <LogName
          name={`${row.comment_details}, on ${row.display_name}`}
          isRead={row.is_read}
          onOpen={() => open(row)}
        >
          {row.comment_details} <span className={classes.about}>on {row.display_name}</span>
        </LogName>
      ),
    },
    { key: 'mentioned_by', title: 'Mentioned By', width: WIDTH, isSortable: false },
    { key: 'created_at', title: 'Created', kind: 'time', width: WIDTH, isSortable: false },
    {
      key: 'reason',
      title: 'Reason',
      width: REASON_WIDTH,
      isSortable: false,
      value: (row) => REASONS[row.reason],
    },
  ];
}

/** Comments that the person was notified of and may still read; opening one shows its page and marks it as read. */
export function CommentLog() {
  const { query, pagingOf } = useAddressGrid(shape);
  const list = useEndpoint(
    listMentionNotifications,
    { body: { page: query.page, items_per_page: query.page_size } },
    { staleTime: 0 },
  );
  const markAsRead = useMarkNotificationAsRead();
  const router = useRouter();

  function open({ id, notification_id, is_read, comment_page_url }: MentionNotification): void {
    if (!is_read) markAsRead.mutate({ params: { kind: 'mention', id: notification_id } });
    router.history.push(commentAddress(comment_page_url, id));
  }

  return (
    <DataGrid
      name="comment-notifications"
      caption="Comment notifications"
      columns={columnsFor(open)}
      rows={list.data?.mention_notifications}
      server={pagingOf(list.data?.total)}
      failure={failureOf(list)}
      rowKey={(row) => String(row.notification_id)}
      isFilterable={false}
      actions={(row) => [{ label: 'Open the comment', icon: IconMessage, run: () => open(row) }]}
      emptyHint="Mentions, replies to you and comments in threads that you follow appear here."
    />
  );
}
