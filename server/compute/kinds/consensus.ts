/** Consensus fidelity of genes over modules of several networks. */
import {
  type ConsensusModule,
  consensusFidelity,
  type Fidelity,
  opposingModules,
} from '@omicon/domain/statistics/correlates/fidelity.ts';
import type { SymbolsOfFeatures } from '@omicon/domain/statistics/matching/kme-profiles.ts';
import { numberAt } from '@omicon/domain/statistics/matrix.ts';
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
  genes: Fidelity[];
  /** mean percentile of expression of each gene, over the modules that have it; NaN where unknown */
  percentiles: Float64Array;
  /** genes x modules; NaN for genes that a network does not have */
  kme: Float32Array;
  /** one per module: whether its kME runs against the others */
  isOpposing: boolean[];
}

/** Numbers per row of the statistics, and the index of the percentile among them. */
const [FIGURES, PERCENTILE] = [6, 5];

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
    if (known < 0 || Math.abs(value) > Math.abs(kme[known] ?? 0)) strongest[symbol] = feature;
  }
  return strongest;
}

export async function computeConsensus(
  { symbolCount, lists, modules }: ConsensusRequest,
  work: Work,
): Promise<ConsensusResult> {
  const columns = await work.readNumbers(
    modules.map(({ kme_values_storage_key, number_of_features, moduleIndex }) => ({
      storage_key: kme_values_storage_key,
      start: 2 * number_of_features * moduleIndex,
      count: number_of_features,
    })),
  );
  const sums = new Float64Array(symbolCount);
  const counts = new Uint32Array(symbolCount);
  const used: ConsensusModule[] = [];
  for (const [at, module] of modules.entries()) {
    work.report(at, modules.length);
    const kme = columns[at] ?? new Float64Array(0);
    const symbols = lists[module.list] ?? { features: new Uint32Array(0), symbols: new Uint32Array(0) };
    const strongest = strongestFeatures(kme, symbols, symbolCount);
    const ofSymbols = new Float64Array(symbolCount).fill(Number.NaN);
    for (let symbol = 0; symbol < symbolCount; symbol += 1)
      ofSymbols[symbol] = kme[strongest[symbol] ?? -1] ?? Number.NaN;
    used.push({ sampleCount: module.sampleCount, kme: ofSymbols });
    if (module.row_statistics_storage_key === null) continue;
    const last = module.rows.reduce((most, row) => Math.max(most, row), -1);
    const [statistics = new Float64Array(0)] = await work.readNumbers([
      { storage_key: module.row_statistics_storage_key, start: 0, count: FIGURES * (last + 1) },
    ]);
    for (let symbol = 0; symbol < symbolCount; symbol += 1) {
      const row = module.rows[strongest[symbol] ?? -1] ?? -1;
      if (row < 0) continue;
      const percentile = numberAt(statistics, FIGURES * row + PERCENTILE);
      if (Number.isNaN(percentile)) continue;
      sums[symbol] = numberAt(sums, symbol) + percentile;
      counts[symbol] = numberAt(counts, symbol) + 1;
    }
  }
  const genes = consensusFidelity(used);
  const kme = new Float32Array(genes.length * used.length);
  used.forEach(({ kme: values }, module) => {
    for (let at = 0; at < genes.length; at += 1)
      kme[at * used.length + module] = values[genes[at]?.symbol ?? -1] ?? Number.NaN;
  });
  return {
    genes,
    kme,
    percentiles: Float64Array.from(genes, ({ symbol }) => numberAt(sums, symbol) / numberAt(counts, symbol)),
    isOpposing: opposingModules(used),
  };
}
