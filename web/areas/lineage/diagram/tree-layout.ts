import type { LineageNode } from '@omicon/contract/areas/lineage.ts';
import { type HierarchyPointNode, hierarchy, tree } from 'd3-hierarchy';
import { countBelow } from '../tree/tree-filter.ts';

export type Orientation = 'horizontal' | 'vertical';

/** Node sizes at the default zoom, from the specification. */
export const NODE_SIZE = {
  horizontal: { width: 140, height: 52 },
  vertical: { width: 75, height: 100 },
} as const;
export const CIRCLE = 34;
const GAP = { siblings: 12, levels: 34 } as const;

export interface TreeNode {
  node: LineageNode;
  /** upper left corner */
  x: number;
  y: number;
  width: number;
  height: number;
  /** number of descendants hidden because it is collapsed */
  hidden: number;
}

export interface TreeEdge {
  id: string;
  from: string;
  to: string;
}

export interface TreeLayout {
  nodes: TreeNode[];
  edges: TreeEdge[];
  width: number;
  height: number;
}

function sizeOf({ type }: LineageNode, orientation: Orientation): { width: number; height: number } {
  return type === 'transformation' ? { width: CIRCLE, height: CIRCLE } : NODE_SIZE[orientation];
}

/** Offset of each level, from the longest nodes of the levels before it. */
function levelStarts(nodes: readonly HierarchyPointNode<LineageNode>[], orientation: Orientation): number[] {
  const lengths: number[] = [];
  for (const { data, depth } of nodes) {
    const { width, height } = sizeOf(data, orientation);
    lengths[depth] = Math.max(lengths[depth] ?? 0, orientation === 'horizontal' ? width : height);
  }
  let start = 0;
  return lengths.map((length) => {
    const middle = start + length / 2;
    start += length + GAP.levels;
    return middle;
  });
}

/**
 * Lays out all visible nodes: levels from left to right or from top to bottom,
 * children centred on their parent, without overlap.
 */
export function layoutTree(
  root: LineageNode,
  folded: ReadonlySet<string>,
  orientation: Orientation,
): TreeLayout {
  const isHorizontal = orientation === 'horizontal';
  const step = isHorizontal ? NODE_SIZE.horizontal.height : NODE_SIZE.vertical.width;
  const start = hierarchy(root, ({ id, children }) => (folded.has(id) ? [] : children));
  // One unit across is one node with its gap; branches of different parents are half a gap further apart.
  const points = tree<LineageNode>()
    .nodeSize([step + GAP.siblings, 1])
    .separation((a, b) => (a.parent === b.parent ? 1 : 1.1))(start)
    .descendants();
  const middles = levelStarts(points, orientation);
  const first = points.reduce((least, { x }) => Math.min(least, x), 0) - step / 2;
  const nodes = points.map(({ data, x, depth }) => {
    const { width, height } = sizeOf(data, orientation);
    const across = Math.round(2 * (x - first)) / 2;
    const along = middles[depth] ?? 0;
    const middle = isHorizontal ? { x: along, y: across } : { x: across, y: along };
    return {
      node: data,
      x: middle.x - width / 2,
      y: middle.y - height / 2,
      width,
      height,
      hidden: folded.has(data.id) ? countBelow(data) : 0,
    };
  });
  const edges = points.flatMap(({ data, parent }) =>
    parent === null ? [] : [{ id: `${parent.data.id} ${data.id}`, from: parent.data.id, to: data.id }],
  );
  return {
    nodes,
    edges,
    width: nodes.reduce((most, { x, width }) => Math.max(most, x + width), 0),
    height: nodes.reduce((most, { y, height }) => Math.max(most, y + height), 0),
  };
}
