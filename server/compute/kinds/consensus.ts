/** Consensus fidelity of genes over modules of several networks. */
import { f64At, numberAt } from '@omicon/domain/arrays/number-at.ts';
import {
  type ConsensusGenes,
  type ConsensusModule,
  consensusFidelity,
  type ModuleRelation,
  relateModules,
} from '@omicon/domain/statistics/correlates/fidelity.ts';
import type { SymbolsOfFeatures } from '@omicon/domain/statistics/matching/kme-profiles.ts';
import type { Work } from '../work.ts';

export interface ConsensusRequest {
  symbolCount: number;
  lists: SymbolsOfFeatures[];
  modules: {
    kme_values_storage_key: string;
    number_of_features: number;
    moduleIndex: number;
    sampleCount: number;
    /** index in `lists` */
    list: number;
    /** statistics of the rows of the data set; null if they cannot be read */
    row_statistics_storage_key: string | null;
    /** row in the data set of each feature of the network; -1 where absent */
    rows: Int32Array;
  }[];
}

export interface ConsensusResult {
  genes: ConsensusGenes;
  /** mean percentile of expression of each gene, over the modules that have it; NaN where unknown */
  percentiles: Float64Array;
  /** genes x modules; NaN for genes that a network does not have */
  kme: Float32Array;
  /** one per module */
  relations: ModuleRelation[];
}

/** Numbers per row of the statistics, and the index of the percentile among them. */
const [FIGURES, PERCENTILE] = [6, 5];

/** Genes whose kME is written while the cache of the processor holds that of one module. */
const GENES_AT_ONCE = 512;

/** The strongest feature of every symbol, by the same rule as `kmeOfSymbols`; -1 without one. */
function strongestFeatures(
  kme: Float64Array,
  { features, symbols }: SymbolsOfFeatures,
  symbolCount: number,
): Int32Array {
  const strongest = new Int32Array(symbolCount).fill(-1);
  for (let at = 0; at < features.length; at += 1) {
    const feature = numberAt(features, at);
    const symbol = numberAt(symbols, at);
    const value = kme[feature] ?? Number.NaN;
    if (Number.isNaN(value)) continue;
    const known = strongest[symbol] ?? -1;
    if (known < 0 || Math.abs(value) > Math.abs(f64At(kme, known))) strongest[symbol] = feature;
  }
  return strongest;
}

/** One module by symbol: the feature that stands for each, and its kME; -1 and NaN without one. */
interface ModuleBySymbol {
  strongest: Int32Array;
  kme: Float64Array;
}

function bySymbol(kme: Float64Array, symbols: SymbolsOfFeatures, symbolCount: number): ModuleBySymbol {
  const strongest = strongestFeatures(kme, symbols, symbolCount);
  const ofSymbols = new Float64Array(symbolCount).fill(Number.NaN);
  for (let symbol = 0; symbol < symbolCount; symbol += 1)
    ofSymbols[symbol] = kme[strongest[symbol] ?? -1] ?? Number.NaN;
  return { strongest, kme: ofSymbols };
}

/** Percentile of expression by symbol, from the statistics of the rows of a data set; NaN where unknown. */
function percentilesOf(statistics: Float64Array, strongest: Int32Array, rows: Int32Array): Float64Array {
  const percentiles = new Float64Array(strongest.length).fill(Number.NaN);
  for (let symbol = 0; symbol < strongest.length; symbol += 1) {
    const row = rows[strongest[symbol] ?? -1] ?? -1;
    if (row >= 0) percentiles[symbol] = numberAt(statistics, FIGURES * row + PERCENTILE);
  }
  return percentiles;
}

/** Mean of each symbol over the data sets that have it, added up in their order; NaN without any. */
function meanPercentiles(percentiles: readonly Float64Array[], symbolCount: number): Float64Array {
  const [sums, counts] = [new Float64Array(symbolCount), new Uint32Array(symbolCount)];
  for (const ofSet of percentiles)
    for (let symbol = 0; symbol < symbolCount; symbol += 1) {
      const percentile = ofSet[symbol] ?? Number.NaN;
      if (Number.isNaN(percentile)) continue;
      sums[symbol] = numberAt(sums, symbol) + percentile;
      counts[symbol] = numberAt(counts, symbol) + 1;
    }
  return sums.map((sum, symbol) => sum / numberAt(counts, symbol));
}

/** genes x modules */
function kmeOfGenes(symbols: Uint32Array, modules: readonly ConsensusModule[]): Float32Array {
  const width = modules.length;
  const kme = new Float32Array(symbols.length * width);
  for (let first = 0; first < symbols.length; first += GENES_AT_ONCE) {
    const end = Math.min(first + GENES_AT_ONCE, symbols.length);
    for (let module = 0; module < width; module += 1) {
      const ofModule = modules[module]?.kme ?? new Float64Array(0);
      for (let at = first; at < end; at += 1)
        kme[at * width + module] = ofModule[symbols[at] ?? -1] ?? Number.NaN;
    }
  }
  return kme;
}

/** Largest of some indexes; -1 without any. */
function largestOf(rows: Int32Array): number {
  let largest = -1;
  for (let at = 0; at < rows.length; at += 1) largest = Math.max(largest, numberAt(rows, at));
  return largest;
}

export async function computeConsensus(
  { symbolCount, lists, modules }: ConsensusRequest,
  work: Work,
): Promise<ConsensusResult> {
  const none = { features: new Uint32Array(0), symbols: new Uint32Array(0) };
  const read = await work.mapNumbers(
    modules.map(({ kme_values_storage_key, number_of_features, moduleIndex }) => ({
      storage_key: kme_values_storage_key,
      start: 2 * number_of_features * moduleIndex,
      count: number_of_features,
    })),
    (kme, at) => bySymbol(kme, lists[modules[at]?.list ?? -1] ?? none, symbolCount),
  );
  const measured = modules.flatMap(({ row_statistics_storage_key: storage_key, rows }, at) => {
    const strongest = read[at]?.strongest;
    return storage_key === null || strongest === undefined
      ? []
      : [{ range: { storage_key, start: 0, count: FIGURES * (largestOf(rows) + 1) }, strongest, rows }];
  });
  const reading = work.mapNumbers(
    measured.map(({ range }) => range),
    (statistics, at) => {
      work.report(at, measured.length);
      const { strongest, rows } = measured[at] ?? { strongest: new Int32Array(0), rows: new Int32Array(0) };
      return percentilesOf(statistics, strongest, rows);
    },
  );
  const used = modules.map(
    ({ sampleCount }, at): ConsensusModule => ({ sampleCount, kme: read[at]?.kme ?? new Float64Array(0) }),
  );
  // The statistics are read meanwhile.
  const genes = consensusFidelity(used);
  const relations = relateModules(used);
  const percentiles = meanPercentiles(await reading, symbolCount);
  return {
    genes,
    kme: kmeOfGenes(genes.symbols, used),
    percentiles: Float64Array.from(genes.symbols, (symbol) => percentiles[symbol] ?? Number.NaN),
    relations,
  };
}
