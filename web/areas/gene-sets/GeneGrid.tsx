import { listGenes } from '@omicon/contract/areas/gene-sets.ts';
import { collectRows } from '../../actions/collect/collect-rows.tsx';
import { toGene } from '../../actions/collect/collected-items.ts';
import { geneAddress } from '../../base/addresses/addresses.ts';
import { useEndpoint } from '../../base/calls/use-endpoint.ts';
import type { Column } from '../../ui/grid/columns.ts';
import { ListGrid } from '../../ui/grid/ListGrid.tsx';
import { useAddressGrid } from '../../ui/grid/use-address-grid.ts';

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
  const { query, pagingOf } = useAddressGrid(listGenes.query, { sort: 'place', page_size: 50 });
  const list = useEndpoint(listGenes, { params: { id }, query: { ...query, version } });
  return (
    <ListGrid
      name="genes"
      caption="Genes"
      columns={COLUMNS}
      list={list}
      pagingOf={pagingOf}
      rowKey={(row) => String(row.place)}
      rowName={(row) => row.gene}
      chosenAction={COLLECT}
      emptyHint="Only the enrichment of this set is known; its genes have not been added."
    />
  );
}
