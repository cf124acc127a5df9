/** Module definitions: which features belong to which module, by the founding branch or by kME. */
import { numberAt } from '../../arrays/number-at.ts';
import { correlationPValue } from '../../statistics/correlation.ts';
import { falseDiscoveryCut, nullShare } from '../../statistics/q-values.ts';

/** Index of the module of each feature, -1 for none. */
export type Assignment = Int32Array;

export interface ModuleDefinitions {
  seed: Assignment;
  positiveBonferroni: Assignment;
  positiveFdr: Assignment;
  negativeBonferroni: Assignment;
  negativeFdr: Assignment;
  cuts: DefinitionCuts;
}

/** Cuts of P over the whole kME table, with the kME that each stands for. */
export interface DefinitionCuts {
  bonferroniCut: number;
  /** smallest |kME| with P below the cut; infinite if there is none */
  leastBonferroni: number;
  /** largest P whose q value is below .05; 0 if there is none */
  fdrCut: number;
  /** smallest |kME| with P below the cut; infinite if there is none */
  leastFdr: number;
  /** share of true nulls among all P values, pi0 */
  nullShare: number;
}

const LEVEL = 0.05;

/** First index from which a condition on ascending values holds. */
function firstIndex(count: number, holds: (index: number) => boolean): number {
  let [low, high] = [0, count];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (holds(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/**
 * Cuts of a kME table. P falls as |kME| rises, so sorting |kME| sorts P, and only a few P values are computed.
 * @param kmes one array per module, one value per feature
 */
export function definitionCuts(kmes: readonly Float64Array[], sampleCount: number): DefinitionCuts {
  const featureCount = kmes[0]?.length ?? 0;
  const count = featureCount * kmes.length;
  const bonferroniCut = LEVEL / Math.max(1, count);
  const sizes = new Float64Array(count);
  kmes.forEach((values, at) => {
    sizes.set(values.map(Math.abs), at * featureCount);
  });
  sizes.sort();
  const pAt = (index: number) => correlationPValue(numberAt(sizes, index), sampleCount);
  const share = nullShare(Math.max(1, count), (bound) => firstIndex(count, (index) => pAt(index) < bound));
  const fdrCut = falseDiscoveryCut({ count, nullShare: share }, (rank) => pAt(count - 1 - rank), LEVEL);
  const leastWhere = (holds: (pValue: number) => boolean) =>
    sizes[firstIndex(count, (index) => holds(pAt(index)))] ?? Number.POSITIVE_INFINITY;
  return {
    bonferroniCut,
    leastBonferroni: leastWhere((pValue) => pValue < bonferroniCut),
    fdrCut,
    leastFdr: leastWhere((pValue) => pValue < fdrCut),
    nullShare: share,
  };
}

/** Assigns each feature to the module of its highest kME (times the sign), if that exceeds the least. */
function topModules(
  kmes: readonly Float64Array[],
  { featureCount, least, sign }: { featureCount: number; least: number; sign: 1 | -1 },
): Assignment {
  const assigned = new Int32Array(featureCount).fill(-1);
  for (let feature = 0; feature < featureCount; feature += 1) {
    let highest = least;
    kmes.forEach((values, at) => {
      const kme = sign * (values[feature] ?? Number.NaN);
      if (!(kme > highest)) return;
      highest = kme;
      assigned[feature] = at;
    });
  }
  return assigned;
}

/**
 * All definitions of a network. With one module only, nothing but seeds is assigned, as FindModules does.
 * @param modules seeds and kME of every feature
 */
export function assignFeatures(
  modules: readonly { seeds: readonly number[]; kmes: Float64Array }[],
  { featureCount, sampleCount }: { featureCount: number; sampleCount: number },
): ModuleDefinitions {
  const seed = new Int32Array(featureCount).fill(-1);
  modules.forEach(({ seeds }, at) => {
    for (const feature of seeds) seed[feature] = at;
  });
  const kmes = modules.map((each) => each.kmes);
  const cuts = definitionCuts(kmes, sampleCount);
  const assigned = modules.length > 1 ? kmes : [];
  const top = (least: number, sign: 1 | -1) => topModules(assigned, { featureCount, least, sign });
  return {
    seed,
    cuts,
    positiveBonferroni: top(cuts.leastBonferroni, 1),
    positiveFdr: top(cuts.leastFdr, 1),
    negativeBonferroni: top(cuts.leastBonferroni, -1),
    negativeFdr: top(cuts.leastFdr, -1),
  };
}

/** Features that a definition assigns to a module, ascending. */
export function membersOf(assignment: Assignment, module: number): number[] {
  const members: number[] = [];
  assignment.forEach((assigned, feature) => {
    if (assigned === module) members.push(feature);
  });
  return members;
}
