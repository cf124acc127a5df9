import { type LineageNode, TRANSFORMATIONS } from '@omicon/contract/areas/lineage.ts';

/** Searchable names of a node: its name and, for a transformation, the full name of its code. */
function namesOf({ name, code }: LineageNode): string[] {
  return code === null ? [name] : [name, TRANSFORMATIONS[code]];
}

/** Whether a node's name contains the text, ignoring case. */
export function matchesName(node: LineageNode, text: string): boolean {
  const wanted = text.trim().toLowerCase();
  return namesOf(node).some((name) => name.toLowerCase().includes(wanted));
}

/**
 * The tree with only the nodes whose name contains the text, and their ancestors; a blank text keeps all.
 * @returns null when no node matches
 */
export function filterTree(node: LineageNode, text: string): LineageNode | null {
  if (text.trim() === '') return node;
  const children = node.children.flatMap((child) => filterTree(child, text) ?? []);
  return children.length > 0 || matchesName(node, text) ? { ...node, children } : null;
}

/** Number of descendants of a node. */
export function countBelow({ children }: LineageNode): number {
  return children.reduce((sum, child) => sum + 1 + countBelow(child), 0);
}

/** A visible node with its position in the tree. */
export interface VisibleBranch {
  node: LineageNode;
  parent: string | null;
  /** 1 at the root */
  level: number;
  /** position among its siblings, from 1 */
  position: number;
  siblings: number;
  isFolded: boolean;
  /** number of hidden descendants, 0 when it is open */
  hidden: number;
}

/** The visible nodes, each parent before its children. */
export function openBranches(root: LineageNode, folded: ReadonlySet<string>): VisibleBranch[] {
  const branches: VisibleBranch[] = [];
  function visit(
    node: LineageNode,
    at: Pick<VisibleBranch, 'parent' | 'level' | 'position' | 'siblings'>,
  ): void {
    const isFolded = folded.has(node.id) && node.children.length > 0;
    branches.push({ node, ...at, isFolded, hidden: isFolded ? countBelow(node) : 0 });
    if (isFolded) return;
    for (const [index, child] of node.children.entries()) {
      const siblings = node.children.length;
      visit(child, { parent: node.id, level: at.level + 1, position: index + 1, siblings });
    }
  }
  visit(root, { parent: null, level: 1, position: 1, siblings: 1 });
  return branches;
}

/** Id of the first node in tree order whose name contains the text; the root's when there is none. */
export function firstMatch(root: LineageNode, text: string): string {
  const found = openBranches(root, new Set()).find(({ node }) => matchesName(node, text));
  return (found?.node ?? root).id;
}
