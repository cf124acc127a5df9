/** Survival of the samples of a data set: curves, log-rank tests and Cox models. */

import { MAX_LEVELS } from '@omicon/domain/statistics/comparison/covariates.ts';
import { z } from 'zod';
import { bareRecordNumber, endpoint, idParams, text } from '../../base/endpoint.ts';
import { moduleLink } from '../../base/records.ts';
import { guard } from './comparisons.ts';

/** Attributes that a model is adjusted for. */
export const MAX_ADJUSTED = 3;
/** Values of an attribute that makes groups: a model has one term for each but one. */
export const MAX_VALUES = MAX_LEVELS;

const columnNames = {
  /** attributes with the time and the event; by default those defined so in the attribute table, or named so */
  time: text(200).optional(),
  event: text(200).optional(),
  /**
   * texts of the event attribute that are events, one on each line; all others are none. By default Dead, 1, yes and
   * the like; of 1 and 2 the latter. Of 0, 1 and 2 none is known
   */
  observed: text(2000).optional(),
};

/** Where time and event come from, and what may be chosen instead. */
const followUp = {
  /** null if the samples have no such attributes */
  time: z.string().nullable(),
  event: z.string().nullable(),
  /** unit of the time, if its attribute is defined with one */
  unit: z.string().nullable(),
  /** attributes with numbers, and attributes that tell events apart */
  possible_times: z.array(z.string()),
  possible_events: z.array(z.string()),
  /** texts of the event attribute, the first twenty, and those of them that are events */
  event_values: z.array(z.string()),
  observed: z.array(z.string()),
  /** a sentence on how codes such as 1 and 2 are read; null where the texts say it, or a person chose */
  event_convention: z.string().nullable(),
  /** texts of the event attribute that are neither an event nor none */
  unknown_events: z.array(z.string()),
  n: z.int(),
  events: z.int(),
  /** samples that cannot be used, with the reason */
  left_out: z.array(z.object({ reason: z.string(), n: z.int() })),
  /** without time or event, up to five data sets that have both, one of each collection; else empty */
  elsewhere: z.array(z.object({ id: z.int(), title: z.string() })),
};

const curve = z.object({
  /** value of the attribute, or the part of a number */
  name: z.string(),
  /** the label of a coded value; else the name */
  label: z.string(),
  n: z.int(),
  events: z.int(),
  median: z.number().nullable(),
  median_low: z.number().nullable(),
  median_high: z.number().nullable(),
  /** distinct times, ascending; the other columns belong to them */
  time: z.array(z.number()),
  at_risk: z.array(z.number()),
  number_of_events: z.array(z.number()),
  number_censored: z.array(z.number()),
  survival: z.array(z.number()),
  /** 95 % interval; null where it is not defined */
  low: z.array(z.number().nullable()),
  high: z.array(z.number().nullable()),
});
export type SurvivalCurve = z.output<typeof curve>;

const coxTerm = z.object({
  /** attribute and value as in the sample table */
  name: z.string(),
  /** the same with the labels of coded values */
  label: z.string(),
  coefficient: z.number().nullable(),
  standard_error: z.number().nullable(),
  hazard_ratio: z.number().nullable(),
  low: z.number().nullable(),
  high: z.number().nullable(),
  z: z.number().nullable(),
  p_value: z.number().nullable(),
  /** false where the hazard ratio runs off, as for a group without events */
  is_estimable: z.boolean(),
  /** test of proportional hazards, and the correlation of residuals with time */
  zph_p_value: z.number().nullable(),
  zph_rho: z.number().nullable(),
});

const survivalPanel = z.object({
  /** value of the facet; null without one */
  facet: z.string().nullable(),
  /** the label of a coded value; else the value */
  facet_label: z.string().nullable(),
  n: z.int(),
  events: z.int(),
  curves: z.array(curve),
  /** null with fewer than two groups */
  log_rank: z.object({ chi_square: z.number(), df: z.int(), p_value: z.number() }).nullable(),
  /** what is left out of the model, or, as a refusal, why there is none */
  guards: z.array(guard),
  /** null without a covariate or without events, and where a guard refuses it */
  cox: z
    .object({
      n: z.int(),
      events: z.int(),
      terms: z.array(coxTerm),
      likelihood_ratio_p_value: z.number().nullable(),
    })
    .nullable(),
});
export type SurvivalPanel = z.output<typeof survivalPanel>;

export const getSurvival = endpoint({
  method: 'POST',
  path: '/api/data-sets/:id/survival/',
  summary: 'Survival of the samples of a data set by an attribute, a feature or a module eigengene.',
  permission: 'DATA_SET_VIEW',
  object: 'data set',
  params: idParams,
  body: z.strictObject({
    ...columnNames,
    by: z
      .discriminatedUnion('kind', [
        z.strictObject({ kind: z.literal('attribute'), name: text(200) }),
        z.strictObject({ kind: z.literal('feature'), name: text(200) }),
        z.strictObject({ kind: z.literal('module'), id: bareRecordNumber }),
      ])
      .optional(),
    /** groups of a number, for the curves only: the Cox model uses the number itself, per standard deviation */
    split: z.enum(['halves', 'thirds']).default('halves'),
    /** groups above and at most this value instead */
    cut: z.number().optional(),
    facet: text(200).optional(),
    /** scale on which the intervals of the curves are symmetric; `log` is the default of R */
    interval: z.enum(['log', 'log-log']).default('log'),
    adjust_for: z
      .array(text(200))
      .max(MAX_ADJUSTED, `Adjust for ${MAX_ADJUSTED} attributes at most.`)
      .default([]),
  }),
  reply: z.object({
    ...followUp,
    data_set: z.object({ id: z.int(), title: z.string() }),
    /** attributes to compare by */
    attributes: z.array(z.string()),
    /** the compared attribute, feature or module; null without one */
    subject: z
      .object({
        kind: z.enum(['numeric', 'groups']),
        name: z.string(),
        /** the display name of an attribute; else the name */
        label: z.string(),
        /** samples with a follow-up but without a value */
        without_value: z.int(),
        /** values of a number that are none, with their samples, which are left out */
        not_numbers: z.array(z.object({ value: z.string(), n: z.int() })),
        /** limits of the groups of a number */
        cuts: z.array(z.number()),
        /** whether the limit was chosen by a person, after looking */
        is_chosen: z.boolean(),
      })
      .nullable(),
    /** the first twelve values of the facet */
    panels: z.array(survivalPanel),
    number_of_panels: z.int(),
    /** samples with a follow-up but without a value of the facet */
    without_facet: z.int(),
  }),
});

export const listModuleSurvival = endpoint({
  method: 'GET',
  path: '/api/covariation-networks/:id/survival/',
  summary: 'Cox models of survival on every module eigengene of a network, per standard deviation.',
  permission: 'PROJECT_VIEW',
  object: 'analysis',
  params: idParams,
  query: z.object(columnNames),
  reply: z.object({
    ...followUp,
    /** the input data set; null if the caller may not read it, and then there are no results */
    data_set: z.object({ id: z.int(), title: z.string() }).nullable(),
    results: z.array(
      moduleLink.extend({
        /** samples with a follow-up and a value of the eigengene, and their events, also where no model is fitted */
        n: z.int(),
        events: z.int(),
        hazard_ratio: z.number().nullable(),
        low: z.number().nullable(),
        high: z.number().nullable(),
        p_value: z.number().nullable(),
        /** Benjamini-Hochberg over the modules */
        q_value: z.number().nullable(),
        zph_p_value: z.number().nullable(),
        /** log-rank test of the two halves */
        log_rank_p_value: z.number().nullable(),
      }),
    ),
  }),
});
