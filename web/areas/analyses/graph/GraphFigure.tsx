import { useRouter } from '@tanstack/react-router';
import { Figure } from '../../../ui/plot/Figure.tsx';
import { useCursor } from '../../../ui/plot/use-cursor.ts';
import { countOf, formatDecimal } from '../../../ui/text/format.ts';
import { type Graph, GraphMarks } from './draw-graph.tsx';
import type { Edge, Node } from './graph-model.ts';

const NAMED = 6;
/** Square pixels that a name needs; with less the names would lie on each other, and only the marked one is shown. */
const ROOM_OF_NAME = 5500;

/** A feature with its kME and what it is linked with, the strongest first. */
function describeNode(nodes: readonly Node[], edges: readonly Edge[], index: number): string {
  const { feature = '', kme = null, percentile = null } = nodes[index] ?? {};
  const own = edges.filter(({ from, to }) => from === index || to === index);
  const named = own
    .slice(0, NAMED)
    .map(({ from, to, r }) => `${nodes[from === index ? to : from]?.feature} (${formatDecimal(r, 2)})`);
  const more = own.length > named.length ? ` and ${own.length - named.length} more` : '';
  const facts = [
    ...(kme === null ? [] : [`kME ${formatDecimal(kme)}`]),
    ...(percentile === null ? [] : [`mean above ${Math.round(percentile)} % of the features`]),
    own.length === 0 ? 'no edge' : `${countOf(own.length, 'edge')}: ${named.join(', ')}${more}`,
  ];
  return `${feature}: ${facts.join('; ')}.`;
}

/** The graph with one marked feature, moved by pointer or arrow keys in the order of kME. */
export function GraphFigure({
  graph,
  size,
  label,
  hrefOf,
}: {
  graph: Graph;
  size: { width: number; height: number };
  label: string;
  /** page of a feature; null if it has none */
  hrefOf(feature: string): string | null;
}) {
  const { history } = useRouter();
  const { nodes, edges } = graph;
  const cursor = useCursor({ rows: 0, columns: nodes.length });
  const marked = cursor.at?.column ?? null;
  const href = marked === null ? null : hrefOf(nodes[marked]?.feature ?? '');
  return (
    <Figure
      label={label}
      keys={`The arrow keys read the features one by one${hrefOf(nodes[0]?.feature ?? '') === null ? '' : ', Enter opens one'}.`}
      {...size}
      cursor={cursor}
      onPoint={(place) => place === null && cursor.set(null)}
      onOpen={href === null ? undefined : () => history.push(href)}
      readout={marked === null ? null : describeNode(nodes, edges, marked)}
      caption={`${label}.`}
    >
      <GraphMarks
        {...graph}
        hasNames={(size.width * size.height) / Math.max(1, nodes.length) >= ROOM_OF_NAME}
        marked={marked}
        onMark={(column) => cursor.set({ row: null, column })}
      />
    </Figure>
  );
}
