import type { Direction } from '../../ui/navigation/move-focus.ts';
import type { Orientation, TreeEdge } from './diagram/tree-layout.ts';

/**
 * The node that an arrow key moves to: along the levels the parent or first child, across them the previous or
 * next sibling.
 * @returns null at an end of the tree
 */
export function nextNode(
  edges: readonly TreeEdge[],
  from: string,
  direction: Direction,
  orientation: Orientation,
): string | null {
  const [toParent, toChild, before] =
    orientation === 'horizontal' ? ['left', 'right', 'up'] : ['up', 'down', 'left'];
  const parent = edges.find(({ to }) => to === from)?.from ?? null;
  if (direction === toParent) return parent;
  if (direction === toChild) return edges.find((edge) => edge.from === from)?.to ?? null;
  const siblings = edges.filter((edge) => edge.from === parent).map(({ to }) => to);
  return siblings[siblings.indexOf(from) + (direction === before ? -1 : 1)] ?? null;
}
