import { geneAddress } from '@omicon/contract/addresses.ts';
import { listGenes } from '@omicon/contract/areas/genes/gene-sets.ts';
import { collectRows } from '../../actions/collect/collect-rows.tsx';
import { toGene } from '../../actions/collect/collected-items.ts';
import type { Column } from '../../ui/grid/columns.ts';
import { ListGrid } from '../../ui/grid/ListGrid.tsx';
import { useAddressList } from '../../ui/grid/use-address-list.ts';

interface GeneRow {
  place: number;
  gene: string;
}

const COLUMNS: readonly Column<GeneRow>[] = [
  { key: 'gene', title: 'Gene', kind: 'identifier', width: 260, href: (row) => geneAddress(row.gene) },
  { key: 'place', title: 'Row', kind: 'number', width: 90 },
];

const COLLECT = collectRows(({ gene }: GeneRow) => toGene({ symbol: gene }));

/** Genes of one version of a set, in the order of its file. */
export function GeneGrid({ id, version }: { id: number; version: number }) {
  const page = useAddressList(listGenes, (query) => ({ params: { id }, query: { ...query, version } }), {
    sort: 'place',
    page_size: 50,
  });
  return (
    <ListGrid
      name="genes"
      caption="Genes"
      columns={COLUMNS}
      {...page}
      rowKey={(row) => String(row.place)}
      chosenAction={COLLECT}
      emptyHint="Only the enrichment of this set is known; its genes have not been added."
    />
  );
}
