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
import classes from './log.module.css';
import { subjectOf } from './news.ts';
import { typeLabel } from './type-labels.ts';

/** Each column takes a quarter of the grid. */
const WIDTH = 260;

function columnsFor(open: (row: DownloadNotification) => void): Column<DownloadNotification>[] {
  return [
    {
      key: 'name',
      title: 'Name',
      width: WIDTH,
      also: [
        { title: 'Record', value: ({ record }) => record },
        { title: 'Covariation network', value: ({ network }) => network },
      ],
      show: (row) => (
        <>
          <LogName name={row.name} isRead={row.is_read} onOpen={() => open(row)}>
            <MiddleText text={row.name} />
          </LogName>
          {/* Tables of several networks have one name. */}
          <div className={classes.subject} title={subjectOf(row)}>
            {subjectOf(row)}
          </div>
        </>
      ),
    },
    { key: 'type', title: 'Type', width: WIDTH, value: (row) => typeLabel(row.type) },
    { key: 'file_size', title: 'File Size', kind: 'size', width: WIDTH },
    { key: 'created_at', title: 'Created', kind: 'time', width: WIDTH },
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
