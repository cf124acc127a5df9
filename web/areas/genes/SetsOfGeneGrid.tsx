import { listSetsOfGene } from '@omicon/contract/areas/genes.ts';
import type { ReplyOf } from '@omicon/contract/base/endpoint.ts';
import { collectRecords } from '../../actions/collect/collect-rows.tsx';
import { geneSetAddress } from '../../base/addresses/addresses.ts';
import { useEndpoint } from '../../base/calls/use-endpoint.ts';
import { useEveryRow } from '../../base/calls/use-every-row.ts';
import type { Column } from '../../ui/grid/columns.ts';
import { DataGrid } from '../../ui/grid/DataGrid.tsx';
import { failureOf } from '../../ui/grid/failure-of.ts';
import { useAddressGrid } from '../../ui/grid/use-address-grid.ts';

type SetOfGene = ReplyOf<typeof listSetsOfGene>['results'][number];

const COLUMNS: readonly Column<SetOfGene>[] = [
  {
    key: 'name',
    title: 'Set Name',
    kind: 'identifier',
    width: 360,
    href: (row) => geneSetAddress(row.omicon_id),
  },
  { key: 'number_of_genes', title: 'Genes', kind: 'number', width: 90 },
  { key: 'set_id', title: 'Set ID', kind: 'identifier', width: 140 },
  { key: 'category', title: 'Set Category', kind: 'text', width: 160 },
];

/** Gene sets that contain a gene, the smallest first. */
export function SetsOfGeneGrid({ symbol }: { symbol: string }) {
  const { query, pagingOf } = useAddressGrid(listSetsOfGene.query);
  const input = { params: { symbol }, query };
  const list = useEndpoint(listSetsOfGene, input, { placeholderData: (before) => before });
  return (
    <DataGrid
      name="sets-of-gene"
      caption="Gene sets"
      columns={COLUMNS}
      chosenAction={collectRecords}
      rows={list.data?.results}
      server={pagingOf(list.data?.total)}
      everyRow={useEveryRow(listSetsOfGene, input)}
      failure={failureOf(list)}
      rowKey={(row) => row.omicon_id}
      rowName={(row) => row.name}
      rowHref={(row) => geneSetAddress(row.omicon_id)}
      emptyHint={`No gene set contains ${symbol}.`}
    />
  );
}
