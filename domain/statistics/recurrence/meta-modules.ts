/** Recurring modules of different data sets that are one signal. */
import { f64At, numberAt, u8At } from '../../arrays/number-at.ts';
import { type Edge, markovClusters } from './markov-clusters.ts';
import type { ModuleMatch } from './match-modules.ts';

/**
 * Share of the consensus genes that a data set measures in which the signal could be found, and of the cohorts that
 * measure a consensus gene.
 */
const LEAST_MEASURED = 0.5;
/** Fisher z of kME is limited here, so that one perfect correlation does not outweigh all cohorts. */
const LARGEST_KME = 0.999;

/** A data set with the number of its recurring modules, and the cohort of people or animals that it measures. */
export interface CohortModules {
  /** data sets with common samples or individuals have one cohort */
  cohort: number;
  count: number;
}

/** Matches of two data sets, given by their indexes. */
export interface PairMatches {
  one: number;
  other: number;
  matches: readonly ModuleMatch[];
}

/** A recurring module, by indexes of its data set and in it. */
export interface ModuleAt {
  dataSet: number;
  module: number;
}

/** The same signal in at least two cohorts, ordered by data set and module. */
export type MetaModule = readonly ModuleAt[];

/** Pairs of data sets whose modules are compared: those of different cohorts, so that a cohort cannot support itself. */
export function listPairs(dataSets: readonly { cohort: number }[]): [one: number, other: number][] {
  return dataSets.flatMap(({ cohort }, one) =>
    dataSets.flatMap((each, other): [number, number][] =>
      other > one && each.cohort !== cohort ? [[one, other]] : [],
    ),
  );
}

/**
 * Groups recurring modules of all data sets by Markov clustering of their reciprocal best matches; groups of one cohort
 * are none.
 * @param pairs those of `listPairs`; pairs of one cohort do not count
 */
export function findMetaModules(
  dataSets: readonly CohortModules[],
  pairs: readonly PairMatches[],
): MetaModule[] {
  const modules = dataSets.flatMap(({ count }, dataSet) =>
    Array.from({ length: count }, (_, module): ModuleAt => ({ dataSet, module })),
  );
  const firstOf: number[] = [];
  let first = 0;
  for (const { count } of dataSets) {
    firstOf.push(first);
    first += count;
  }
  const edges = pairs.flatMap(({ one, other, matches }): Edge[] =>
    dataSets[one]?.cohort === dataSets[other]?.cohort
      ? []
      : matches.map(({ a, b, r }) => ({
          a: numberAt(firstOf, one) + a,
          b: numberAt(firstOf, other) + b,
          weight: r,
        })),
  );
  return markovClusters(modules.length, edges)
    .map((nodes) => nodes.flatMap((node) => modules[node] ?? []))
    .filter((found) => new Set(found.map(({ dataSet }) => dataSets[dataSet]?.cohort)).size > 1);
}

/**
 * kME of each symbol over the cohorts of a meta-module: the mean of its Fisher z, first within each cohort.
 * @param cohorts kME by symbol of the recurring modules of each cohort; NaN for symbols that are not measured
 * @returns one value per symbol; NaN for symbols that less than half of the cohorts measure
 */
export function consensusKme(
  cohorts: readonly (readonly Float64Array[])[],
  symbolCount: number,
): Float64Array {
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
    return count > 0 && count >= LEAST_MEASURED * cohorts.length ? Math.tanh(sum / count) : Number.NaN;
  });
}

function meanZ(profiles: readonly Float64Array[], symbol: number): number {
  let sum = 0;
  let count = 0;
  for (const kme of profiles) {
    const value = f64At(kme, symbol);
    if (Number.isNaN(value)) continue;
    sum += Math.atanh(Math.max(-LARGEST_KME, Math.min(LARGEST_KME, value)));
    count += 1;
  }
  return sum / count;
}

/** Share of the genes that a data set measures, from 0 to 1. @param measured 1 for each symbol that it measures */
export function measuredShare(measured: Uint8Array, genes: ArrayLike<number>): number {
  let count = 0;
  for (let at = 0; at < genes.length; at += 1) count += u8At(measured, numberAt(genes, at));
  return genes.length === 0 ? 0 : count / genes.length;
}

/** A data set as a place of a meta-module. */
export interface Place {
  cohort: number;
  isFound: boolean;
  /** share of the consensus genes that it measures */
  measured: number;
}

/** Whether a meta-module is in a data set, is not although it could be found, or cannot be found. */
export function stateOf({ isFound, measured }: Place): 'found' | 'absent' | 'not measurable' {
  if (isFound) return 'found';
  return measured >= LEAST_MEASURED ? 'absent' : 'not measurable';
}

/** In how many cohorts a meta-module is, and in how many it could have been found. */
export interface Support {
  found: number;
  findable: number;
}

/** Support of a meta-module: a cohort counts once, however many data sets it has. */
export function supportOf(places: readonly Place[]): Support {
  const count = (isCounted: (place: Place) => boolean) =>
    new Set(places.filter(isCounted).map(({ cohort }) => cohort)).size;
  return {
    found: count(({ isFound }) => isFound),
    findable: count((place) => stateOf(place) !== 'not measurable'),
  };
}
