import {
  type DownloadNotification,
  listDownloadNotifications,
} from '@omicon/contract/areas/notifications.ts';
import { IconDownload } from '@tabler/icons-react';
import { useFetchDownload } from '../../actions/download/start-download.ts';
import type { Column } from '../../ui/grid/columns.ts';
import { ListGrid } from '../../ui/grid/ListGrid.tsx';
import { useAddressList } from '../../ui/grid/use-address-list.ts';
import { MiddleText } from '../../ui/text/MiddleText.tsx';
import { useMarkNotificationAsRead } from './calls.ts';
import { LogName } from './LogName.tsx';
import { typeLabel } from './type-labels.ts';

/** Each column takes a quarter of the grid. */
const WIDTH = 260;

function columnsFor(open: (row: DownloadNotification) => void): Column<DownloadNotification>[] {
  return [
    {
      key: 'name',
      title: 'Name',
      width: WIDTH,
      show: (row) => (
        <LogName name={row.name} isRead={row.is_read} onOpen={() => open(row)}>
          <MiddleText text={row.name} />
        </LogName>
      ),
    },
    { key: 'type', title: 'Type', width: WIDTH, value: (row) => typeLabel(row.type) },
    { key: 'file_size', title: 'File Size', kind: 'size', width: WIDTH },
    { key: 'created_at', title: 'Created', kind: 'date', width: WIDTH },
  ];
}

/** Downloads prepared for the person; opening one downloads it and marks it as read. */
export function DownloadLog() {
  const page = useAddressList(listDownloadNotifications, (query) => ({ query }), {
    staleTime: 0,
  });
  const fetchDownload = useFetchDownload();
  const markAsRead = useMarkNotificationAsRead();

  function open(row: DownloadNotification): void {
    fetchDownload.mutate(row, {
      onSuccess: () => {
        if (!row.is_read) markAsRead.mutate({ params: { kind: 'download', id: row.notifId } });
      },
    });
  }

  return (
    <ListGrid
      name="downloads"
      caption="Downloads"
      columns={columnsFor(open)}
      {...page}
      rowKey={(row) => String(row.notifId)}
      isFilterable={false}
      actions={(row) => [{ label: 'Download', icon: IconDownload, run: () => open(row) }]}
      emptyHint="Large files and zip archives appear here once they are ready."
    />
  );
}
