/** Two consensus lists side by side. */
import type { ConsensusGene } from '@omicon/contract/areas/consensus.ts';

export interface SpecificGene {
  symbol: string;
  fidelity: number;
  against: number;
  rank: number;
  againstRank: number;
  /** rank in the other list less rank in this one: positive for genes that mark this list */
  specificity: number;
}

/** Genes that both lists rank, the most specific for the first list first. */
export function compareLists(
  own: readonly ConsensusGene[],
  against: readonly ConsensusGene[],
): SpecificGene[] {
  const others = new Map(against.map((gene) => [gene.symbol, gene]));
  return own
    .flatMap((gene): SpecificGene[] => {
      const other = others.get(gene.symbol);
      if (gene.rank === null || other === undefined || other.rank === null) return [];
      return [
        {
          symbol: gene.symbol,
          fidelity: gene.fidelity,
          against: other.fidelity,
          rank: gene.rank,
          againstRank: other.rank,
          specificity: other.rank - gene.rank,
        },
      ];
    })
    .toSorted((a, b) => b.specificity - a.specificity || a.rank - b.rank);
}
