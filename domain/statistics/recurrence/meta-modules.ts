/** Recurring modules of different data sets that are one signal. */
import { f64At, numberAt, u8At } from '../../arrays/number-at.ts';
import { type Edge, markovClusters } from './markov-clusters.ts';
import { type DataSetProfile, type ModuleProfile, matchModules } from './match-modules.ts';

/**
 * Share of the consensus genes that a data set measures in which the signal could be found, and of the cohorts that
 * measure a consensus gene.
 */
const LEAST_MEASURED = 0.5;
/** Fisher z of kME is limited here, so that one perfect correlation does not outweigh all cohorts. */
const LARGEST_KME = 0.999;

/** A data set, of which the newest stage stands for all, and the cohort of people or animals that it measures. */
export interface CohortProfile extends DataSetProfile {
  /** data sets with common samples or individuals have one cohort */
  cohort: number;
}

/** A recurring module, by indexes of its data set and in it. */
export interface ModuleAt {
  dataSet: number;
  module: number;
}

/** The same signal in at least two cohorts, ordered by data set and module. */
export type MetaModule = readonly ModuleAt[];

function listPairs(dataSets: readonly CohortProfile[]): [number, number][] {
  return dataSets.flatMap(({ cohort }, a) =>
    dataSets.flatMap((other, b): [number, number][] => (b > a && other.cohort !== cohort ? [[a, b]] : [])),
  );
}

/**
 * Groups recurring modules of all data sets by Markov clustering of their reciprocal best matches; groups of one cohort
 * are none. Data sets of one cohort are never compared, so they do not support each other.
 */
export function findMetaModules(dataSets: readonly CohortProfile[]): MetaModule[] {
  const modules = dataSets.flatMap((profile, dataSet) =>
    profile.modules.map((_, module): ModuleAt => ({ dataSet, module })),
  );
  const firstOf = dataSets.map((_, dataSet) => modules.findIndex((each) => each.dataSet === dataSet));
  const edges = listPairs(dataSets).flatMap(([a, b]): Edge[] => {
    const [one, other] = [dataSets[a], dataSets[b]];
    if (one === undefined || other === undefined) return [];
    return matchModules(one, other).map((match) => ({
      a: numberAt(firstOf, a) + match.a,
      b: numberAt(firstOf, b) + match.b,
      weight: match.r,
    }));
  });
  return markovClusters(modules.length, edges)
    .map((nodes) => nodes.flatMap((node) => modules[node] ?? []))
    .filter((found) => new Set(found.map(({ dataSet }) => dataSets[dataSet]?.cohort)).size > 1);
}

/**
 * kME of each symbol over the cohorts of a meta-module: the mean of its Fisher z, first within each cohort.
 * @returns one value per symbol; NaN for symbols that less than half of the cohorts measure
 */
export function consensusKme(dataSets: readonly CohortProfile[], found: MetaModule): Float64Array {
  const profilesOf = (of: readonly ModuleAt[]): ModuleProfile[] =>
    of.flatMap(({ dataSet, module }) => dataSets[dataSet]?.modules[module] ?? []);
  const cohorts = [...Map.groupBy(found, ({ dataSet }) => dataSets[dataSet]?.cohort).values()].map(
    profilesOf,
  );
  const symbolCount = dataSets[0]?.measured.length ?? 0;
  const sums = new Float64Array(symbolCount);
  const measured = new Uint32Array(symbolCount);
  for (const profiles of cohorts)
    for (let symbol = 0; symbol < symbolCount; symbol += 1) {
      const z = meanZ(profiles, symbol);
      if (Number.isNaN(z)) continue;
      sums[symbol] = f64At(sums, symbol) + z;
      measured[symbol] = numberAt(measured, symbol) + 1;
    }
  return sums.map((sum, symbol) => {
    const count = numberAt(measured, symbol);
    return count >= LEAST_MEASURED * cohorts.length ? Math.tanh(sum / count) : Number.NaN;
  });
}

function meanZ(profiles: readonly ModuleProfile[], symbol: number): number {
  let sum = 0;
  let count = 0;
  for (const { kme } of profiles) {
    const value = f64At(kme, symbol);
    if (Number.isNaN(value)) continue;
    sum += Math.atanh(Math.max(-LARGEST_KME, Math.min(LARGEST_KME, value)));
    count += 1;
  }
  return sum / count;
}

/** In how many cohorts a meta-module is, and in how many it could have been found. */
export interface Support {
  found: number;
  findable: number;
}

/**
 * Support of a meta-module: a cohort in which it is not found counts if one of its data sets measures at least half of
 * the consensus genes.
 * @param genes symbols of the consensus
 */
export function supportOf(
  dataSets: readonly CohortProfile[],
  found: MetaModule,
  genes: ArrayLike<number>,
): Support {
  const has = new Set(found.map(({ dataSet }) => dataSets[dataSet]?.cohort));
  const canHave = dataSets.filter(({ cohort, measured }) => {
    if (has.has(cohort)) return true;
    let count = 0;
    for (let at = 0; at < genes.length; at += 1) count += u8At(measured, numberAt(genes, at));
    return count >= LEAST_MEASURED * genes.length;
  });
  return { found: has.size, findable: new Set(canHave.map(({ cohort }) => cohort)).size };
}
