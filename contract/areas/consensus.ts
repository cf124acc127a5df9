/** Consensus fidelity: how faithfully genes mark a cell class over modules of several data sets. */

import { MAX_CONSENSUS_MODULES, MODULE_RELATIONS } from '@omicon/domain/statistics/correlates/fidelity.ts';
import { z } from 'zod';
import { bareRecordNumber, endpoint, page, text } from '../base/endpoint.ts';
import { moduleLink, recordLink } from '../base/records.ts';
import { savedItemCalls, savedItemPage, savedName, tokenParams } from '../base/saved-item.ts';
import { SEARCH_ACCESS } from './advanced-search/search-access.ts';
import { organisms } from './matching.ts';

/** Saved consensus lists of one person. */
export const MAX_SAVED_CONSENSUS = 200;
/** Genes of one reply, enough for all of a platform. */
const MAX_GENES_OF_PAGE = 50_000;

/** Why a module does not count. */
export const LEFT_OUT_REASONS = [
  'same data set',
  'same samples',
  'too few samples',
  'no kME',
  'not readable',
  'chosen twice',
] as const;

const consensusModule = moduleLink.extend({
  network: recordLink,
  analysis_id: z.int(),
  data_set: z.object({ id: z.int(), title: z.string() }),
  number_of_samples: z.int(),
  /** null for modules that count */
  left_out: z.enum(LEFT_OUT_REASONS).nullable(),
  /** the module for which it was left out, or with which it shares samples */
  because_of: z.string().nullable(),
  /**
   * of a module that counts: whether its kME agrees with that of the others, is correlated with none of them, or runs
   * against more of them than it agrees with
   */
  relation: z.enum(MODULE_RELATIONS).nullable(),
  /** data sets that count, too, and measure some of the same samples otherwise */
  shares_samples_with: z.array(z.string()),
  /** data sets that count, too, with other samples of some of the same individuals */
  shares_individuals_with: z.array(z.string()),
});
export type ConsensusModule = z.output<typeof consensusModule>;

const consensusGene = z.object({
  symbol: z.string(),
  /** null for genes in fewer than half of the modules */
  rank: z.int().nullable(),
  /** sum of w z over the root of the sum of w, z = atanh(kME), w = samples - 3 */
  fidelity: z.number(),
  /** modules whose network measures the gene */
  number_of_modules: z.int(),
  mean_r: z.number(),
  /** standard deviation of z over modules; null for one */
  sd_z: z.number().nullable(),
  /** Cochran's Q and the share of differences beyond chance */
  q: z.number(),
  i_squared: z.number(),
  /** two-sided P of the fidelity */
  p_value: z.number(),
  /** mean percentile of expression over the data sets; null where unknown */
  percentile: z.number().nullable(),
  /** kME by module that counts, in the order of the modules; null where its network does not measure the gene */
  kme: z.array(z.number().nullable()),
});
export type ConsensusGene = z.output<typeof consensusGene>;

const moduleNumbers = z
  .array(bareRecordNumber)
  .min(1, 'Please choose modules.')
  .max(MAX_CONSENSUS_MODULES, `At most ${MAX_CONSENSUS_MODULES} modules make a consensus.`);

export const computeConsensus = endpoint({
  method: 'POST',
  path: '/api/consensus/',
  summary: 'Consensus fidelity of every gene over modules of independent data sets.',
  permission: SEARCH_ACCESS,
  object: 'any record',
  body: z.strictObject({
    modules: moduleNumbers,
    page: z.int().min(1).max(1_000_000).default(1),
    page_size: z.int().min(1).max(MAX_GENES_OF_PAGE).default(50),
    /** part of a symbol */
    search: text(100).default(''),
    sort: z
      .enum(['fidelity', 'symbol', 'mean_r', 'sd_z', 'q', 'i_squared', 'number_of_modules', 'percentile'])
      .default('fidelity'),
    order: z.enum(['asc', 'desc']).default('desc'),
  }),
  reply: page(consensusGene).extend({
    /** in the order of the request */
    modules: z.array(consensusModule),
    /** genes in at least half of the modules */
    ranked: z.int(),
    /** of the modules that count, other than that of the first of them */
    other_organisms: z.array(organisms),
  }),
});

const savedConsensus = z.object({
  id: z.int(),
  name: z.string(),
  /** numbers of the modules that the caller may read, in the order of the list */
  modules: z.array(z.int()),
  /** modules that the caller may not read, or that were deleted */
  not_readable: z.int(),
  /** opens the list for everybody; of modules that they cannot read they learn the number */
  share_token: z.string(),
  created_at: z.string(),
});
export type SavedConsensus = z.output<typeof savedConsensus>;

export const listConsensus = endpoint({
  method: 'GET',
  path: '/api/consensus/saved/',
  summary: 'Your saved consensus lists, by name.',
  permission: 'SEARCH_QUERY_CREATE',
  object: 'none',
  query: savedItemPage,
  reply: page(savedConsensus),
});

export const createConsensus = endpoint({
  method: 'POST',
  path: '/api/consensus/saved/',
  summary: 'Save the modules of a consensus under a name.',
  permission: 'SEARCH_QUERY_CREATE',
  object: 'any record',
  body: z.strictObject({ name: savedName, modules: moduleNumbers }),
  reply: savedConsensus,
  status: 201,
});

export const consensusCalls = savedItemCalls({
  path: '/api/consensus/saved/',
  one: 'consensus list',
  several: 'consensus lists',
  renamed: savedConsensus,
});
export const {
  rename: renameConsensus,
  remove: deleteConsensus,
  restore: restoreConsensus,
  replaceLink: replaceConsensusLink,
} = consensusCalls;

export const getSharedConsensus = endpoint({
  method: 'GET',
  path: '/api/consensus/shared/:token/',
  summary: 'A saved consensus list by the token of its link.',
  permission: SEARCH_ACCESS,
  object: 'none',
  params: tokenParams,
  reply: savedConsensus.omit({ id: true }),
});
