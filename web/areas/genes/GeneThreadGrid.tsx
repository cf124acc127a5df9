import { listGeneThreads } from '@omicon/contract/areas/genes.ts';
import type { ReplyOf } from '@omicon/contract/base/endpoint.ts';
import { collectRecords } from '../../actions/collect/collect-rows.tsx';
import { moduleAddress } from '../../base/addresses/addresses.ts';
import { useEndpoint } from '../../base/calls/use-endpoint.ts';
import type { Column } from '../../ui/grid/columns.ts';
import { DataGrid } from '../../ui/grid/DataGrid.tsx';
import { failureOf } from '../../ui/grid/failure-of.ts';
import { useAddressGrid } from '../../ui/grid/use-address-grid.ts';

type GeneThread = ReplyOf<typeof listGeneThreads>['results'][number];

const COLUMNS: readonly Column<GeneThread>[] = [
  {
    key: 'name',
    title: 'Comments on module',
    kind: 'text',
    width: 180,
    isSortable: false,
    href: (row) => moduleAddress(row.omicon_id, 'comments'),
  },
  { key: 'number_of_comments', title: 'Comments', kind: 'number', width: 100 },
  { key: 'newest', title: 'Newest', kind: 'date', width: 120 },
  { key: 'data_set', title: 'Data set', kind: 'text', width: 320, isSortable: false },
  { key: 'network', title: 'Covariation network', kind: 'identifier', width: 300, isSortable: false },
];

/** Threads on the modules that contain a gene, the one with the newest comment first. */
export function GeneThreadGrid({ symbol }: { symbol: string }) {
  const { query, pagingOf } = useAddressGrid(listGeneThreads.query, { order: 'desc' });
  const list = useEndpoint(listGeneThreads, { params: { symbol }, query });
  return (
    <DataGrid
      name="gene-threads"
      caption="Comments on modules that contain it, the newest first"
      columns={COLUMNS}
      rows={list.data?.results}
      server={pagingOf(list.data?.total)}
      failure={failureOf(list)}
      isFilterable={false}
      chosenAction={collectRecords}
      rowKey={(row) => row.omicon_id}
      rowName={(row) => row.name}
      rowHref={(row) => moduleAddress(row.omicon_id, 'comments')}
      emptyHint={`Nobody has commented on a module that contains ${symbol}.`}
    />
  );
}
