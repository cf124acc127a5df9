import { geneAddress } from '@omicon/contract/addresses.ts';
import { type ConsensusGene, computeConsensus } from '@omicon/contract/areas/consensus.ts';
import type { ReactNode } from 'react';
import { collectGenes } from '../../actions/collect/collect-rows.tsx';
import { useEndpoint } from '../../base/calls/use-endpoint.ts';
import type { Column } from '../../ui/grid/columns.ts';
import { DataGrid } from '../../ui/grid/DataGrid.tsx';
import { rowsOf } from '../../ui/grid/failure-of.ts';
import { useAddressGrid } from '../../ui/grid/use-address-grid.ts';
import { genesShape } from './consensus-view.ts';

const COLUMNS: readonly Column<ConsensusGene>[] = [
  { key: 'rank', title: 'Rank', kind: 'number', width: 80, isSortable: false },
  { key: 'symbol', title: 'Gene', kind: 'identifier', width: 130, href: ({ symbol }) => geneAddress(symbol) },
  { key: 'fidelity', title: 'Fidelity', kind: 'decimal', width: 100 },
  { key: 'number_of_modules', title: 'Modules', kind: 'number', width: 100 },
  { key: 'mean_r', title: 'Mean kME', kind: 'decimal', width: 110 },
  { key: 'sd_z', title: 'SD of z', kind: 'decimal', width: 100 },
  { key: 'q', title: 'Q', kind: 'decimal', width: 90 },
  { key: 'i_squared', title: 'I²', kind: 'decimal', width: 80 },
  { key: 'p_value', title: 'P', kind: 'p-value', width: 100, isSortable: false },
  { key: 'percentile', title: 'Percentile', kind: 'decimal', width: 110 },
];

interface ConsensusGenesProps {
  modules: readonly number[];
  toolbar?: ReactNode;
}

/** The genes of a consensus, the most faithful first. */
export function ConsensusGenes({ modules, toolbar }: ConsensusGenesProps) {
  const { query, pagingOf } = useAddressGrid(genesShape);
  const list = useEndpoint(
    computeConsensus,
    { body: { modules: [...modules], ...query } },
    { placeholderData: (before) => before },
  );
  return (
    <DataGrid
      name="consensus-genes"
      caption="Genes by consensus fidelity"
      columns={COLUMNS}
      server={pagingOf(list.data?.total)}
      {...rowsOf(list)}
      rowKey={({ symbol }) => symbol}
      rowName={({ symbol }) => symbol}
      rowHref={({ symbol }) => geneAddress(symbol)}
      emptyHint="No gene with this name is measured by the modules that count."
      chosenAction={collectGenes}
      toolbar={toolbar}
    />
  );
}
