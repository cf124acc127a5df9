import { numberAt } from '../../arrays/number-at.ts';
import { correlationPValue } from '../correlation.ts';
import { fisherZ, poolCorrelations } from './combined.ts';

/** One module of a consensus. */
export interface ConsensusModule {
  /** samples of its network */
  sampleCount: number;
  /** kME by number of the symbol, in [-1, 1]; NaN for symbols that the network does not have */
  kme: Float64Array;
}

/** Parallel columns, one value per gene: ranked genes first, by decreasing fidelity. */
export interface ConsensusGenes {
  /** genes that at least half of the modules have; the others come after them and have no rank */
  ranked: number;
  /** numbers of the symbols */
  symbols: Uint32Array<ArrayBuffer>;
  /** sum of w z over the root of the sum of w, z = atanh(kME), w = samples - 3: standard normal without correlation */
  fidelity: Float64Array<ArrayBuffer>;
  /** modules that have the gene */
  numberOfModules: Uint32Array<ArrayBuffer>;
  /** mean kME, unweighted */
  meanR: Float64Array<ArrayBuffer>;
  /** standard deviation of z over modules (divisor n - 1); NaN for one */
  sdZ: Float64Array<ArrayBuffer>;
  /** Cochran's Q */
  q: Float64Array<ArrayBuffer>;
  /** share of the differences between modules beyond chance, in [0, 1) */
  iSquared: Float64Array<ArrayBuffer>;
}

/** Numbers of the symbols that any module has, ascending. */
function symbolsOfAny(modules: readonly ConsensusModule[], symbolCount: number): Uint32Array<ArrayBuffer> {
  const isPresent = new Uint8Array(symbolCount);
  for (const { kme } of modules)
    for (let symbol = 0; symbol < symbolCount; symbol += 1)
      if (!Number.isNaN(kme[symbol] ?? Number.NaN)) isPresent[symbol] = 1;
  return new Uint32Array(symbolCount).map((_, symbol) => symbol).filter((symbol) => isPresent[symbol] === 1);
}

/**
 * Consensus fidelity of genes for a cell class. Modules of at most three samples count nothing.
 * @throws RangeError if the modules have different numbers of symbols
 * @source Kelley et al. 2018, Nat Neurosci 21:1171
 */
export function consensusFidelity(modules: readonly ConsensusModule[]): ConsensusGenes {
  const used = modules.filter(({ sampleCount }) => sampleCount > 3);
  const sizes = used.map(({ sampleCount }) => sampleCount);
  const symbolCount = used[0]?.kme.length ?? 0;
  if (used.some(({ kme }) => kme.length !== symbolCount))
    throw new RangeError('The modules have different numbers of symbols.');
  const symbols = symbolsOfAny(used, symbolCount);
  const [ofGene, zOfGene] = [new Float64Array(used.length), new Float64Array(used.length)];
  const columns = {
    fidelity: new Float64Array(symbols.length),
    numberOfModules: new Uint32Array(symbols.length),
    meanR: new Float64Array(symbols.length),
    sdZ: new Float64Array(symbols.length),
    q: new Float64Array(symbols.length),
    iSquared: new Float64Array(symbols.length),
  };
  for (let gene = 0; gene < symbols.length; gene += 1) {
    for (let module = 0; module < used.length; module += 1) {
      const r = used[module]?.kme[numberAt(symbols, gene)] ?? Number.NaN;
      ofGene[module] = r;
      zOfGene[module] = fisherZ(r);
    }
    const pooled = poolCorrelations(ofGene, zOfGene, sizes);
    columns.fidelity[gene] = pooled.z;
    columns.numberOfModules[gene] = pooled.k;
    columns.meanR[gene] = pooled.meanR;
    columns.sdZ[gene] = pooled.sdZ;
    columns.q[gene] = pooled.q;
    // Of one module only rounding is left in Q.
    columns.iSquared[gene] = pooled.k > 1 ? pooled.iSquared : 0;
  }
  return rankGenes({ symbols, ...columns }, used.length / 2);
}

/** Genes that at least `fewest` modules have first, by decreasing fidelity, then by symbol. */
function rankGenes(genes: Omit<ConsensusGenes, 'ranked'>, fewest: number): ConsensusGenes {
  const { fidelity, numberOfModules } = genes;
  const isBelow = (gene: number) => Number(numberAt(numberOfModules, gene) < fewest);
  const order = genes.symbols
    .map((_, gene) => gene)
    .sort((a, b) => isBelow(a) - isBelow(b) || numberAt(fidelity, b) - numberAt(fidelity, a) || a - b);
  const ordered = (values: Float64Array) =>
    new Float64Array(values.length).map((_, at) => numberAt(values, numberAt(order, at)));
  return {
    ranked: order.reduce((count, gene) => count + 1 - isBelow(gene), 0),
    symbols: order.map((gene) => numberAt(genes.symbols, gene)),
    numberOfModules: order.map((gene) => numberAt(numberOfModules, gene)),
    fidelity: ordered(fidelity),
    meanR: ordered(genes.meanR),
    sdZ: ordered(genes.sdZ),
    q: ordered(genes.q),
    iSquared: ordered(genes.iSquared),
  };
}

/** Modules of one consensus. */
export const MAX_CONSENSUS_MODULES = 200;

/** How a module of a consensus relates to the others. */
export const MODULE_RELATIONS = ['agrees', 'unrelated', 'opposing'] as const;
export type ModuleRelation = (typeof MODULE_RELATIONS)[number];

/** Weaker correlations of kME also occur between unrelated modules: genes are not independent of each other. */
const RELATED_R = 0.3;
/** P of Student's t of a correlation of kME must be below it, for networks with few symbols in common. */
const RELATED_P = 0.001;

/** 1 or -1 where the kME of two modules is correlated over their common symbols, 0 where it is not. */
function relationOfPair(a: Float64Array, b: Float64Array): -1 | 0 | 1 {
  let [n, sumA, sumB, squaresA, squaresB, products] = [0, 0, 0, 0, 0, 0];
  const length = Math.min(a.length, b.length);
  for (let symbol = 0; symbol < length; symbol += 1) {
    const [one, other] = [a[symbol] ?? Number.NaN, b[symbol] ?? Number.NaN];
    if (Number.isNaN(one) || Number.isNaN(other)) continue;
    n += 1;
    sumA += one;
    sumB += other;
    squaresA += one * one;
    squaresB += other * other;
    products += one * other;
  }
  const [spreadA, spreadB] = [squaresA - (sumA * sumA) / n, squaresB - (sumB * sumB) / n];
  const r = Math.max(-1, Math.min(1, (products - (sumA * sumB) / n) / Math.sqrt(spreadA * spreadB)));
  if (!(n >= 3 && Math.abs(r) >= RELATED_R && correlationPValue(r, n) < RELATED_P)) return 0;
  return r < 0 ? -1 : 1;
}

/**
 * How each module relates to the others, by the Pearson correlations of its kME with theirs over common symbols: unrelated
 * if it is correlated with none, opposing if it is correlated negatively with more of them than positively. A module alone
 * agrees.
 */
export function relateModules(modules: readonly ConsensusModule[]): ModuleRelation[] {
  const positive = modules.map(() => 0);
  const negative = modules.map(() => 0);
  modules.forEach((own, at) => {
    for (let other = at + 1; other < modules.length; other += 1) {
      const relation = relationOfPair(own.kme, modules[other]?.kme ?? own.kme);
      const counts = relation < 0 ? negative : positive;
      if (relation === 0) continue;
      counts[at] = (counts[at] ?? 0) + 1;
      counts[other] = (counts[other] ?? 0) + 1;
    }
  });
  return modules.map((_, at): ModuleRelation => {
    const [along = 0, against = 0] = [positive[at], negative[at]];
    if (modules.length > 1 && along + against === 0) return 'unrelated';
    return against > along ? 'opposing' : 'agrees';
  });
}
