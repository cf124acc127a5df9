import { listGenes } from '@omicon/contract/areas/gene-sets.ts';
import { useEndpoint } from '../../base/calls/use-endpoint.ts';
import type { Column } from '../../ui/grid/columns.ts';
import { DataGrid } from '../../ui/grid/DataGrid.tsx';
import { failureOf } from '../../ui/grid/failure-of.ts';
import { useAddressGrid } from '../../ui/grid/use-address-grid.ts';

const COLUMNS: readonly Column<{ place: number; gene: string }>[] = [
  { key: 'gene', title: 'Gene', kind: 'identifier', width: 260 },
  { key: 'place', title: 'Row', kind: 'number', width: 90 },
];

/** Genes of one version of a set, in the order of its file. */
export function GeneGrid({ id, version }: { id: number; version: number }) {
  const { query, pagingOf } = useAddressGrid(listGenes.query, { sort: 'place', page_size: 50 });
  const list = useEndpoint(listGenes, { params: { id }, query: { ...query, version } });
  return (
    <DataGrid
      name="genes"
      caption="Genes"
      columns={COLUMNS}
      rows={list.data?.results}
      server={pagingOf(list.data?.total)}
      failure={failureOf(list)}
      rowKey={(row) => String(row.place)}
      rowName={(row) => row.gene}
      emptyHint="Only the enrichment of this set is known; its genes have not been added."
    />
  );
}
