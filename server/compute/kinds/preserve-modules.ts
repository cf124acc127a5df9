/** Whether modules of a network are preserved in another data set. */
import { numberAt } from '@omicon/domain/arrays/number-at.ts';
import { selectSamples } from '@omicon/domain/statistics/matrix.ts';
import {
  type CommonFeatures,
  commonFeatures,
  MIN_PRESERVED_FEATURES,
  modulePreservation,
  observePreservation,
  type Preservation,
} from '@omicon/domain/statistics/preservation/preservation.ts';
import type { Structure } from '@omicon/domain/statistics/preservation/structure.ts';
import { ComputeCancelled, type StoredValues, type Work } from '../work.ts';

export interface PreserveModulesRequest {
  discovery: StoredValues;
  /** samples of the network: columns of the discovery matrix */
  samples: Uint32Array;
  test: StoredValues;
  /** rows of the features that both data sets have: in the discovery and in the test matrix, of equal length */
  discoveryRows: Uint32Array;
  testRows: Uint32Array;
  /** members of each module: rows of the discovery matrix */
  modules: { members: Uint32Array; seed: number }[];
  permutations: number;
}

/** Correlations among the members of a module with the largest contributions, in both data sets. */
export interface StrongestMembers {
  /** rows of the discovery matrix, the strongest first */
  rows: Uint32Array;
  /** members x members */
  correlations: Float64Array[];
  testCorrelations: Float64Array[];
  contributions: Float64Array;
  testContributions: Float64Array;
}

export interface PreservedModule {
  /** members that both data sets measure, without gaps and with variation */
  present: number;
  /** null with too few members present */
  preservation: Preservation | null;
  strongest: StrongestMembers;
}

export interface PreserveModulesResult {
  /** usable features that both data sets have */
  common: number;
  modules: PreservedModule[];
}

/** Members of the two heat maps of one module. */
const MAX_STRONGEST = 60;

function selectPairs({ size, correlations }: Structure, order: readonly number[]): Float64Array[] {
  return order.map((row) =>
    Float64Array.from(order, (column) => numberAt(correlations, row * size + column)),
  );
}

function strongestOf(common: CommonFeatures, members: readonly number[], rows: readonly number[]) {
  const { discovery, test } = observePreservation(common, members);
  const order = Array.from(members.keys())
    .sort((a, b) => numberAt(discovery.contributions, b) - numberAt(discovery.contributions, a) || a - b)
    .slice(0, MAX_STRONGEST);
  const pick = (values: Float64Array) => Float64Array.from(order, (at) => numberAt(values, at));
  return {
    rows: Uint32Array.from(order, (at) => numberAt(rows, at)),
    correlations: selectPairs(discovery, order),
    testCorrelations: selectPairs(test, order),
    contributions: pick(discovery.contributions),
    testContributions: pick(test.contributions),
  };
}

const NONE: StrongestMembers = {
  rows: new Uint32Array(0),
  correlations: [],
  testCorrelations: [],
  contributions: new Float64Array(0),
  testContributions: new Float64Array(0),
};

/** Progress counts random sets of all modules. */
export async function preserveModules(
  { discovery, samples, test, discoveryRows, testRows, modules, permutations }: PreserveModulesRequest,
  work: Work,
): Promise<PreserveModulesResult> {
  const found = selectSamples(await work.readMatrix(discovery), [...samples]);
  const other = await work.readMatrix(test);
  const pairs = Array.from(discoveryRows, (row, at): [number, number] => [row, numberAt(testRows, at)]);
  const { common, indexes } = commonFeatures(found, other, pairs);
  const indexOfRow = new Map(pairs.map(([row], at) => [row, numberAt(indexes, at)]));
  const total = modules.length * permutations;
  const preserved = modules.map(({ members, seed }, module): PreservedModule => {
    const rows = [...members].filter((row) => (indexOfRow.get(row) ?? -1) >= 0);
    const ofCommon = rows.map((row) => indexOfRow.get(row) ?? -1);
    if (rows.length < MIN_PRESERVED_FEATURES)
      return { present: rows.length, preservation: null, strongest: NONE };
    const preservation = modulePreservation(common, ofCommon, {
      permutations,
      seed,
      onProgress: (done) => {
        work.report(module * permutations + done, total);
        return true;
      },
    });
    if (preservation === null) throw new ComputeCancelled();
    return { present: rows.length, preservation, strongest: strongestOf(common, ofCommon, rows) };
  });
  return { common: common.count, modules: preserved };
}
