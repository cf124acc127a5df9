import { numberAt } from '../../arrays/number-at.ts';

/** How the distance between two branches is computed from the distances of their leaves. */
export type Linkage = 'complete' | 'average';

/** Two branches joined at a height. Leaves are 0 to n-1; join `k` creates branch `n + k`. */
export interface Join {
  left: number;
  right: number;
  height: number;
}

/** A tree with `leafCount` leaves; joins are sorted by height. */
export interface Tree {
  leafCount: number;
  joins: Join[];
}

interface Branches {
  distances: Float64Array;
  sizes: Int32Array;
  alive: Uint8Array;
  count: number;
}

/** Nearest remaining branch; ties prefer the one before it in the chain, so that the chain always ends. */
function nearestBranch(branches: Branches, branch: number, before: number): number {
  const { distances, alive, count } = branches;
  let nearest = before;
  let shortest = before < 0 ? Number.POSITIVE_INFINITY : numberAt(distances, branch * count + before);
  const row = branch * count;
  for (let other = 0; other < count; other += 1) {
    if (alive[other] !== 1 || other === branch) continue;
    const distance = distances[row + other] ?? Number.POSITIVE_INFINITY;
    if (distance < shortest || nearest < 0) {
      shortest = distance;
      nearest = other;
    }
  }
  return nearest;
}

/** Writes the distances of the joined branch into the row of `kept`, and removes `gone`. */
function joinBranches(branches: Branches, [kept, gone]: readonly [number, number], linkage: Linkage): void {
  const { distances, sizes, alive, count } = branches;
  const keptSize = numberAt(sizes, kept);
  const goneSize = numberAt(sizes, gone);
  for (let other = 0; other < count; other += 1) {
    if (alive[other] !== 1 || other === kept || other === gone) continue;
    const a = numberAt(distances, kept * count + other);
    const b = numberAt(distances, gone * count + other);
    const joined =
      linkage === 'complete' ? Math.max(a, b) : (keptSize * a + goneSize * b) / (keptSize + goneSize);
    distances[kept * count + other] = joined;
    distances[other * count + kept] = joined;
  }
  sizes[kept] = keptSize + goneSize;
  alive[gone] = 0;
}

/** Sorts joins of leaves by height and renumbers them as joins of branches. */
function treeOfJoins(found: readonly Join[], leafCount: number): Tree {
  const order = [...found].sort((a, b) => a.height - b.height);
  const parent = Int32Array.from({ length: leafCount * 2 }, (_, index) => index);
  const rootOf = (leaf: number): number => {
    let root = leaf;
    while (numberAt(parent, root) !== root) {
      const above = numberAt(parent, root);
      parent[root] = numberAt(parent, above);
      root = above;
    }
    return root;
  };
  const joins = order.map(({ left, right, height }, index) => {
    const [a, b] = [rootOf(left), rootOf(right)];
    parent[a] = leafCount + index;
    parent[b] = leafCount + index;
    return { left: Math.min(a, b), right: Math.max(a, b), height };
  });
  return { leafCount, joins };
}

/**
 * Hierarchical clustering by the nearest-neighbour chain: exact for complete and average linkage, O(n^2) time.
 * @param distances leaves x leaves, row-major, symmetric, no NaN; the caller's array is not changed
 * @throws RangeError if the distances are not square
 * @source Murtagh 1983, Comput J 26:354
 */
export function clusterTree(distances: Float64Array, linkage: Linkage): Tree {
  const count = Math.round(Math.sqrt(distances.length));
  if (count * count !== distances.length) throw new RangeError('Distances must be leaves x leaves.');
  const branches: Branches = {
    distances: distances.slice(),
    sizes: new Int32Array(count).fill(1),
    alive: new Uint8Array(count).fill(1),
    count,
  };
  const found: Join[] = [];
  const chain: number[] = [];
  while (found.length < count - 1) {
    if (chain.length === 0) chain.push(branches.alive.indexOf(1));
    const tip = chain.at(-1) ?? 0;
    const before = chain.at(-2) ?? -1;
    const nearest = nearestBranch(branches, tip, before);
    if (nearest !== before) {
      chain.push(nearest);
      continue;
    }
    found.push({ left: tip, right: before, height: numberAt(branches.distances, tip * count + before) });
    joinBranches(branches, [Math.min(tip, before), Math.max(tip, before)], linkage);
    chain.length -= 2;
  }
  return treeOfJoins(found, count);
}

/**
 * Leaves of each branch after cutting the tree at a height; joins at or below it are kept. Together the branches are a
 * partition of all leaves, sorted by first leaf, with leaves ascending.
 */
export function cutTree(tree: Tree, height: number): number[][] {
  const members = new Map<number, number[]>();
  for (let leaf = 0; leaf < tree.leafCount; leaf += 1) members.set(leaf, [leaf]);
  tree.joins.forEach((join, index) => {
    if (join.height > height) return;
    const joined = [...(members.get(join.left) ?? []), ...(members.get(join.right) ?? [])];
    members.delete(join.left);
    members.delete(join.right);
    members.set(tree.leafCount + index, joined);
  });
  return [...members.values()]
    .map((leaves) => leaves.sort((a, b) => a - b))
    .sort((a, b) => numberAt(a, 0) - numberAt(b, 0));
}

/** Leaves from left to right, so that no branches cross in a drawing. */
export function leafOrder(tree: Tree): number[] {
  if (tree.leafCount === 0) return [];
  const order: number[] = [];
  const open = [tree.leafCount + tree.joins.length - 1];
  for (let branch = open.pop(); branch !== undefined; branch = open.pop()) {
    const join = tree.joins[branch - tree.leafCount];
    if (join === undefined) order.push(branch);
    else open.push(join.right, join.left);
  }
  return order;
}
