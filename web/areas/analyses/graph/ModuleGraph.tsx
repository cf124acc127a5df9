import { Slider, Text } from '@mantine/core';
import { featureAddress } from '@omicon/contract/addresses.ts';
import {
  getCovariationNetwork,
  type ModuleRecord,
} from '@omicon/contract/areas/analyses/covariation-networks.ts';
import { getModulePicture } from '@omicon/contract/areas/analyses/module-picture.ts';
import type { ReplyOf } from '@omicon/contract/base/endpoint.ts';
import { keepPreviousData } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { z } from 'zod';
import { CollectButton } from '../../../actions/collect/CollectButton.tsx';
import { collectRows } from '../../../actions/collect/collect-rows.tsx';
import { collectedGenes, toMember } from '../../../actions/collect/collected-items.ts';
import { useAddressQuery } from '../../../base/addresses/address-query.ts';
import { useEndpoint } from '../../../base/calls/use-endpoint.ts';
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx';
import { ErrorPanel } from '../../../ui/feedback/ErrorPanel.tsx';
import { Waiting } from '../../../ui/feedback/Waiting.tsx';
import { Select } from '../../../ui/form/options/Select.tsx';
import type { Column } from '../../../ui/grid/columns.ts';
import { DataGrid } from '../../../ui/grid/DataGrid.tsx';
import { PictureFrame, useShownAs } from '../../../ui/plot/PictureFrame.tsx';
import { useWidth } from '../../../ui/plot/use-width.ts';
import { countOf, formatCount } from '../../../ui/text/format.ts';
import { drawGraph } from './draw-graph.tsx';
import { GraphFigure } from './GraphFigure.tsx';
import {
  correlatePairs,
  type Edge,
  edgesAbove,
  firstThreshold,
  layoutGraph,
  MAX_EDGES,
  measureOf,
  type Node,
} from './graph-model.ts';
import { writeEdges, writeGraphml, writeSif } from './write-graph.ts';

const COUNTS = ['10', '20', '30', '45', '60'] as const;
const HEIGHT = 520;

const shape = z.object({
  features: z.enum(COUNTS).catch('30'),
  /** least |r| of an edge; absent for the first threshold */
  above: z.coerce.number().min(0).max(1).optional().catch(undefined),
});

interface EdgeRow {
  key: string;
  from: string;
  to: string;
  r: number;
}

const COLLECT_EDGES = collectRows(({ from, to }: EdgeRow) => collectedGenes([from, to]));

function edgeColumns(identifier: string | null): Column<EdgeRow>[] {
  return [
    {
      key: 'from',
      title: 'From',
      kind: 'identifier',
      width: 180,
      href: ({ from }) => featureAddress(identifier, from),
    },
    {
      key: 'to',
      title: 'To',
      kind: 'identifier',
      width: 180,
      href: ({ to }) => featureAddress(identifier, to),
    },
    { key: 'r', title: 'r', kind: 'decimal', width: 120 },
  ];
}

function EdgeGrid({
  graph: { nodes, edges },
  identifier,
}: {
  graph: { nodes: readonly Node[]; edges: readonly Edge[] };
  identifier: string | null;
}) {
  return (
    <DataGrid
      name="module-graph"
      caption="Edges"
      chosenAction={COLLECT_EDGES}
      columns={edgeColumns(identifier)}
      rows={edges.map(({ from, to, r }) => ({
        key: `${from} ${to}`,
        from: nodes[from]?.feature ?? '',
        to: nodes[to]?.feature ?? '',
        r,
      }))}
      pageSize={50}
      rowKey={({ key }) => key}
      rowName={({ from, to }) => `${from} and ${to}`}
    />
  );
}

function NoGraph({ state }: { state: ReplyOf<typeof getModulePicture>['values_state'] }) {
  const texts = {
    none: 'You cannot read the input data set of this module.',
    waiting: 'The expression values are being prepared. Reload in a few minutes.',
    ready: 'A graph needs at least two members.',
  };
  return <EmptyState title="No graph">{texts[state]}</EmptyState>;
}

/** The strongest features of a module and how closely they correlate. */
export function ModuleGraph({ module }: { module: ModuleRecord }) {
  const { query, setQuery } = useAddressQuery(shape);
  const shownAs = useShownAs();
  const { version } = module;
  const [dragged, setDragged] = useState<number | null>(null);
  const network = useEndpoint(getCovariationNetwork, {
    params: { id: module.network.id },
    query: { version },
  });
  const reply = useEndpoint(
    getModulePicture,
    { params: { id: module.id }, query: { version, rows: Number(query.features), attributes: '' } },
    { placeholderData: keepPreviousData },
  );
  const { ref, width } = useWidth();
  const measure = measureOf(network.data?.similarity ?? '');
  const pairs = useMemo(() => (reply.data ? correlatePairs(reply.data, measure) : []), [reply.data, measure]);
  const threshold = dragged ?? query.above ?? firstThreshold(pairs);
  const above = useMemo(() => edgesAbove(pairs, threshold), [pairs, threshold]);
  const edges = useMemo(() => above.slice(0, MAX_EDGES), [above]);
  const size = { width: Math.max(width, 260), height: HEIGHT };
  const count = reply.data?.rows.length ?? 0;
  const points = useMemo(
    () => layoutGraph(count, edges, { width: size.width, height: HEIGHT }),
    [count, edges, size.width],
  );
  const failed = [reply, network].find(({ isError }) => isError);
  if (failed) return <ErrorPanel error={failed.error} onRetry={() => void failed.refetch()} />;
  if (reply.data === undefined || network.data === undefined) return <Waiting what="the graph" />;
  const nodes = reply.data.rows;
  if (reply.data.values.length < 2) return <NoGraph state={reply.data.values_state} />;
  const title = `${module.title}: ${countOf(nodes.length, 'feature')}, ${countOf(edges.length, 'edge')} of |${measure}| \u2265 ${threshold.toFixed(2)}`;
  const graph = { nodes, edges, points };
  return (
    <PictureFrame
      ref={ref}
      label="Graph of the strongest features"
      {...shownAs}
      actions={<CollectButton items={() => nodes.map(toMember)} />}
      controls={
        <>
          <Select
            size="xs"
            w={130}
            aria-label="Number of features"
            allowDeselect={false}
            value={query.features}
            data={COUNTS.map((value) => ({ value, label: `${value} features` }))}
            onChange={(value) => setQuery({ features: value === '30' ? null : value, above: null }, true)}
          />
          <Text size="xs" id="graph-threshold">
            |{measure}| at least {threshold.toFixed(2)}
          </Text>
          <Slider
            w={160}
            size="sm"
            min={0}
            max={1}
            step={0.01}
            label={null}
            thumbProps={{ 'aria-labelledby': 'graph-threshold' }}
            value={threshold}
            onChange={setDragged}
            onChangeEnd={(value) => {
              setDragged(null);
              setQuery({ above: value.toFixed(2) }, true);
            }}
          />
        </>
      }
      download={{
        draw: () => drawGraph(graph, { ...size, title, about: [module.input_data_set] }),
        write: () => writeEdges(graph),
        others: [
          { title: 'Graph as SIF', extension: 'sif', write: () => writeSif(graph) },
          { title: 'Graph as GraphML', extension: 'graphml', write: () => writeGraphml(graph) },
        ],
        fileName: `module-graph-${module.omicon_id}`,
      }}
      notes={
        above.length > edges.length && (
          <Text size="xs" c="dimmed" mb="xs">
            {`The ${formatCount(MAX_EDGES)} strongest of ${countOf(above.length, 'edge')} are shown; raise the threshold.`}
          </Text>
        )
      }
      table={<EdgeGrid graph={graph} identifier={module.unique_identifier} />}
      below={
        <Text size="xs" c="dimmed" mt="sm">
          Edges are correlations ({measure}) over {countOf(reply.data.samples.length, 'sample')}, red above 0
          and blue below; correlation is not causation. Area of a node: kME. Colour: percentile of its mean
          expression, dark to light.
        </Text>
      }
    >
      <GraphFigure
        graph={graph}
        size={size}
        label={title}
        hrefOf={(feature) => featureAddress(module.unique_identifier, feature)}
      />
    </PictureFrame>
  );
}
