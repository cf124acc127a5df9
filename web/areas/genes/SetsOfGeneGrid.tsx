import { listSetsOfGene } from '@omicon/contract/areas/genes/genes.ts';
import type { ReplyOf } from '@omicon/contract/base/endpoint.ts';
import { collectRecords } from '../../actions/collect/collect-rows.tsx';
import { useEveryRow } from '../../base/calls/use-every-row.ts';
import type { Column } from '../../ui/grid/columns.ts';
import { ListGrid } from '../../ui/grid/ListGrid.tsx';
import { geneSetColumn } from '../../ui/grid/record-columns.ts';
import { useAddressList } from '../../ui/grid/use-address-list.ts';

type SetOfGene = ReplyOf<typeof listSetsOfGene>['results'][number];

const COLUMNS: readonly Column<SetOfGene>[] = [
  geneSetColumn('name', 360),
  { key: 'number_of_genes', title: 'Genes', kind: 'number', width: 90 },
  { key: 'set_id', title: 'Set ID', kind: 'identifier', width: 140 },
  { key: 'category', title: 'Set Category', width: 160 },
];

/** Gene sets that contain a gene, the smallest first. */
export function SetsOfGeneGrid({ symbol }: { symbol: string }) {
  const page = useAddressList(listSetsOfGene, (query) => ({ params: { symbol }, query }), {
    keepsRows: true,
  });
  return (
    <ListGrid
      name="sets-of-gene"
      caption="Gene sets"
      columns={COLUMNS}
      chosenAction={collectRecords}
      {...page}
      everyRow={useEveryRow(listSetsOfGene, page.input)}
      rowKey={(row) => row.omicon_id}
      emptyHint={`No gene set contains ${symbol}.`}
    />
  );
}
