/** Preservation of all modules of a network in a data set, computed in the background. */
import { SEARCHED_DEFINITIONS } from '@omicon/domain/records/module-definition.ts';
import { z } from 'zod';
import { bareRecordNumber, detailReply, endpoint, idParams, page } from '../../base/endpoint.ts';
import { run, runListQuery } from '../../base/run.ts';
import { modulePreservation, organisms } from '../matching.ts';

/** Random sets of each module. */
export const MAX_RANDOM_SETS_OF_RUN = 10_000;
/** Runs of one person at the same time. */
export const MAX_PRESERVATION_RUNS = 2;

const preservationRun = run.extend({
  network: z.object({
    id: z.int(),
    omicon_id: z.string(),
    name: z.string(),
    analysis_id: z.int(),
    data_set: z.string(),
  }),
  data_set: z.object({ id: z.int(), title: z.string() }),
  definition: z.enum(SEARCHED_DEFINITIONS),
  random_sets: z.int(),
  /** random sets done of all modules, and of how many; 0 of 0 before it begins */
  done: z.int(),
  total: z.int(),
});
export type PreservationRun = z.output<typeof preservationRun>;

export const startPreservationRun = endpoint({
  method: 'POST',
  path: '/api/covariation-networks/:id/preservation-runs/',
  summary:
    'Test all modules of a network in a data set, in the background. You are notified when it has ended.',
  permission: 'SEARCH_QUERY_CREATE',
  object: 'analysis',
  params: idParams,
  body: z.strictObject({
    data_set_id: bareRecordNumber,
    definition: z.enum(SEARCHED_DEFINITIONS).default('Seed'),
    random_sets: z
      .number()
      .int()
      .min(20, 'Use 20 random sets or more.')
      .max(MAX_RANDOM_SETS_OF_RUN, `Use ${MAX_RANDOM_SETS_OF_RUN} random sets at most.`)
      .default(1000),
  }),
  reply: preservationRun,
  status: 201,
});

export const listPreservationRuns = endpoint({
  method: 'GET',
  path: '/api/covariation-networks/:id/preservation-runs/',
  summary: 'Your tests of all modules of a network in other data sets, the newest first.',
  permission: 'SEARCH_QUERY_CREATE',
  object: 'analysis',
  params: idParams,
  query: runListQuery,
  reply: page(preservationRun),
});

export const getPreservationRun = endpoint({
  method: 'GET',
  path: '/api/preservation-runs/:id/',
  summary: 'A run with the modules done so far, for everybody who may read its network and data set.',
  permission: 'PROJECT_VIEW',
  object: 'analysis',
  params: idParams,
  reply: preservationRun.extend({
    /** features that both data sets measure; null before the first module is done */
    common_features: z.int().nullable(),
    /** null if both data sets are of one organism, or one of them names none */
    organisms: organisms.nullable(),
    modules: z.array(
      modulePreservation.extend({
        /** mean of the median ranks of density and connectivity, 1 for the best preserved; null without statistics */
        median_rank: z.number().nullable(),
      }),
    ),
  }),
});

export const cancelPreservationRun = endpoint({
  method: 'DELETE',
  path: '/api/preservation-runs/:id/',
  summary: 'Cancel one of your running tests.',
  permission: 'SEARCH_QUERY_CREATE',
  object: 'none',
  params: idParams,
  reply: detailReply,
});
