import { geneSetAddress } from '@omicon/contract/addresses.ts';
import { listSetsOfGene } from '@omicon/contract/areas/genes.ts';
import type { ReplyOf } from '@omicon/contract/base/endpoint.ts';
import { collectRecords } from '../../actions/collect/collect-rows.tsx';
import { useEveryRow } from '../../base/calls/use-every-row.ts';
import type { Column } from '../../ui/grid/columns.ts';
import { ListGrid } from '../../ui/grid/ListGrid.tsx';
import { useAddressList } from '../../ui/grid/use-address-list.ts';

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
  { key: 'category', title: 'Set Category', width: 160 },
];

/** Gene sets that contain a gene, the smallest first. */
export function SetsOfGeneGrid({ symbol }: { symbol: string }) {
  const { list, pagingOf, input } = useAddressList(
    listSetsOfGene,
    (query) => ({ params: { symbol }, query }),
    { keepsRows: true },
  );
  return (
    <ListGrid
      name="sets-of-gene"
      caption="Gene sets"
      columns={COLUMNS}
      chosenAction={collectRecords}
      list={list}
      pagingOf={pagingOf}
      everyRow={useEveryRow(listSetsOfGene, input)}
      rowKey={(row) => row.omicon_id}
      emptyHint={`No gene set contains ${symbol}.`}
    />
  );
}
