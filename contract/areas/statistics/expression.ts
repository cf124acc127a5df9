/** Values of features by sample attributes, and features that correlate with a profile. */
import { EXPRESSION_STATISTICS, NO_TEST_REASONS } from '@omicon/domain/statistics/expression/test-kinds.ts';
import { z } from 'zod';
import {
  endpoint,
  idParams,
  listQuery,
  page,
  recordNumber,
  severalNames,
  text,
} from '../../base/endpoint.ts';
import { valueLabels } from '../../base/records.ts';

/** Features of one call. */
export const MAX_EXPRESSION_FEATURES = 20;

/** Data sets in the table of a gene, the largest. */
export const MAX_DATA_SETS_OF_GENE = 500;
/** Groups of a data set in it. */
export const MAX_GROUPS_OF_GENE = 20;

export const CORRELATION_MEASURES = ['pearson', 'bicor', 'spearman'] as const;

const byAttribute = z.object({
  name: z.string(),
  kind: z.enum(['numeric', 'groups']),
  /** one per sample; null is NA */
  values: z.array(z.string().nullable()),
  /** values of a numeric attribute that are no numbers, with their samples, which are left out */
  not_numbers: z.array(z.object({ value: z.string(), n: z.int() })),
  value_labels: valueLabels,
});

const expressionGroup = z.object({
  /** null: samples without a value */
  name: z.string().nullable(),
  facet: z.string().nullable(),
  /** indexes of its samples with a value of the feature */
  samples: z.array(z.int()),
  mean: z.number(),
  sd: z.number().nullable(),
  q1: z.number(),
  median: z.number(),
  q3: z.number(),
  /** last values within 1.5 interquartile ranges of the box */
  whisker_low: z.number(),
  whisker_high: z.number(),
  /** Gaussian kernel density over the range; empty for fewer than two values */
  density: z.object({ x: z.array(z.number()), y: z.array(z.number()) }),
});

const kinds = ['welch', 'rank-sum', 'anova', 'kruskal-wallis', 'pearson'] as const;
const statisticNames = z.enum(Object.values(EXPRESSION_STATISTICS));

const testOfFacet = z.object({
  facet: z.string().nullable(),
  kind: z.enum(kinds),
  /** samples with a value of feature and attribute */
  n: z.int(),
  /** samples of the facet without one */
  left_out: z.int(),
});

const expressionTest = testOfFacet.extend({
  statistic: z.number(),
  /** what the statistic is: of the analysis of variance R2, the share of the variance between groups */
  statistic_name: statisticNames,
  p_value: z.number(),
});

export const getExpression = endpoint({
  method: 'GET',
  path: '/api/data-sets/:id/expression/',
  summary: 'Values of up to 20 features over the samples of a data set, by a sample attribute, with tests.',
  permission: 'DATA_SET_VIEW',
  object: 'data set',
  params: idParams,
  query: z.object({
    features: severalNames(4000).describe(
      'Names with commas, semicolons or white space between, or repeats of the parameter.',
    ),
    attribute: text(200).optional(),
    /** a second attribute, with at most 20 values */
    facet: text(200).optional(),
  }),
  reply: z.object({
    data_set: z.object({
      id: z.int(),
      title: z.string(),
      /** number of the data collection, whose pages of samples the labels open */
      data_collection_id: z.int(),
    }),
    samples: z.array(z.string()),
    /** attributes to choose from: those that tell samples apart */
    attributes: z.array(z.string()),
    attribute: byAttribute.nullable(),
    facet: byAttribute.nullable(),
    features: z.array(
      z.object({
        feature: z.string(),
        /** one per sample; null where missing */
        values: z.array(z.number().nullable()),
        /** the first 40, in sorted order */
        groups: z.array(expressionGroup),
        number_of_groups: z.int(),
        /** of the groups shown; samples without a value of the attribute are a group, but not tested */
        tests: z.array(expressionTest),
        /** tests without a result */
        not_tested: z.array(testOfFacet.extend({ reason: z.enum(NO_TEST_REASONS) })),
        /** least squares on a numeric attribute, with Pearson's r */
        line: z
          .object({
            slope: z.number(),
            intercept: z.number(),
            r: z.number(),
            p_value: z.number(),
            n: z.int(),
          })
          .nullable(),
      }),
    ),
    /** features that the names mean; the first 20 are shown */
    number_of_features: z.int(),
    /** names that no feature of the data set has */
    not_found: z.array(z.string()),
  }),
});

const NO_GENE_TEST_REASONS = [
  'values not stored yet',
  'no such attribute',
  'the attribute does not tell the samples apart',
  ...NO_TEST_REASONS,
] as const;
export type NoGeneTestReason = (typeof NO_GENE_TEST_REASONS)[number];

const geneInDataSet = z.object({
  id: z.int(),
  omicon_id: z.string(),
  title: z.string(),
  /** of several features the one with the highest mean; null until its values are stored */
  feature: z.string().nullable(),
  /** samples with a value, and the median of these values */
  n: z.int(),
  median: z.number().nullable(),
  /**
   * by value of the attribute, in sorted order, samples without one last; empty for numbers and without the attribute
   */
  groups: z.array(
    z.object({
      name: z.string().nullable(),
      /** the label of a coded value; else the name */
      label: z.string().nullable(),
      n: z.int(),
      median: z.number(),
    }),
  ),
  number_of_groups: z.int(),
  /** Welch's t for two groups, analysis of variance for more, Pearson's r for numbers; null where nothing is tested */
  test: z
    .object({
      kind: z.enum(kinds),
      n: z.int(),
      /** samples without a value of gene or attribute */
      left_out: z.int(),
      statistic: z.number(),
      /** what the statistic is: of the analysis of variance R2, the share of the variance between groups */
      statistic_name: statisticNames,
      p_value: z.number(),
      /** Benjamini-Hochberg over the data sets that are tested */
      q_value: z.number(),
    })
    .nullable(),
  /** why nothing is tested; null where something is, and without an attribute */
  not_tested: z.enum(NO_GENE_TEST_REASONS).nullable(),
});
export type GeneInDataSet = z.output<typeof geneInDataSet>;

export const listGeneExpression = endpoint({
  method: 'GET',
  path: '/api/genes/:symbol/expression/',
  summary:
    'Median of a gene in every readable data set that measures it, by group of a sample attribute, with a test.',
  permission: 'DATA_SET_VIEW',
  object: 'any record',
  params: z.object({ symbol: text(100).min(1, 'Please enter the name of a gene.') }),
  query: listQuery(['n', 'title', 'median', 'p_value']).extend({ attribute: text(200).optional() }),
  reply: page(geneInDataSet).extend({
    /** data sets with a test, of all listed on any page; q is adjusted over them */
    tested: z.int(),
    /** data collections of these, and of all listed: data sets of one are mostly stages of each other */
    tested_collections: z.int(),
    collections: z.int(),
    /** the other data sets, by reason */
    not_tested: z.array(z.object({ reason: z.enum(NO_GENE_TEST_REASONS), n: z.int() })),
    /** data sets beyond the 500 largest */
    left_out: z.int(),
  }),
});

export const listCorrelates = endpoint({
  method: 'GET',
  path: '/api/data-sets/:id/correlates/',
  summary: 'Features of a data set by their correlation with a feature or a module eigengene.',
  permission: 'DATA_SET_VIEW',
  object: 'data set',
  params: idParams,
  /** by default the strongest correlation first; `p_value` from the smallest with `order=asc` */
  query: listQuery(['strength', 'r', 'p_value']).extend({
    order: z.enum(['asc', 'desc']).optional(),
    /** a feature or gene symbol; of several features the one that varies most */
    feature: text(200).optional(),
    /** or a module, by number */
    module: recordNumber.optional(),
    measure: z.enum(CORRELATION_MEASURES).default('pearson'),
  }),
  reply: page(
    z.object({
      feature: z.string(),
      r: z.number(),
      p_value: z.number(),
      /** Benjamini-Hochberg over all features */
      q_value: z.number(),
      n: z.int(),
      /** whether its values are those of the subject */
      is_copy: z.boolean(),
    }),
  ).extend({
    subject: z.string(),
    /** samples with a value of the subject */
    number_of_samples: z.int(),
    /** features with a correlation, and those that do not vary or have fewer than four samples with the subject */
    tested: z.int(),
    not_tested: z.int(),
  }),
});
