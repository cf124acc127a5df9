import { geneAddress } from '@omicon/contract/addresses.ts';
import { computeConsensus } from '@omicon/contract/areas/consensus.ts';
import { useRouter } from '@tanstack/react-router';
import { useMemo } from 'react';
import { collectGenes, collectRows } from '../../actions/collect/collect-rows.tsx';
import { toGene } from '../../actions/collect/collected-items.ts';
import { useEndpoint } from '../../base/calls/use-endpoint.ts';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { ErrorPanel } from '../../ui/feedback/ErrorPanel.tsx';
import { Waiting } from '../../ui/feedback/Waiting.tsx';
import type { Column } from '../../ui/grid/columns.ts';
import { DataGrid } from '../../ui/grid/DataGrid.tsx';
import { ScatterPlot } from '../../ui/plot/marks/ScatterPlot.tsx';
import { compareLists, type SpecificGene } from './specificity.ts';

/** Genes of the picture: the best of either list. */
const MAX_POINTS = 400;
const ALL_GENES = 50_000;

const COLUMNS: readonly Column<SpecificGene>[] = [
  { key: 'symbol', title: 'Gene', kind: 'identifier', width: 140, href: ({ symbol }) => geneAddress(symbol) },
  { key: 'specificity', title: 'Specificity', kind: 'number', width: 120 },
  { key: 'rank', title: 'Rank here', kind: 'number', width: 110 },
  { key: 'againstRank', title: 'Rank there', kind: 'number', width: 110 },
  { key: 'fidelity', title: 'Fidelity here', kind: 'decimal', width: 120 },
  { key: 'against', title: 'Fidelity there', kind: 'decimal', width: 120 },
];

function useGenes(modules: readonly number[]) {
  return useEndpoint(computeConsensus, { body: { modules: [...modules], page_size: ALL_GENES } });
}

/** The points of the plot are genes. */
const COLLECT_POINTS = collectRows(({ sample }: { sample: string }) => toGene({ symbol: sample }));

/** Two consensus lists side by side: fidelity against fidelity, and the difference of ranks. */
export function SpecificityPlot({
  modules,
  against,
  name,
  againstName,
}: {
  modules: readonly number[];
  against: readonly number[];
  name: string;
  againstName: string;
}) {
  const { history } = useRouter();
  const own = useGenes(modules);
  const other = useGenes(against);
  const genes = useMemo(
    () => compareLists(own.data?.results ?? [], other.data?.results ?? []),
    [own.data, other.data],
  );
  const points = useMemo(() => {
    const best = new Set([
      ...genes.toSorted((a, b) => a.rank - b.rank).slice(0, MAX_POINTS / 2),
      ...genes.toSorted((a, b) => a.againstRank - b.againstRank).slice(0, MAX_POINTS / 2),
    ]);
    const chosen = [...best];
    return {
      symbols: chosen.map(({ symbol }) => symbol),
      x: chosen.map(({ against: value }) => value),
      y: chosen.map(({ fidelity }) => fidelity),
    };
  }, [genes]);
  for (const reply of [own, other])
    if (reply.isError) return <ErrorPanel error={reply.error} onRetry={() => void reply.refetch()} />;
  if (own.data === undefined || other.data === undefined) return <Waiting what="both lists" />;
  if (genes.length === 0)
    return <EmptyState title="Nothing in common">No gene is ranked in both lists.</EmptyState>;
  return (
    <>
      <ScatterPlot
        title={`Fidelity for ${name} against ${againstName}`}
        fileName="consensus_specificity"
        samples={points.symbols}
        pointTitle="Gene"
        hrefOf={(symbol) => geneAddress(symbol)}
        onOpen={(symbol) => history.push(geneAddress(symbol))}
        x={{ label: `Fidelity for ${againstName}`, values: points.x }}
        y={{ label: `Fidelity for ${name}`, values: points.y }}
        line={null}
        chosenAction={COLLECT_POINTS}
      />
      <DataGrid
        name="consensus-specificity"
        caption={`Genes specific for ${name}`}
        columns={COLUMNS}
        rows={genes}
        chosenAction={collectGenes}
        pageSize={50}
        rowKey={({ symbol }) => symbol}
      />
    </>
  );
}
