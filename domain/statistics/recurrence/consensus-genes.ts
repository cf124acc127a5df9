/** The genes of a meta-module. */
import { f64At, numberAt, u32At } from '../../arrays/number-at.ts';
import type { ModuleProfile } from './match-modules.ts';
import { consensusKme } from './meta-modules.ts';

/** Genes of a consensus: at most this many, and, of a signal without strong genes, at least this many. */
const MOST = 150;
const LEAST = 5;
/** Consensus kME from which a gene is one of the signal: a quarter of its variance goes with it. */
const LEAST_KME = 0.5;

/** Parallel columns, one value per gene, the strongest first. */
export interface ConsensusGenes {
  symbols: Uint32Array;
  kme: Float64Array;
  /** cohorts in which it is a member, and cohorts that measure it */
  memberOf: Uint32Array;
  measuredBy: Uint32Array;
}

interface Counts {
  memberOf: Uint32Array;
  measuredBy: Uint32Array;
}

function countCohorts(cohorts: readonly (readonly ModuleProfile[])[], symbolCount: number): Counts {
  const [memberOf, measuredBy] = [new Uint32Array(symbolCount), new Uint32Array(symbolCount)];
  for (const profiles of cohorts) {
    const members = new Set(profiles.flatMap((profile) => [...profile.members]));
    for (const symbol of members) memberOf[symbol] = u32At(memberOf, symbol) + 1;
    for (let symbol = 0; symbol < symbolCount; symbol += 1)
      if (profiles.some(({ kme }) => !Number.isNaN(f64At(kme, symbol))))
        measuredBy[symbol] = u32At(measuredBy, symbol) + 1;
  }
  return { memberOf, measuredBy };
}

/**
 * The genes with the highest consensus kME, of .5 or more and at most 150, of those that half of the cohorts measure; of
 * a signal without five such genes, its five strongest. Membership is no condition: a network gives each gene to one of
 * its modules, also where several are nearly as close.
 * @param cohorts recurring modules of each cohort
 * @returns the genes, and the consensus kME of all symbols; NaN for those that less than half of the cohorts measure
 */
export function consensusGenes(
  cohorts: readonly (readonly ModuleProfile[])[],
  symbolCount: number,
): { genes: ConsensusGenes; consensus: Float64Array } {
  const consensus = consensusKme(
    cohorts.map((profiles) => profiles.map(({ kme }) => kme)),
    symbolCount,
  );
  const { memberOf, measuredBy } = countCohorts(cohorts, symbolCount);
  const ranked = [...consensus.keys()]
    .filter((symbol) => f64At(consensus, symbol) > 0)
    .sort((a, b) => f64At(consensus, b) - f64At(consensus, a) || a - b);
  const strong = ranked.filter((symbol) => f64At(consensus, symbol) >= LEAST_KME);
  const symbols = Uint32Array.from(ranked.slice(0, Math.max(LEAST, Math.min(MOST, strong.length))));
  return {
    consensus,
    genes: {
      symbols,
      kme: Float64Array.from(symbols, (symbol) => f64At(consensus, symbol)),
      memberOf: symbols.map((symbol) => numberAt(memberOf, symbol)),
      measuredBy: symbols.map((symbol) => numberAt(measuredBy, symbol)),
    },
  };
}
