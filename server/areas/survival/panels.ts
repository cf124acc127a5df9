/** Computed curves, tests and models of one panel, in the shape of a reply. */

import type { SurvivalCurve, SurvivalPanel } from '@omicon/contract/areas/statistics/survival.ts';
import { orNull } from '@omicon/domain/statistics/or-null.ts';
import type { ComputedPanel } from '../../compute/kinds/survival-panels.ts';

/** P of its logarithm; null if it is not defined. */
function toPValue(logP: number | undefined): number | null {
  return logP === undefined ? null : orNull(Math.exp(logP));
}

/** Infinite limits and values that are not defined are null. */
export function finiteOrNull(value: number): number | null {
  return Number.isFinite(value) ? value : null;
}

function toCurve({ name, label, n, events, curve }: ComputedPanel['curves'][number]): SurvivalCurve {
  return {
    name,
    label,
    n,
    events,
    median: finiteOrNull(curve.median),
    median_low: finiteOrNull(curve.medianLow),
    median_high: finiteOrNull(curve.medianHigh),
    time: [...curve.time],
    at_risk: [...curve.atRisk],
    number_of_events: [...curve.events],
    number_censored: [...curve.censored],
    survival: [...curve.survival],
    low: Array.from(curve.low, finiteOrNull),
    high: Array.from(curve.high, finiteOrNull),
  };
}

function toCox({ names, labels, model }: NonNullable<ComputedPanel['cox']>): SurvivalPanel['cox'] {
  const { n, events, coefficients, likelihoodRatio, hazards } = model;
  return {
    n,
    events,
    terms: coefficients.map((term, at) => {
      const test = hazards?.covariates[at];
      return {
        name: names[at] ?? '',
        label: labels[at] ?? '',
        coefficient: finiteOrNull(term.coefficient),
        standard_error: finiteOrNull(term.standardError),
        hazard_ratio: finiteOrNull(term.hazardRatio),
        low: finiteOrNull(term.low),
        high: finiteOrNull(term.high),
        z: finiteOrNull(term.z),
        p_value: toPValue(term.logP),
        is_estimable: term.isEstimable,
        zph_p_value: toPValue(test?.logP),
        zph_rho: test === undefined ? null : orNull(test.rho),
      };
    }),
    likelihood_ratio_p_value: toPValue(likelihoodRatio.logP),
  };
}

export function toPanel({
  facet,
  facet_label,
  n,
  events,
  curves,
  logRank,
  guards,
  cox,
}: ComputedPanel): SurvivalPanel {
  return {
    facet,
    facet_label,
    n,
    events,
    curves: curves.map(toCurve),
    log_rank:
      logRank === null || Number.isNaN(logRank.chiSquare)
        ? null
        : { chi_square: logRank.chiSquare, df: logRank.df, p_value: Math.exp(logRank.logP) },
    guards,
    cox: cox === null ? null : toCox(cox),
  };
}
