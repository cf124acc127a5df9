/** The same module in other networks and data sets. */

import { objectOf } from '@omicon/domain/objects/known-keys.ts';
import { SEARCHED_DEFINITIONS } from '@omicon/domain/records/module-definition.ts';
import { PRESERVATION_STATISTICS } from '@omicon/domain/statistics/preservation/preservation.ts';
import { z } from 'zod';
import { endpoint, idParams, listQuery, page, recordNumber } from '../base/endpoint.ts';
import { moduleLink, moduleTheme, recordLink, supportedMetaModule } from '../base/records.ts';
import { SEARCH_ACCESS } from './advanced-search/search-access.ts';

/** Modules compared by kME, those with the smallest P of overlap. */
export const MAX_COUNTERPARTS = 300;
/** Of one network. */
export const MAX_COUNTERPARTS_OF_NETWORK = 3;
/** Modules with fewer symbols are compared by kME only. */
export const MIN_TESTED_SYMBOLS = 5;
/** Random sets of one preservation. */
export const MAX_RANDOM_SETS = 1000;

const searchedDefinition = z.enum(SEARCHED_DEFINITIONS);

/** Two organisms that differ. Without a table of orthologues genes are the same if they have the same symbol. */
export const organisms = z.object({
  own: z.string(),
  other: z.string(),
  /** name of the mapping table by which genes of one are those of the other */
  table: z.string().nullable(),
});
export type Organisms = z.output<typeof organisms>;

const counterpart = moduleLink.extend({
  network: recordLink,
  analysis_id: z.int(),
  data_set: z.object({ id: z.int(), title: z.string() }),
  technology: z.string().nullable(),
  /** of its samples; null if they name none or several */
  organism: z.string().nullable(),
  /** symbols that both modules contain */
  overlap: z.int(),
  /** symbols of the other module */
  size: z.int(),
  jaccard: z.number(),
  /** hypergeometric P of the overlap, as in Explore; null if the module is too small to test */
  p_value: z.number().nullable(),
  /** Benjamini and Hochberg over all tested modules */
  q_value: z.number().nullable(),
  /** Pearson correlation of kME over all common symbols; null while kME is being computed */
  rho: z.number().nullable(),
  /** the same over the symbols that either module contains */
  rho_of_members: z.number().nullable(),
  common_symbols: z.int().nullable(),
  /** whether this module is the best match of the other one in its own network, by kME; null without kME */
  is_reciprocal: z.boolean().nullable(),
  /** of the data set of the module itself */
  is_own_data_set: z.boolean(),
  /** the first of its data set in the order of the results */
  is_best_of_data_set: z.boolean(),
  /** correlation of the eigengenes over the samples that both networks contain; null with fewer than four */
  eigengene_r: z.number().nullable(),
  common_samples: z.int(),
  /** null for a signal of one cohort, and for a module that the atlas does not have yet */
  meta_module: supportedMetaModule.nullable(),
  /** modules of a data set with one number recur in its networks; from 1, null if it is not in the atlas */
  recurring_module: z.int().nullable(),
});
export type Counterpart = z.output<typeof counterpart>;

export const listCounterparts = endpoint({
  method: 'GET',
  path: '/api/covariation-modules/:id/counterparts/',
  summary:
    'Modules of other networks like this one, by overlap of their genes and correlation of kME together.',
  permission: SEARCH_ACCESS,
  object: 'analysis',
  params: idParams,
  query: z.object({ definition: searchedDefinition.default('Seed') }),
  reply: z.object({
    /** by the mean of two ranks: P of the overlap, smallest first, and correlation of kME, largest first; q of 1 last */
    results: z.array(counterpart),
    /** unique symbols of the module under the definition */
    symbols: z.int(),
    /** modules tested for overlap, and the readable networks that contain them */
    tested: z.int(),
    networks: z.int(),
    /** organisms other than that of the module, with the number of these networks of each */
    other_organisms: z.array(organisms.extend({ networks: z.int() })),
    /** kME of the module itself */
    kme_state: z.enum(['ready', 'waiting', 'failed']),
    /** candidates whose kME is being computed */
    without_kme: z.int(),
  }),
});

export const listNetworks = endpoint({
  method: 'GET',
  path: '/api/covariation-networks/',
  summary: 'All covariation networks, found by parts of their name, analysis or data set.',
  permission: SEARCH_ACCESS,
  object: 'any record',
  query: listQuery(['data_set', 'name', 'modules']),
  reply: page(
    recordLink.extend({
      analysis: z.object({ id: z.int(), title: z.string() }),
      data_set: z.string(),
      modules: z.int(),
    }),
  ),
});

const matchedModule = moduleLink.extend({
  page: z.int(),
  /** symbols among the common ones */
  size: z.int(),
});

export const matchNetworks = endpoint({
  method: 'GET',
  path: '/api/covariation-networks/:id/matches/:other_id/',
  summary: 'Every module of one network against every module of another: kME, overlap and reciprocal pairs.',
  permission: SEARCH_ACCESS,
  object: 'analysis',
  params: z.object({ id: recordNumber, other_id: recordNumber }),
  query: z.object({ definition: searchedDefinition.default('Seed') }),
  reply: z.object({
    network: recordLink.extend({ data_set: z.string() }),
    other: recordLink.extend({ data_set: z.string() }),
    /** null if both networks are of one organism, or one of them names none */
    organisms: organisms.nullable(),
    /** by the symbols of the first network */
    common_symbols: z.int(),
    /** in the order of the dendrogram of their eigengenes */
    modules: z.array(matchedModule),
    other_modules: z.array(matchedModule),
    /** rows are modules of the first network, columns of the other */
    rho: z.array(z.array(z.number().nullable())),
    rho_of_members: z.array(z.array(z.number().nullable())),
    overlap: z.array(z.array(z.int())),
    jaccard: z.array(z.array(z.number())),
    /** hypergeometric over the common symbols */
    p_value: z.array(z.array(z.number())),
    /** correlation of eigengenes over common samples; null with fewer than four */
    eigengene_r: z.array(z.array(z.number().nullable())),
    common_samples: z.int(),
    /** pairs of indexes of modules that are each the best match of the other, by kME */
    reciprocal: z.array(z.object({ module: z.int(), other: z.int() })),
  }),
});

const seven = z.object(objectOf(PRESERVATION_STATISTICS, () => z.number().nullable()));

const tested = z.object({
  members: z.int(),
  /** members that both data sets measure, without missing values and with variation */
  present: z.int(),
  /** null with fewer than four members present */
  preservation: z
    .object({
      observed: seven,
      /** (1 + random sets at or above) / (1 + random sets) */
      p_value: seven,
      z: seven,
      /** mean of the median Z of density and of connectivity; null where random sets do not vary */
      summary_z: z.number().nullable(),
      random_sets: z.int(),
      /** of the random sets; the same module, data set and number of sets always have the same seed */
      seed: z.int(),
    })
    .nullable(),
});

export const modulePreservation = tested.extend({
  /** stored runs of earlier versions have no theme */
  module: moduleLink.extend({ theme: moduleTheme.default(null) }),
});
export type ModulePreservation = z.output<typeof modulePreservation>;

const randomSets = z.coerce.number().int().min(20).max(MAX_RANDOM_SETS).default(MAX_RANDOM_SETS);

/** The correlations behind the statistics. */
const correlationsOfMembers = {
  data_set: z.object({ id: z.int(), title: z.string() }),
  /** null if both data sets are of one organism, or one of them names none */
  organisms: organisms.nullable(),
  /** features that both data sets measure; between organisms one-to-one orthologues */
  common_features: z.int(),
  /** members present, by kME, the strongest first; at most 60 */
  features: z.array(z.string()),
  /** Pearson correlations of `features` where the module was found, and in the data set */
  correlations: z.array(z.array(z.number())),
  test_correlations: z.array(z.array(z.number())),
  /** correlation of each feature with the first principal component of the members, in both */
  contributions: z.array(z.number()),
  test_contributions: z.array(z.number()),
};

export const getPreservation = endpoint({
  method: 'GET',
  path: '/api/covariation-modules/:id/preservation/:data_set_id/',
  summary: 'Whether a module is preserved in a data set: seven statistics, with P and Z from random sets.',
  permission: 'PROJECT_VIEW',
  object: 'analysis',
  params: z.object({ id: recordNumber, data_set_id: recordNumber }),
  query: z.object({
    definition: searchedDefinition.default('Seed'),
    random_sets: randomSets,
  }),
  reply: modulePreservation.extend(correlationsOfMembers),
});

export const getPreservationOfMetaModule = endpoint({
  method: 'GET',
  path: '/api/meta-modules/:id/preservation/:data_set_id/',
  summary:
    'Whether the consensus genes of a meta-module are preserved in a data set, with a module there or without.',
  permission: 'PROJECT_VIEW',
  object: 'analysis',
  params: z.object({ id: recordNumber, data_set_id: recordNumber }),
  query: z.object({ random_sets: randomSets }),
  reply: tested.extend({
    ...correlationsOfMembers,
    /** the data set with which it is compared: of another cohort, its module most like the consensus */
    reference: z.object({ data_set: z.object({ id: z.int(), title: z.string() }), module: moduleLink }),
  }),
});
