import type { VisibleBranch } from './tree-filter.ts';

type Step = { do: 'go'; to: string } | { do: 'toggle' } | { do: 'open' };

/**
 * The action of a key at a node of the tree list.
 * @source WAI-ARIA Authoring Practices, tree view
 * @returns null for keys without an action
 */
export function stepInTree(branches: readonly VisibleBranch[], at: string, key: string): Step | null {
  const index = branches.findIndex(({ node }) => node.id === at);
  const branch = branches[index];
  if (branch === undefined) return null;
  const go = (to: VisibleBranch | undefined): Step | null =>
    to === undefined ? null : { do: 'go', to: to.node.id };
  const isParent = branch.node.children.length > 0;
  switch (key) {
    case 'ArrowDown':
      return go(branches[index + 1]);
    case 'ArrowUp':
      return go(branches[index - 1]);
    case 'Home':
      return go(branches[0]);
    case 'End':
      return go(branches.at(-1));
    case 'ArrowRight':
      if (!isParent) return null;
      return branch.isFolded ? { do: 'toggle' } : go(branches[index + 1]);
    case 'ArrowLeft':
      if (isParent && !branch.isFolded) return { do: 'toggle' };
      return go(branches.find(({ node }) => node.id === branch.parent));
    case ' ':
      return isParent ? { do: 'toggle' } : null;
    case 'Enter':
      return { do: 'open' };
    default:
      return null;
  }
}
