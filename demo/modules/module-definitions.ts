import { falseDiscoveryCut } from '@omicon/domain/statistics/false-discovery.ts';
import { numberAt } from '@omicon/domain/statistics/matrix.ts';
import type { CovariationModule } from './covariation-module.ts';

/** Colour of the module of each feature, or `null`; one entry per feature. */
export type Assignment = (string | null)[];

/** Module membership of features, by definition. */
export interface ModuleDefinitions {
  seed: Assignment;
  bonferroniCut: number;
  fdrCut: number;
  positiveBonferroni: Assignment;
  positiveFdr: Assignment;
  negativeBonferroni: Assignment;
  negativeFdr: Assignment;
}

const LEVEL = 0.05;

/** Smallest |kME| whose P value is below the cut; infinite if there is none. */
function smallestKme(modules: readonly CovariationModule[], isBelow: (pValue: number) => boolean): number {
  let smallest = Number.POSITIVE_INFINITY;
  for (const { kmes, pValues } of modules) {
    kmes.forEach((kme, feature) => {
      if (isBelow(numberAt(pValues, feature))) smallest = Math.min(smallest, Math.abs(kme));
    });
  }
  return smallest;
}

/** Assigns each feature to the module of its highest kME (times the sign), if that exceeds the minimum. */
function topModules(
  modules: readonly CovariationModule[],
  { featureCount, least, sign }: { featureCount: number; least: number; sign: 1 | -1 },
): Assignment {
  return Array.from({ length: featureCount }, (_, feature) => {
    let colour: string | null = null;
    let highest = least;
    for (const covariationModule of modules) {
      const kme = sign * numberAt(covariationModule.kmes, feature);
      if (kme > highest) {
        highest = kme;
        colour = covariationModule.colour;
      }
    }
    return colour;
  });
}

function seedsOf(modules: readonly CovariationModule[], featureCount: number): Assignment {
  const assignment: Assignment = Array.from({ length: featureCount }, () => null);
  for (const { colour, seeds } of modules) {
    for (const feature of seeds) assignment[feature] = colour;
  }
  return assignment;
}

/** All definitions of a network. With only one module, only seeds are assigned. */
export function assignFeatures(
  modules: readonly CovariationModule[],
  featureCount: number,
): ModuleDefinitions {
  const bonferroniCut = LEVEL / (featureCount * Math.max(1, modules.length));
  const all = new Float64Array(modules.length * featureCount);
  modules.forEach(({ pValues }, index) => {
    all.set(pValues, index * featureCount);
  });
  const fdrCut = falseDiscoveryCut(all, LEVEL);
  const assigned = modules.length > 1 ? modules : [];
  const leastBonferroni = smallestKme(assigned, (pValue) => pValue < bonferroniCut);
  const leastFdr = smallestKme(assigned, (pValue) => pValue <= fdrCut);
  return {
    seed: seedsOf(modules, featureCount),
    bonferroniCut,
    fdrCut,
    positiveBonferroni: topModules(assigned, { featureCount, least: leastBonferroni, sign: 1 }),
    positiveFdr: topModules(assigned, { featureCount, least: leastFdr, sign: 1 }),
    negativeBonferroni: topModules(assigned, { featureCount, least: leastBonferroni, sign: -1 }),
    negativeFdr: topModules(assigned, { featureCount, least: leastFdr, sign: -1 }),
  };
}
