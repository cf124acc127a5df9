import { Text } from '@mantine/core';
import { searchQueryAddress } from '@omicon/contract/addresses.ts';
import {
  deleteSavedQuery,
  getSearchQuery,
  listRecentQueries,
  listSampleQueries,
  listSavedQueries,
  type RecentQuery,
  restoreSavedQuery,
  type SampleQuery,
  type SavedQuery,
  stopSharingQuery,
} from '@omicon/contract/areas/advanced-search/search-queries.ts';
import { samePortalPath } from '@omicon/domain/records/portal-path.ts';
import { IconLink, IconLinkOff, IconPencil } from '@tabler/icons-react';
import { useChange, useEndpoint } from '../../../base/calls/use-endpoint.ts';
import { confirmDelete } from '../../../ui/feedback/confirm-delete.tsx';
import { showToast } from '../../../ui/feedback/toasts.ts';
import type { Column } from '../../../ui/grid/columns.ts';
import { DataGrid } from '../../../ui/grid/DataGrid.tsx';
import { deleteAction } from '../../../ui/grid/delete-action.ts';
import { rowsOf } from '../../../ui/grid/failure-of.ts';
import { ListGrid } from '../../../ui/grid/ListGrid.tsx';
import type { RowAction } from '../../../ui/grid/RowMenu.tsx';
import { copyLink } from '../../../ui/text/CopyText.tsx';
import { decodeQuery, readQuery, wizardAddress } from '../query-address.ts';
import { formatExecutionTime, titleOf, titleOfType } from '../rules/words.ts';
import { openRenameQuery, openShareQuery } from './open-query-modals.tsx';
import { REFRESHES_QUERIES } from './query-calls.ts';
import { type ListView, useListView } from './use-list-view.ts';

type Listed = Pick<SampleQuery, 'description' | 'searchLink' | 'createdBy' | 'resultType'>;
type Timed = Listed & Pick<RecentQuery, 'createdAt' | 'executionTime'>;

/** Address of the query; by its number if the stored address is not one of this portal. */
function linkOf({ searchLink }: Listed, byNumber: string): string {
  return samePortalPath(searchLink) ?? byNumber;
}

export const linkOfSample = (row: SampleQuery) =>
  linkOf(row, searchQueryAddress({ queryId: row.qId, queryType: 'sample' }));
export const linkOfRecent = (row: RecentQuery) =>
  linkOf(row, searchQueryAddress({ queryId: row.rId, queryType: 'recent' }));
export const linkOfSaved = (row: SavedQuery) =>
  linkOf(row, searchQueryAddress({ queryId: row.uId, queryType: 'saved' }));

/** The description, else the query of the link in words. */
export function nameOf({ description, resultType, searchLink }: Listed): string {
  if (description !== '') return description;
  const read = decodeQuery(new URLSearchParams(searchLink.split(/[?#]/).slice(1).join('&')).get('q') ?? '');
  return 'draft' in read ? titleOf(read.draft) : titleOfType(resultType);
}

function columnsOf<Row extends Listed>(href: (row: Row) => string, width = 300): Column<Row>[] {
  return [
    { key: 'description', title: 'Description', kind: 'text', width, value: nameOf, href },
    {
      key: 'resultType',
      title: 'Result type',
      kind: 'text',
      width: 150,
      value: ({ resultType }) => titleOfType(resultType),
    },
    { key: 'createdBy', title: 'Created by', kind: 'text', width: 115, value: (row) => row.createdBy },
  ];
}

const TIME_COLUMNS: readonly Column<Timed>[] = [
  { key: 'createdAt', title: 'Created', kind: 'date', width: 105 },
  {
    key: 'executionTime',
    title: 'Execution time',
    kind: 'duration',
    width: 120,
    value: ({ executionTime }) => (executionTime === null ? null : formatExecutionTime(executionTime)),
  },
];

function withoutSorting<Row>(columns: Column<Row>[]): Column<Row>[] {
  return columns.map((column) => ({ ...column, isSortable: false }));
}

function linkAction(label: string, run: () => void): RowAction {
  return { label, icon: IconLink, run };
}

const SAMPLE_COLUMNS = columnsOf(linkOfSample);

/** Sample queries of the laboratory; a click runs one. */
export function SampleQueries() {
  const list = useEndpoint(listSampleQueries, {});
  return (
    <DataGrid
      name="sample-queries"
      caption="Sample queries"
      columns={SAMPLE_COLUMNS}
      {...rowsOf(list)}
      rowKey={({ qId }) => qId}
      actions={(row) => [linkAction('Copy link', () => void copyLink(linkOfSample(row)))]}
    />
  );
}

const RECENT_COLUMNS = withoutSorting<RecentQuery>([
  ...columnsOf(linkOfRecent),
  { key: 'result_count', title: 'Results', kind: 'number', width: 85 },
  ...TIME_COLUMNS,
]);

export function RecentQueries() {
  const { view, pagingOf } = useListView();
  const list = useEndpoint(listRecentQueries, { query: queryOf(view) }, { staleTime: 0 });
  const read = useChange(getSearchQuery);

  // Nobody else can open a query by its number, so the link holds the rules themselves.
  function copyRules({ rId }: RecentQuery): void {
    read.mutate(
      { params: { id: String(rId) }, query: { queryType: 'recent' } },
      {
        onSuccess: ({ query }) => {
          const decoded = readQuery(query);
          if ('draft' in decoded) void copyLink(wizardAddress(decoded.draft, { step: 'search_results' }));
          else showToast({ type: 'warning', title: 'Not copied', message: decoded.fault });
        },
      },
    );
  }

  return (
    <ListGrid
      name="recent-queries"
      caption="Recent queries"
      columns={RECENT_COLUMNS}
      list={list}
      pagingOf={pagingOf}
      rowKey={({ rId }) => String(rId)}
      actions={(row) => [linkAction('Copy link', () => copyRules(row))]}
      emptyHint="Searches that you run appear here."
    />
  );
}

const SAVED_COLUMNS = withoutSorting<SavedQuery>([
  ...columnsOf(linkOfSaved, 240),
  {
    key: 'shareLink',
    title: 'Who can open it',
    kind: 'text',
    width: 150,
    value: ({ shareLink }) => (shareLink === null ? 'Only you' : 'Anyone with the link'),
  },
  ...TIME_COLUMNS,
]);

function queryOf({ page, pageSize, search }: ListView) {
  return { page, page_size: pageSize, search };
}

export function SavedQueries() {
  const { view, pagingOf } = useListView();
  const list = useEndpoint(listSavedQueries, { query: queryOf(view) });
  const deletion = {
    remove: useChange(deleteSavedQuery, REFRESHES_QUERIES),
    restore: useChange(restoreSavedQuery, REFRESHES_QUERIES),
  };
  const stop = useChange(stopSharingQuery, REFRESHES_QUERIES);

  function askToStop(row: SavedQuery): void {
    confirmDelete({
      verb: 'Stop sharing',
      kind: 'saved query',
      name: nameOf(row),
      consequence: 'Its link stops working for everyone. If you share it again, it gets a new link.',
      run: () => stop.mutate({ params: { id: row.uId } }),
    });
  }

  function linkActions(row: SavedQuery): RowAction[] {
    const { shareLink } = row;
    if (shareLink === null) return [linkAction('Share and copy link', () => openShareQuery(row))];
    return [
      linkAction('Copy link', () => void copyLink(shareLink)),
      { label: 'Stop sharing', icon: IconLinkOff, run: () => askToStop(row) },
    ];
  }

  return (
    <ListGrid
      name="saved-queries"
      caption="Saved queries"
      columns={SAVED_COLUMNS}
      list={list}
      pagingOf={pagingOf}
      rowKey={({ uId }) => String(uId)}
      actions={(row) => [
        ...linkActions(row),
        { label: 'Rename', icon: IconPencil, run: () => openRenameQuery(row) },
        deleteAction({ kind: 'saved query', name: nameOf(row), id: row.uId }, deletion),
      ]}
      emptyHint={
        <Text size="sm">To save a query here, click Save query while building it or above its results.</Text>
      }
    />
  );
}
