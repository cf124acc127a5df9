/** Cox models and log-rank tests of survival on the eigengenes of all modules of a network. */

import { f64At, u8At } from '@omicon/domain/arrays/number-at.ts';
import { adjustPValues } from '@omicon/domain/statistics/modules/traits.ts';
import { coxModel } from '@omicon/domain/statistics/survival/cox.ts';
import { type FollowUp, logRank } from '@omicon/domain/statistics/survival/kaplan-meier.ts';
import {
  cutsOf,
  groupSamples,
  perStandardDeviation,
} from '@omicon/domain/statistics/survival/survival-groups.ts';
import type { Work } from '../work.ts';

export interface ModuleSurvivalRequest {
  followUp: FollowUp;
  /** samples with time and event */
  samples: readonly number[];
  /** modules x samples; NaN for samples that the network does not have */
  eigengenes: readonly Float64Array[];
}

/** NaN where a value is not defined. */
export interface ModuleSurvival {
  /** samples with a follow-up and a value of the eigengene, and their events, fitted or not */
  n: number;
  events: number;
  hazardRatio: number;
  low: number;
  high: number;
  p: number;
  q: number;
  zphP: number;
  logRankP: number;
}

export async function moduleSurvival(
  { followUp, samples, eigengenes }: ModuleSurvivalRequest,
  work: Work,
): Promise<ModuleSurvival[]> {
  const results = eigengenes.map((values, at): ModuleSurvival => {
    work.report(at, eigengenes.length);
    const present = samples.filter((sample) => !Number.isNaN(values[sample] ?? Number.NaN));
    const { coefficients, hazards } = coxModel(followUp, [perStandardDeviation(values, present)], present);
    const [term] = coefficients;
    const cuts = cutsOf(
      present.map((sample) => f64At(values, sample)),
      'halves',
    );
    const halves = groupSamples({ kind: 'numeric', name: '', isAttribute: false, values }, present, cuts);
    return {
      n: present.length,
      events: present.reduce((sum, sample) => sum + u8At(followUp.event, sample), 0),
      hazardRatio: term?.hazardRatio ?? Number.NaN,
      low: term?.low ?? Number.NaN,
      high: term?.high ?? Number.NaN,
      p: Math.exp(term?.logP ?? Number.NaN),
      q: Number.NaN,
      zphP: Math.exp(hazards?.covariates[0]?.logP ?? Number.NaN),
      logRankP:
        halves.length < 2
          ? Number.NaN
          : Math.exp(
              logRank(
                followUp,
                halves.map((half) => half.samples),
              ).logP,
            ),
    };
  });
  const q = adjustPValues(Float64Array.from(results, ({ p }) => p));
  return results.map((result, at) => ({ ...result, q: q[at] ?? Number.NaN }));
}
