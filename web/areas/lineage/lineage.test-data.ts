import type { LineageNode } from '@omicon/contract/areas/lineage.ts';
import fc from 'fast-check';

/** A node for tests; transformations are named by their code. */
export function nodeOf(
  id: string,
  type: LineageNode['type'],
  children: LineageNode[] = [],
  code: LineageNode['code'] = null,
): LineageNode {
  return {
    id,
    name: code ?? id,
    type,
    record_id: code === null ? 1 : null,
    code,
    has_samples: type !== 'transformation' && type !== 'Covariation Network',
    attributes: [],
    files: [],
    children,
  };
}

const networks = ['Bicor signum 0.58', 'Bicor signum 0.831'].map((name) =>
  nodeOf(name, 'Covariation Network'),
);
const analysis = nodeOf('GSE4271 Primary', 'Analysis', networks);
const primary = nodeOf('GSE4271 EXT Primary OR', 'Dataset', [
  nodeOf('fm', 'transformation', [analysis], 'FM'),
]);
const recurrent = nodeOf('GSE4271 EXT Recurrent OR', 'Dataset');

/** Phillips 2006: one collection, split into primary and recurrent tumours. */
export const PHILLIPS = nodeOf('Phillips 2006', 'Data collection', [
  nodeOf(
    'mdc',
    'transformation',
    [
      nodeOf('GSE4271 EXT', 'Dataset', [
        nodeOf('or1', 'transformation', [primary], 'OR'),
        nodeOf('or2', 'transformation', [recurrent], 'OR'),
      ]),
    ],
    'MDC',
  ),
]);

/** Random trees of data sets and transformations, up to a depth. */
export function treeOf(name: fc.Arbitrary<string>, depth: number): fc.Arbitrary<LineageNode> {
  const none: LineageNode[] = [];
  const children = depth <= 1 ? fc.constant(none) : fc.array(treeOf(name, depth - 1), { maxLength: 4 });
  return fc
    .tuple(name, fc.boolean(), children)
    .map(([id, isStep, below]) => nodeOf(id, isStep ? 'transformation' : 'Dataset', below));
}

/** The tree with ids made from each node's position. */
export function numbered(node: LineageNode, id = '0'): LineageNode {
  return { ...node, id, children: node.children.map((child, index) => numbered(child, `${id}.${index}`)) };
}
