import { searchNewsAddress } from '@omicon/contract/addresses.ts';
import { listSearchNotifications, type SearchNotification } from '@omicon/contract/areas/notifications.ts';
import { IconFilterSearch } from '@tabler/icons-react';
import { useRouter } from '@tanstack/react-router';
import type { Column } from '../../ui/grid/columns.ts';
import { ListGrid } from '../../ui/grid/ListGrid.tsx';
import { useAddressList } from '../../ui/grid/use-address-list.ts';
import { RUN_STATE_NAMES } from '../../ui/run/run-calls.ts';
import { useMarkNotificationAsRead } from './calls.ts';
import { LogName } from './LogName.tsx';
import { typeLabel } from './type-labels.ts';

/** Each column takes a quarter of the grid. */
const WIDTH = 260;

function columnsFor(open: (row: SearchNotification) => void): Column<SearchNotification>[] {
  return [
    {
      key: 'Description',
      title: 'Description',
      width: WIDTH,
      show: (row) => (
        <LogName name={row.Description} isRead={row.is_read} onOpen={() => open(row)}>
          {row.Description}
        </LogName>
      ),
    },
    { key: 'type', title: 'Type', width: WIDTH, value: (row) => typeLabel(row.type) },
    {
      key: 'result_count',
      title: 'Results',
      kind: 'number',
      width: WIDTH,
      isSortable: false,
      value: ({ state, result_count }) => (state === 'done' ? result_count : RUN_STATE_NAMES[state]),
    },
    { key: 'created_at', title: 'Created', kind: 'time', width: WIDTH },
  ];
}

/** Finished background searches; opening one shows its results and marks it as read. */
export function SearchLog() {
  const page = useAddressList(listSearchNotifications, (query) => ({ query }), {
    staleTime: 0,
  });
  const markAsRead = useMarkNotificationAsRead();
  const router = useRouter();

  function open(row: SearchNotification): void {
    const { notifId, is_read } = row;
    if (!is_read) markAsRead.mutate({ params: { kind: 'advancedSearch', id: notifId } });
    router.history.push(searchNewsAddress(row));
  }

  return (
    <ListGrid
      name="search-notifications"
      caption="Search notifications"
      columns={columnsFor(open)}
      {...page}
      rowKey={(row) => String(row.notifId)}
      isFilterable={false}
      actions={(row) => [
        {
          label: row.state === 'done' ? 'Open the results' : 'Open',
          icon: IconFilterSearch,
          run: () => open(row),
        },
      ]}
      emptyHint="Searches that take longer than two seconds continue in the background and appear here when they have finished."
    />
  );
}
