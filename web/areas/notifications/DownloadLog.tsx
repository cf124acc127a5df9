import { UnstyledButton } from '@mantine/core';
import { type DownloadNotification, listDownloadNotifications } from '@omicon/contract/notifications.ts';
import { IconDownload } from '@tabler/icons-react';
import { useFetchDownload } from '../../base/start-download.ts';
import type { Column } from '../../ui/grid/columns.ts';
import { DataGrid } from '../../ui/grid/DataGrid.tsx';
import { failureOf } from '../../ui/grid/failure-of.ts';
import { useAddressGrid } from '../../ui/grid/use-address-grid.ts';
import { MiddleText } from '../../ui/MiddleText.tsx';
import { useListDownloadNotifications, useMarkNotificationAsRead } from './calls.ts';
import classes from './download-log.module.css';

function columnsFor(open: (row: DownloadNotification) => void): Column<DownloadNotification>[] {
  return [
    { key: 'type', title: 'Type', kind: 'text', width: 90, value: (row) => row.type },
    {
      key: 'name',
      title: 'Name',
      kind: 'text',
      width: 420,
      value: (row) => row.name,
      show: (row) => (
        <UnstyledButton
          tabIndex={-1}
          aria-label={row.is_read ? row.name : `${row.name}, unread`}
          className={classes.name ?? ''}
          data-unread={!row.is_read || undefined}
          onClick={() => open(row)}
        >
          <MiddleText text={row.name} />
        </UnstyledButton>
      ),
    },
    { key: 'file_size', title: 'File Size', kind: 'size', width: 120, value: (row) => row.file_size },
    { key: 'created_at', title: 'Created', kind: 'date', width: 130, value: (row) => row.created_at },
  ];
}

/** Downloads that were made ready for the person; opening one fetches it and marks it as read. */
export function DownloadLog() {
  const { query, pagingOf } = useAddressGrid(listDownloadNotifications.query);
  const list = useListDownloadNotifications(query);
  const fetchDownload = useFetchDownload();
  const markAsRead = useMarkNotificationAsRead();

  function open(row: DownloadNotification): void {
    fetchDownload.mutate(row, {
      onSuccess: () => {
        if (!row.is_read) markAsRead.mutate({ kind: 'download', id: row.notifId });
      },
    });
  }

  return (
    <DataGrid
      name="downloads"
      caption="Downloads"
      columns={columnsFor(open)}
      rows={list.data?.results}
      server={pagingOf(list.data?.total)}
      failure={failureOf(list)}
      rowKey={(row) => String(row.notifId)}
      rowName={(row) => row.name}
      isFilterable={false}
      actions={(row) => [
        { label: 'Download', icon: <IconDownload size={16} aria-hidden="true" />, run: () => open(row) },
      ]}
      emptyHint="Large files and zip archives appear here once they are ready to be fetched."
    />
  );
}
