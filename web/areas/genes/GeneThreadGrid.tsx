import { moduleAddress } from '@omicon/contract/addresses.ts';
import { listGeneThreads } from '@omicon/contract/areas/genes/genes.ts';
import type { ReplyOf } from '@omicon/contract/base/endpoint.ts';
import { collectRecords } from '../../actions/collect/collect-rows.tsx';
import type { Column } from '../../ui/grid/columns.ts';
import { ListGrid } from '../../ui/grid/ListGrid.tsx';
import { moduleColumn } from '../../ui/grid/record-columns.ts';
import { useAddressList } from '../../ui/grid/use-address-list.ts';

type GeneThread = ReplyOf<typeof listGeneThreads>['results'][number];

const COLUMNS: readonly Column<GeneThread>[] = [
  {
    ...moduleColumn(220, ({ omicon_id }) => moduleAddress(omicon_id, 'comments')),
    title: 'Comments on module',
    isSortable: false,
  },
  { key: 'number_of_comments', title: 'Comments', kind: 'number', width: 100 },
  { key: 'newest', title: 'Newest', kind: 'date', width: 120 },
  { key: 'data_set', title: 'Data set', width: 320, isSortable: false },
  { key: 'network', title: 'Covariation network', kind: 'identifier', width: 300, isSortable: false },
];

/** Threads on the modules that contain a gene, the one with the newest comment first. */
export function GeneThreadGrid({ symbol }: { symbol: string }) {
  const page = useAddressList(listGeneThreads, (query) => ({ params: { symbol }, query }), {
    order: 'desc',
  });
  return (
    <ListGrid
      name="gene-threads"
      caption="Comments on modules that contain it, the newest first"
      columns={COLUMNS}
      {...page}
      isFilterable={false}
      chosenAction={collectRecords}
      rowKey={(row) => row.omicon_id}
      emptyHint={`Nobody has commented on a module that contains ${symbol}.`}
    />
  );
}
