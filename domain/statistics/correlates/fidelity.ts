import { numberAt } from '../matrix.ts';
import { type CombinedCorrelation, combineCorrelations } from './combined.ts';

/** One module of a consensus. */
export interface ConsensusModule {
  /** samples of its network */
  sampleCount: number;
  /** kME by number of the symbol, in [-1, 1]; NaN for symbols that the network does not have */
  kme: Float64Array;
}

export interface Fidelity extends CombinedCorrelation {
  /** number of the symbol */
  symbol: number;
  /** whether at least half of the modules have the gene; others are not ranked */
  isAboveLine: boolean;
  /** from 1, by decreasing fidelity (`z`); null below the line */
  rank: number | null;
}

/**
 * Consensus fidelity of genes for a cell class, ranked genes first. Modules of at most three samples count nothing.
 * @throws RangeError if the modules have different numbers of symbols
 * @source Kelley et al. 2018, Nat Neurosci 21:1171
 */
export function consensusFidelity(modules: readonly ConsensusModule[]): Fidelity[] {
  const used = modules.filter(({ sampleCount }) => sampleCount > 3);
  const sizes = used.map(({ sampleCount }) => sampleCount);
  const symbolCount = used[0]?.kme.length ?? 0;
  if (used.some(({ kme }) => kme.length !== symbolCount))
    throw new RangeError('The modules have different numbers of symbols.');
  const genes: Fidelity[] = [];
  const values = new Float64Array(used.length);
  for (let symbol = 0; symbol < symbolCount; symbol += 1) {
    let present = 0;
    for (let module = 0; module < used.length; module += 1) {
      const kme = used[module]?.kme[symbol] ?? Number.NaN;
      values[module] = kme;
      if (!Number.isNaN(kme)) present += 1;
    }
    if (present === 0) continue;
    const combined = combineCorrelations(values, sizes);
    genes.push({
      ...combined,
      // Of one module only rounding is left in Q.
      iSquared: combined.k > 1 ? combined.iSquared : 0,
      symbol,
      isAboveLine: present >= used.length / 2,
      rank: null,
    });
  }
  genes.sort((a, b) => Number(b.isAboveLine) - Number(a.isAboveLine) || b.z - a.z || a.symbol - b.symbol);
  return genes.map((gene, at) => (gene.isAboveLine ? { ...gene, rank: at + 1 } : gene));
}

/**
 * Whether each module runs against the others: the Pearson correlation of its kME with the mean kME of the others, over
 * the symbols that it shares with any of them, is negative.
 */
export function opposingModules(modules: readonly ConsensusModule[]): boolean[] {
  const symbolCount = modules.reduce((most, { kme }) => Math.max(most, kme.length), 0);
  const [sums, counts] = [new Float64Array(symbolCount), new Uint32Array(symbolCount)];
  for (const { kme } of modules)
    for (let symbol = 0; symbol < kme.length; symbol += 1) {
      const value = numberAt(kme, symbol);
      if (Number.isNaN(value)) continue;
      sums[symbol] = numberAt(sums, symbol) + value;
      counts[symbol] = numberAt(counts, symbol) + 1;
    }
  return modules.map((own) => {
    let [n, sumOwn, sumOthers, products] = [0, 0, 0, 0];
    for (let symbol = 0; symbol < own.kme.length; symbol += 1) {
      const value = numberAt(own.kme, symbol);
      const others = numberAt(counts, symbol) - 1;
      if (Number.isNaN(value) || others <= 0) continue;
      const mean = (numberAt(sums, symbol) - value) / others;
      n += 1;
      sumOwn += value;
      sumOthers += mean;
      products += value * mean;
    }
    // The sign of the correlation is that of the covariance.
    return n >= 3 && products - (sumOwn * sumOthers) / n < 0;
  });
}
