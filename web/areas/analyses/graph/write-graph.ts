/** The edges of a graph in the forms that other programs read. */
import { writeTable } from '../../../ui/files/write-table.ts';
import { escapeXml } from '../../../ui/plot/save-picture.ts';
import type { Graph } from './draw-graph.tsx';

type Edges = Pick<Graph, 'nodes' | 'edges'>;

/** from, to and r, a row for each edge. */
export function writeEdges({ nodes, edges }: Edges): string {
  return writeTable(
    ['from', 'to', 'r'],
    edges.map(({ from, to, r }) => [nodes[from]?.feature ?? '', nodes[to]?.feature ?? '', r]),
    'tsv',
  );
}

/** Simple interaction format of Cytoscape; features without an edge are a line of their own. */
export function writeSif({ nodes, edges }: Edges): string {
  const linked = new Set(edges.flatMap(({ from, to }) => [from, to]));
  const lines = edges.map(
    ({ from, to, r }) => `${nodes[from]?.feature}\t${r < 0 ? 'negative' : 'positive'}\t${nodes[to]?.feature}`,
  );
  const alone = nodes.flatMap(({ feature }, index) => (linked.has(index) ? [] : [feature]));
  return [...lines, ...alone].map((line) => `${line}\n`).join('');
}

/** GraphML with kME and percentile of the nodes and r of the edges. */
export function writeGraphml({ nodes, edges }: Edges): string {
  const data = (key: string, value: number | null) =>
    value === null ? '' : `<data key="${key}">${value}</data>`;
  const body = [
    ...nodes.map(
      ({ feature, kme, percentile }, index) =>
        `<node id="n${index}"><data key="name">${escapeXml(feature)}</data>${data('kme', kme)}${data('percentile', percentile)}</node>`,
    ),
    ...edges.map(({ from, to, r }) => `<edge source="n${from}" target="n${to}">${data('r', r)}</edge>`),
  ];
  return `<?xml version="1.0" encoding="UTF-8"?>
<graphml xmlns="http://graphml.graphdrawing.org/xmlns">
<key id="name" for="node" attr.name="name" attr.type="string"/>
<key id="kme" for="node" attr.name="kME" attr.type="double"/>
<key id="percentile" for="node" attr.name="percentile of the mean" attr.type="double"/>
<key id="r" for="edge" attr.name="r" attr.type="double"/>
<graph edgedefault="undirected">
${body.join('\n')}
</graph>
</graphml>
`;
}
