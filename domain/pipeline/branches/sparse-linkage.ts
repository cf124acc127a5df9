/**
 * Complete linkage on lists of neighbours. A branch of a complete-linkage tree below a height is a set in which every
 * pair is within it, so all joins down to a similarity are found from the pairs at or above it alone, exactly.
 */
import { numberAt, u32At } from '../../arrays/number-at.ts';
import { checkpoint, type Watch } from '../watch.ts';
import type { NeighbourLists } from './neighbour-lists.ts';

/** Joins of branches, each named by one of its features, in descending order of similarity. */
export interface SparseJoins {
  featureCount: number;
  left: Uint32Array;
  right: Uint32Array;
  /** least similarity of a pair of the joined branch */
  similarities: Float64Array;
  /** joins that could have gone to another branch at the same similarity; the smaller number was taken */
  tiedCount: number;
}

/** Below every correlation: the neighbour is gone. */
const STRUCK = -2;
const STEP = 'clustering';
const JOINS_A_REPORT = 1024;

interface Found {
  left: number[];
  right: number[];
  similarities: number[];
  tiedCount: number;
}

/** Lists that shrink as branches join. A branch has the list of its smallest feature number. */
class Branches {
  private readonly lists: NeighbourLists;
  private readonly lengths: Uint32Array;
  /** whether the nearest branch found last was one of several */
  isTied = false;

  constructor(lists: NeighbourLists) {
    this.lists = lists;
    this.lengths = Uint32Array.from(
      { length: lists.starts.length - 1 },
      (_, branch) => numberAt(lists.starts, branch + 1) - numberAt(lists.starts, branch),
    );
  }

  /** Similarity of the nearest branch found last. */
  nearestSimilarity = STRUCK;

  /** Nearest branch, or -1; ties prefer the one before it in the chain, so that the chain always ends. */
  nearest(branch: number, before: number): number {
    const { starts, neighbours, similarities } = this.lists;
    const start = u32At(starts, branch);
    const length = u32At(this.lengths, branch);
    let [best, most, kept, ties] = [-1, STRUCK, 0, 0];
    for (let at = start; at < start + length; at += 1) {
      const similarity = similarities[at] ?? STRUCK;
      if (similarity === STRUCK) continue;
      const neighbour = u32At(neighbours, at);
      // Struck neighbours are closed up on the way.
      neighbours[start + kept] = neighbour;
      similarities[start + kept] = similarity;
      kept += 1;
      if (similarity > most) {
        [best, most, ties] = [neighbour, similarity, 0];
      } else if (similarity === most) {
        ties += 1;
        if (neighbour === before) best = neighbour;
      }
    }
    this.lengths[branch] = kept;
    this.isTied = ties > 0;
    this.nearestSimilarity = most;
    return best;
  }

  /** Index of a neighbour in the list of a branch. */
  private indexOf(branch: number, neighbour: number): number {
    const { starts, neighbours } = this.lists;
    let low = u32At(starts, branch);
    let high = low + u32At(this.lengths, branch) - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (u32At(neighbours, middle) < neighbour) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  private set(branch: number, neighbour: number, similarity: number): void {
    this.lists.similarities[this.indexOf(branch, neighbour)] = similarity;
  }

  /** Joins a branch into one of a smaller number: what is near both stays near, at the smaller similarity. */
  join(kept: number, gone: number): void {
    const { starts, neighbours, similarities } = this.lists;
    let [a, b] = [u32At(starts, kept), u32At(starts, gone)];
    const [aEnd, bEnd] = [a + u32At(this.lengths, kept), b + u32At(this.lengths, gone)];
    let to = a;
    while (a < aEnd || b < bEnd) {
      const left = a < aEnd ? u32At(neighbours, a) : Number.POSITIVE_INFINITY;
      const right = b < bEnd ? u32At(neighbours, b) : Number.POSITIVE_INFINITY;
      const fromKept = left <= right ? (similarities[a] ?? STRUCK) : STRUCK;
      const fromGone = right <= left ? (similarities[b] ?? STRUCK) : STRUCK;
      if (left <= right) a += 1;
      if (right <= left) b += 1;
      const other = Math.min(left, right);
      if (other === kept || other === gone) continue;
      const isNearBoth = fromKept !== STRUCK && fromGone !== STRUCK;
      if (isNearBoth) {
        const similarity = Math.min(fromKept, fromGone);
        this.set(other, kept, similarity);
        neighbours[to] = other;
        similarities[to] = similarity;
        to += 1;
      } else if (fromKept !== STRUCK) this.set(other, kept, STRUCK);
      if (fromGone !== STRUCK) this.set(other, gone, STRUCK);
    }
    this.lengths[kept] = to - u32At(starts, kept);
    this.lengths[gone] = 0;
  }
}

/** All joins, in the order in which the chain finds them. */
function findJoins(lists: NeighbourLists, watch: Watch | undefined): Found {
  const branches = new Branches(lists);
  const count = lists.starts.length - 1;
  const found: Found = { left: [], right: [], similarities: [], tiedCount: 0 };
  const chain: number[] = [];
  for (let first = 0; first < count; ) {
    const tip = chain.at(-1);
    if (tip === undefined) {
      // A branch that has no neighbour left is complete.
      if (branches.nearest(first, -1) >= 0) chain.push(first);
      else first += 1;
      continue;
    }
    const before = chain.at(-2) ?? -1;
    const nearest = branches.nearest(tip, before);
    if (nearest < 0) chain.pop();
    else if (nearest !== before) chain.push(nearest);
    else {
      const [kept, gone] = [Math.min(tip, before), Math.max(tip, before)];
      found.left.push(kept);
      found.right.push(gone);
      found.similarities.push(branches.nearestSimilarity);
      if (branches.isTied) found.tiedCount += 1;
      branches.join(kept, gone);
      chain.length -= 2;
      if (found.left.length % JOINS_A_REPORT === 0) checkpoint(watch, STEP, first / count);
    }
  }
  return found;
}

/**
 * Joins of complete linkage among features at the similarity of the lists and above, by the nearest-neighbour chain.
 * The similarity of two branches is the least of their pairs. The lists are used up.
 * @source Murtagh 1983, Comput J 26:354
 */
export function linkNeighbours(lists: NeighbourLists, watch?: Watch): SparseJoins {
  const found = findJoins(lists, watch);
  const order = Uint32Array.from(found.left.keys()).sort(
    (a, b) => numberAt(found.similarities, b) - numberAt(found.similarities, a) || a - b,
  );
  return {
    featureCount: lists.starts.length - 1,
    left: order.map((join) => numberAt(found.left, join)),
    right: order.map((join) => numberAt(found.right, join)),
    similarities: Float64Array.from(order, (join) => numberAt(found.similarities, join)),
    tiedCount: found.tiedCount,
  };
}

/**
 * Branches after cutting at a threshold: every pair inside one is at least as similar. Single features are left out.
 * Members ascend; branches come in the order of their first member.
 */
export function cutBranches(joins: SparseJoins, threshold: number): number[][] {
  const height = 1 - threshold;
  const parent = Uint32Array.from({ length: joins.featureCount }, (_, feature) => feature);
  const rootOf = (feature: number): number => {
    let root = feature;
    while (numberAt(parent, root) !== root) {
      const above = numberAt(parent, numberAt(parent, root));
      parent[root] = above;
      root = above;
    }
    return root;
  };
  for (let join = 0; join < joins.left.length; join += 1) {
    // As R cuts: on distances, 1 - r.
    if (1 - numberAt(joins.similarities, join) > height) break;
    const [a, b] = [rootOf(numberAt(joins.left, join)), rootOf(numberAt(joins.right, join))];
    parent[Math.max(a, b)] = Math.min(a, b);
  }
  const members = new Map<number, number[]>();
  for (let feature = 0; feature < joins.featureCount; feature += 1) {
    const root = rootOf(feature);
    const own = members.get(root);
    if (own === undefined) members.set(root, [feature]);
    else own.push(feature);
  }
  return [...members.values()].filter(({ length }) => length > 1);
}
