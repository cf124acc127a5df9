/** What covaries with a feature, an eigengene or a profile, in one or several data sets. */
import { z } from 'zod';
import { bareRecordNumber, endpoint, text } from '../../base/endpoint.ts';
import { CORRELATION_MEASURES } from './expression.ts';
import { sampleRule } from './sample-groups.ts';

/** Name of a profile without one. */
export const PASTED_VALUES = 'Pasted values';

export const MAX_COMBINED_DATA_SETS = 20;
const MAX_CORRELATES = 5000;
export const MAX_PASTED = 10_000;
/** Labels that match no sample, listed in a reply. */
export const MAX_UNMATCHED = 100;

const combinedRow = z.object({
  /** a symbol; of one data set a feature */
  name: z.string(),
  /** one per data set: the feature with the largest |r|, the number of features, r and samples; null without */
  features: z.array(z.string().nullable()),
  number_of_features: z.array(z.int()),
  r: z.array(z.number().nullable()),
  n: z.array(z.int()),
  /** data sets with a correlation */
  k: z.int(),
  /** mean weighted by n - 3 on the scale of Fisher's z, as r */
  combined_r: z.number(),
  /** sum of w z over the root of the sum of w; Student's t for one data set, null where r is 1 */
  statistic: z.number().nullable(),
  /** 0 below 1e-308, where `log10_p` still has its digits */
  p_value: z.number(),
  log10_p: z.number().nullable(),
  /** Benjamini-Hochberg over all rows, also those beyond `most` */
  q_value: z.number(),
  /** differences between data sets: Cochran's Q with its P, and I2; null for one data set */
  heterogeneity: z.object({ q: z.number(), p_value: z.number(), i_squared: z.number() }).nullable(),
  /** whether all its values are those of the subject; such rows are last */
  is_copy: z.boolean(),
  /** data sets in which a feature of the symbol has the values of the subject, which is left out there */
  copied_in: z.array(z.string()),
});

export const correlateProfiles = endpoint({
  method: 'POST',
  path: '/api/expression/correlates/',
  summary:
    'Features by their correlation with a feature, a module eigengene or pasted values; of several data sets symbols, combined.',
  permission: 'DATA_SET_VIEW',
  object: 'data set',
  body: z.strictObject({
    data_sets: z
      .array(bareRecordNumber)
      .min(1, 'Choose a data set.')
      .max(MAX_COMBINED_DATA_SETS, `Choose ${MAX_COMBINED_DATA_SETS} data sets at most.`),
    subject: z.discriminatedUnion('kind', [
      /** a feature or gene symbol; of several features the one that varies most */
      z.strictObject({ kind: z.literal('feature'), name: text(200) }),
      z.strictObject({ kind: z.literal('module'), id: bareRecordNumber }),
      z.strictObject({
        kind: z.literal('profile'),
        name: text(100).default(PASTED_VALUES),
        values: z
          .array(z.strictObject({ sample: text(200), value: z.number() }))
          .min(1, 'Please paste at least four values.')
          .max(MAX_PASTED, `At most ${MAX_PASTED} values can be pasted.`),
      }),
    ]),
    measure: z.enum(CORRELATION_MEASURES).default('pearson'),
    /** samples that satisfy all rules; of one data set only */
    samples: z.array(sampleRule).max(10).default([]),
    most: z.int().min(1).max(MAX_CORRELATES).default(1000),
  }),
  reply: z.object({
    subject: z.string(),
    data_sets: z.array(
      z.object({
        id: z.int(),
        title: z.string(),
        /** the feature of the subject; null for a module or pasted values */
        feature: z.string().nullable(),
        /** samples with a value of the subject */
        n: z.int(),
        /** features with a correlation, and those that do not vary or have fewer than four samples with the subject */
        tested: z.int(),
        not_tested: z.int(),
        /** labels of these samples if rules chose them; null without rules */
        samples: z.array(z.string()).nullable(),
      }),
    ),
    /**
     * samples with a value of the subject, each once; data sets of one collection that contain the same ones, whose
     * correlations are no independent evidence, in pairs with the number of these samples
     */
    distinct_samples: z.int(),
    shared_samples: z.array(z.object({ a: z.int(), b: z.int(), n: z.int() })),
    /** data sets that cannot be used, each with a sentence */
    left_out: z.array(z.object({ id: z.int(), title: z.string(), reason: z.string() })),
    /** pasted labels that match no sample: the first hundred, and how many there are */
    unmatched: z.array(z.string()),
    number_of_unmatched: z.int(),
    results: z.array(combinedRow),
    /** rows with a correlation */
    tested: z.int(),
  }),
});
