/** Folds gene sets that say the same under the best of them. */

import { numberAt, u32At } from '@omicon/domain/arrays/number-at.ts';

/** Jaccard index from which a set is folded under a better one. */
const MIN_JACCARD = 0.5;

/** Leading sets by gene, and how many genes each shares with the set that is compared. */
class Leaders {
  private readonly ofGene: (number[] | undefined)[] = [];
  private readonly shared: Uint32Array;

  constructor(sets: number) {
    this.shared = new Uint32Array(sets);
  }

  add(rank: number, genes: readonly number[]): void {
    for (const gene of genes) {
      const leaders = this.ofGene[gene];
      if (leaders === undefined) this.ofGene[gene] = [rank];
      else leaders.push(rank);
    }
  }

  /** Rank of the best leader that is like the set; -1 for none. @param sizeOf genes of a leader */
  findLike(genes: readonly number[], sizeOf: (rank: number) => number): number {
    const { shared } = this;
    const touched: number[] = [];
    for (const gene of genes) {
      const leaders = this.ofGene[gene];
      if (leaders === undefined) continue;
      for (const rank of leaders) {
        const before = u32At(shared, rank);
        if (before === 0) touched.push(rank);
        shared[rank] = before + 1;
      }
    }
    let best = -1;
    for (const rank of touched) {
      const overlap = u32At(shared, rank);
      shared[rank] = 0;
      const isLike = overlap >= MIN_JACCARD * (genes.length + sizeOf(rank) - overlap);
      if (isLike && (best < 0 || rank < best)) best = rank;
    }
    return best;
  }
}

/**
 * Goes through sets from the best: a set whose genes have a Jaccard index of at least 0.5 with those of a leading set
 * is folded under it, of several the best; any other set leads. Sets without genes lead.
 * @param order indexes of the sets, the best first
 * @param genesOf the genes that count, each once
 * @returns by index, the index of the set it is folded under; its own if it leads
 */
export function foldSets(
  order: ArrayLike<number>,
  genesOf: (index: number) => readonly number[],
): Uint32Array {
  const leaderOf = new Uint32Array(order.length);
  const sizes = new Uint32Array(order.length);
  const leaders = new Leaders(order.length);
  for (let rank = 0; rank < order.length; rank += 1) {
    const index = numberAt(order, rank);
    const genes = genesOf(index);
    const like = leaders.findLike(genes, (leader) => u32At(sizes, leader));
    leaderOf[index] = like < 0 ? index : numberAt(order, like);
    if (like >= 0) continue;
    sizes[rank] = genes.length;
    leaders.add(rank, genes);
  }
  return leaderOf;
}

/** The genes that count. A plain loop: sets have hundreds of thousands of genes together. */
export function selectGenes(genes: ArrayLike<number>, counts: (gene: number) => boolean): number[] {
  const selected: number[] = [];
  for (let at = 0; at < genes.length; at += 1) {
    const gene = numberAt(genes, at);
    if (counts(gene)) selected.push(gene);
  }
  return selected;
}

/** Number of sets folded under each, by its index. */
export function countFolded(leaderOf: Uint32Array): Uint32Array {
  const counts = new Uint32Array(leaderOf.length);
  for (let index = 0; index < leaderOf.length; index += 1) {
    const leader = u32At(leaderOf, index);
    if (leader !== index) counts[leader] = u32At(counts, leader) + 1;
  }
  return counts;
}

/** Which rows stand for others. */
export interface Folds {
  /** by index: the index of the row under which it is folded, or its own */
  leaderOf: Uint32Array;
  folded: Uint32Array;
}

/** Indexes, ascending, of the rows that a test holds for. A plain loop: there may be millions. */
function indexesWhere(length: number, holds: (at: number) => boolean): Uint32Array {
  const indexes = new Uint32Array(length);
  let count = 0;
  for (let at = 0; at < length; at += 1) {
    if (!holds(at)) continue;
    indexes[count] = at;
    count += 1;
  }
  return indexes.slice(0, count);
}

/** Indexes, ascending, of the rows that stand for a group. */
export function listLeading({ leaderOf }: Folds): Uint32Array {
  return indexesWhere(leaderOf.length, (at) => leaderOf[at] === at);
}

/** Indexes, ascending, of the rows folded under the leading ones that a test holds for. */
export function listFoldedUnder({ leaderOf }: Folds, isLeader: (at: number) => boolean): Uint32Array {
  return indexesWhere(leaderOf.length, (at) => {
    const leader = u32At(leaderOf, at);
    return leader !== at && isLeader(leader);
  });
}

/** Indexes of the rows to list; null for all. @param numberOf number of the record of a row */
export function listedOf(
  folds: Folds,
  { fold, folded_under }: { fold: boolean; folded_under: number | undefined },
  numberOf: (at: number) => number,
): Uint32Array | null {
  if (folded_under !== undefined) return listFoldedUnder(folds, (at) => numberOf(at) === folded_under);
  return fold ? listLeading(folds) : null;
}
