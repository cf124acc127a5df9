import { recordAddress } from '@omicon/contract/addresses.ts';
import { listStarred, type StarredItem } from '@omicon/contract/areas/starred.ts';
import { recordKind } from '@omicon/domain/records/record-kinds.ts';
import { IconStarOff } from '@tabler/icons-react';
import { collectRecords } from '../../actions/collect/collect-rows.tsx';
import { useSetStar } from '../../actions/star/calls.ts';
import { offerUndo } from '../../ui/feedback/confirm-delete.tsx';
import type { Column } from '../../ui/grid/columns.ts';
import { ListGrid } from '../../ui/grid/ListGrid.tsx';
import { visibilityColumn } from '../../ui/grid/record-columns.ts';
import { useAddressList } from '../../ui/grid/use-address-list.ts';

function addressOf({ entity_type, id, analysis_id }: StarredItem): string | null {
  return recordAddress({ type: entity_type, number: id, analysis: analysis_id });
}

const COLUMNS: readonly Column<StarredItem>[] = [
  { key: 'title', title: 'Title', width: 420, href: addressOf },
  { key: 'entity_type', title: 'Kind', width: 160, value: (row) => recordKind(row.entity_type).title },
  { key: 'omicon_id', title: 'Omicon ID', kind: 'identifier', width: 130 },
  { ...visibilityColumn(), isSortable: false },
  { key: 'starred_at', title: 'Starred', kind: 'date', width: 110 },
];

/** The person's starred records, newest first; modules, meta-modules and gene sets among them can be collected. */
export function StarredGrid() {
  const { list, pagingOf } = useAddressList(listStarred, (query) => ({ query }), {
    sort: 'starred_at',
    order: 'desc',
  });
  const setStar = useSetStar();
  const isChosen = list.data?.results.some(({ entity_type }) => recordKind(entity_type).isCollected) === true;

  function unstar(row: StarredItem): void {
    setStar.mutate(
      { record: row, isStarred: false },
      {
        onSuccess: () =>
          offerUndo(row.title, () => setStar.mutate({ record: row, isStarred: true }), 'No longer starred'),
      },
    );
  }

  return (
    <ListGrid
      name="starred"
      caption="Starred records"
      columns={COLUMNS}
      list={list}
      pagingOf={pagingOf}
      rowKey={(row) => row.omicon_id}
      {...(isChosen ? { chosenAction: collectRecords } : {})}
      actions={(row) => [{ label: 'Remove the star', icon: IconStarOff, run: () => unstar(row) }]}
      emptyHint="To add a data collection, data set, analysis, network, module, meta-module or gene set, click the star on its page."
    />
  );
}
