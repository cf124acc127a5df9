/** Curves, log-rank tests and Cox models of the samples of a data set, for each facet. */

import { u8At } from '@omicon/domain/arrays/number-at.ts';
import { displayAttribute } from '@omicon/domain/records/samples/sample-attributes.ts';
import { labelOf, type ValueLabels } from '@omicon/domain/records/samples/value-labels.ts';
import { covariateOf } from '@omicon/domain/statistics/comparison/covariates.ts';
import { type Guard, guardCovariate } from '@omicon/domain/statistics/comparison/guards.ts';
import { isEstimable } from '@omicon/domain/statistics/survival/adjusted.ts';
import { type CoxModel, coxModel } from '@omicon/domain/statistics/survival/cox.ts';
import {
  type FollowUp,
  kaplanMeier,
  type LogRank,
  logRank,
  type SurvivalCurve,
} from '@omicon/domain/statistics/survival/kaplan-meier.ts';
import {
  groupSamples,
  type NamedGroup,
  perStandardDeviation,
  type SurvivalSubject,
} from '@omicon/domain/statistics/survival/survival-groups.ts';
import type { Work } from '../work.ts';

export interface SurvivalRequest {
  followUp: FollowUp;
  /** null for all samples together */
  subject: SurvivalSubject | null;
  /** limits of the groups of a numeric subject */
  cuts: readonly number[];
  /** attributes that the models are adjusted for */
  adjustFor: readonly { attribute: string; cells: readonly (string | null)[] }[];
  /** scale of the intervals of the curves */
  interval: 'log' | 'log-log';
  /** labels of coded values by attribute */
  labels: ReadonlyMap<string, ValueLabels>;
  /** attribute of the facets */
  facetAttribute: string | undefined;
  facets: readonly { facet: string | null; samples: readonly number[] }[];
}

export interface ComputedPanel {
  facet: string | null;
  facet_label: string | null;
  n: number;
  events: number;
  curves: { name: string; label: string; n: number; events: number; curve: SurvivalCurve }[];
  /** null with fewer than two groups */
  logRank: LogRank | null;
  /** what is left out of the model, or why there is none */
  guards: Guard[];
  /** null without a covariate or without events, and where the subject cannot be told from the adjustment */
  cox: { names: string[]; labels: string[]; model: CoxModel } | null;
}

interface NamedCovariate {
  name: string;
  label: string;
  values: Float64Array;
}

function countEvents({ event }: FollowUp, samples: readonly number[]): number {
  return samples.reduce((sum, sample) => sum + u8At(event, sample), 0);
}

/** Treatment contrasts of text, named by attribute and value; a number under its own name. */
function contrasts(
  { attribute, cells }: SurvivalRequest['adjustFor'][number],
  { samples, labels }: { samples: readonly number[]; labels: ValueLabels },
): { covariates: NamedCovariate[]; guards: Guard[] } {
  const covariate = covariateOf(attribute, cells, samples);
  const shown = displayAttribute(attribute);
  const covariates = covariate.columns.map((values, at) => {
    const level = covariate.levels[at + 1];
    if (level === undefined) return { name: attribute, label: shown, values };
    return { name: `${attribute} ${level}`, label: `${shown} ${labelOf(level, labels)}`, values };
  });
  return { covariates, guards: guardCovariate(attribute, covariate) };
}

/** The subject has no value of its own once its model is adjusted; the unadjusted one would mislead. */
function guardAdjustment(
  subject: readonly NamedCovariate[],
  adjusted: readonly NamedCovariate[],
  { samples, of, adjustFor }: { samples: readonly number[]; of: string } & Pick<SurvivalRequest, 'adjustFor'>,
): Guard[] {
  const valuesOf = (covariates: readonly NamedCovariate[]) => covariates.map(({ values }) => values);
  if (subject.length === 0 || adjusted.length === 0) return [];
  if (isEstimable(valuesOf(subject), valuesOf(adjusted), samples)) return [];
  const attributes = adjustFor.map(({ attribute }) => displayAttribute(attribute)).join(' and ');
  return [
    {
      kind: 'not_estimable',
      sentence: `${of} cannot be told apart from ${attributes} in these samples.`,
      is_refusal: true,
    },
  ];
}

function subjectCovariates(
  subject: SurvivalSubject,
  { samples, labels }: { samples: readonly number[]; labels: ValueLabels },
): NamedCovariate[] {
  if (subject.kind === 'numeric') {
    const values = perStandardDeviation(subject.values, samples);
    const label = subject.isAttribute ? displayAttribute(subject.name) : subject.name;
    return [{ name: `${subject.name}, per SD`, label: `${label}, per SD`, values }];
  }
  const [first = '', ...levels] = [
    ...new Set(samples.flatMap((sample) => subject.values[sample] ?? [])),
  ].sort();
  return levels.map((level) => ({
    name: `${level} against ${first}`,
    label: `${labelOf(level, labels)} against ${labelOf(first, labels)}`,
    values: Float64Array.from(subject.values, (value) =>
      value === null ? Number.NaN : value === level ? 1 : 0,
    ),
  }));
}

function computePanel(
  { followUp, subject, cuts, adjustFor, interval, labels, facetAttribute }: SurvivalRequest,
  { facet, samples }: SurvivalRequest['facets'][number],
): ComputedPanel {
  const groups: NamedGroup[] =
    subject === null
      ? [{ name: 'All samples', samples: [...samples] }]
      : groupSamples(subject, samples, cuts);
  const compared = groups.flatMap((group) => group.samples).toSorted((a, b) => a - b);
  const events = countEvents(followUp, compared);
  const labelsOf = (attribute: string | undefined) => labels.get(attribute ?? '') ?? {};
  const subjectLabels = subject?.kind === 'groups' ? labelsOf(subject.name) : {};
  const own =
    subject === null ? [] : subjectCovariates(subject, { samples: compared, labels: subjectLabels });
  const adjustments = adjustFor.map((each) =>
    contrasts(each, { samples: compared, labels: labelsOf(each.attribute) }),
  );
  const adjusted = adjustments.flatMap((each) => each.covariates);
  const covariates = [...own, ...adjusted];
  const guards = [
    ...guardAdjustment(own, adjusted, {
      ...{ samples: compared, adjustFor },
      of:
        subject === null
          ? ''
          : subject.kind === 'groups' || subject.isAttribute
            ? displayAttribute(subject.name)
            : subject.name,
    }),
    ...adjustments.flatMap((each) => each.guards),
  ];
  return {
    facet,
    facet_label: labelOf(facet, labelsOf(facetAttribute)),
    n: compared.length,
    events,
    curves: groups.map((group) => ({
      name: group.name,
      label: labelOf(group.name, subjectLabels),
      n: group.samples.length,
      events: countEvents(followUp, group.samples),
      curve: kaplanMeier(followUp, { samples: group.samples, scale: interval }),
    })),
    logRank:
      groups.length < 2
        ? null
        : logRank(
            followUp,
            groups.map((group) => group.samples),
          ),
    guards,
    cox:
      covariates.length === 0 || events === 0 || guards.some(({ is_refusal }) => is_refusal)
        ? null
        : {
            names: covariates.map(({ name }) => name),
            labels: covariates.map(({ label }) => label),
            model: coxModel(
              followUp,
              covariates.map(({ values }) => values),
              compared,
            ),
          },
  };
}

export async function survivalPanels(request: SurvivalRequest, work: Work): Promise<ComputedPanel[]> {
  return request.facets.map((facet, at) => {
    work.report(at, request.facets.length);
    return computePanel(request, facet);
  });
}
