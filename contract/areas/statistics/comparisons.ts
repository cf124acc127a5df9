/** Comparison of groups of samples over all features of a data set, and groups saved for it. */
import { GUARD_KINDS } from '@omicon/domain/statistics/comparison/guards.ts';
import { COMPARISON_TESTS } from '@omicon/domain/statistics/comparison/tests.ts';
import { z } from 'zod';
import { endpoint, idParams, page, text } from '../../base/endpoint.ts';
import { savedItemCalls, savedItemPage, tokenParams } from '../../base/saved-item.ts';
import { rankedSetOptions, rankedSetReply } from '../genes/gene-lists.ts';
import { sampleGroup } from './sample-groups.ts';

/** Features of one reply, those with the smallest P. */
export const MAX_COMPARED_FEATURES = 50_000;
/** Saved groups of one person and data set. */
export const MAX_SAVED_GROUPS = 100;

export const guard = z.object({
  kind: z.enum(GUARD_KINDS),
  sentence: z.string(),
  /** true: nothing was computed */
  is_refusal: z.boolean(),
});

const comparison = {
  groups: z.array(sampleGroup).min(2, 'Choose two groups or more.').max(10, 'Choose ten groups at most.'),
  test: z.enum(COMPARISON_TESTS).default('moderated-t'),
  /** pairs samples of the same Individual */
  is_paired: z.boolean().default(false),
  /** attributes whose effect is removed; moderated tests only */
  adjust_for: z.array(text(200)).max(2, 'Adjust for two attributes at most.').default([]),
};

export const compareSamples = endpoint({
  method: 'POST',
  path: '/api/data-sets/:id/comparison/',
  summary: 'Compare groups of samples over all features of a data set, the smallest P first.',
  permission: 'DATA_SET_VIEW',
  object: 'data set',
  params: idParams,
  body: z.strictObject(comparison),
  reply: z.object({
    /** samples that were compared, in the order of the data set */
    groups: z.array(z.object({ name: z.string(), n: z.int(), samples: z.array(z.string()) })),
    guards: z.array(guard),
    test: z.enum(COMPARISON_TESTS),
    /** prior of the variances of moderated tests; `d0` null: infinite. null for other tests */
    prior: z.object({ d0: z.number().nullable(), s2_0: z.number() }).nullable(),
    /** columns of equal length, empty after a refusal */
    features: z.array(z.string()),
    /** first minus second group; of more groups the largest mean minus the smallest */
    difference: z.array(z.number()),
    /** groups x features; null where a group has no value */
    means: z.array(z.array(z.number().nullable())),
    /** t, F, W, V or H */
    statistic: z.array(z.number()),
    /** 0 below 1e-308, where `log10_p` still has its digits */
    p_value: z.array(z.number()),
    log10_p: z.array(z.number()),
    /** Benjamini-Hochberg over all tested features */
    q_value: z.array(z.number()),
    /** features with a P value */
    tested: z.int(),
    /** features without one: too few values, or no variation */
    left_out: z.int(),
  }),
});

export const rankSetsByComparison = endpoint({
  method: 'POST',
  path: '/api/data-sets/:id/comparison/ranked-enrichment/',
  summary:
    'Gene sets at the top of the genes ranked by the statistic of a comparison, by CERNO and by rank sum (AUC).',
  permission: 'DATA_SET_VIEW',
  object: 'data set',
  params: idParams,
  body: z.strictObject({ ...comparison, ...rankedSetOptions }),
  reply: rankedSetReply,
});

const savedGroup = z.object({
  id: z.int(),
  data_set_id: z.int(),
  group: sampleGroup,
  /** opens the group for everybody who may read the data set */
  share_token: z.string(),
  created_at: z.string(),
});

export const listSampleGroups = endpoint({
  method: 'GET',
  path: '/api/data-sets/:id/sample-groups/',
  summary: 'Your saved groups of samples of a data set, by name.',
  permission: 'SEARCH_QUERY_CREATE',
  object: 'data set',
  params: idParams,
  query: savedItemPage,
  reply: page(savedGroup),
});

export const createSampleGroup = endpoint({
  method: 'POST',
  path: '/api/data-sets/:id/sample-groups/',
  summary: 'Save a group of samples of a data set under its name.',
  permission: 'SEARCH_QUERY_CREATE',
  object: 'data set',
  params: idParams,
  body: sampleGroup,
  reply: savedGroup,
  status: 201,
});

export const sampleGroupCalls = savedItemCalls({
  path: '/api/sample-groups/',
  one: 'group of samples',
  several: 'saved groups of samples',
  renamed: savedGroup,
});
export const {
  rename: renameSampleGroup,
  remove: deleteSampleGroup,
  restore: restoreSampleGroup,
  replaceLink: replaceSampleGroupLink,
} = sampleGroupCalls;

export const getSharedGroup = endpoint({
  method: 'GET',
  path: '/api/sample-groups/shared/:token/',
  summary: 'A saved group of samples by the token of its link, for everybody who may read its data set.',
  permission: 'DATA_SET_VIEW',
  object: 'none',
  params: tokenParams,
  reply: savedGroup.omit({ id: true }),
});
