import { z } from 'zod';
import { detailReply, endpoint, idParams, listQuery, page, pageNumber } from '../base/endpoint.ts';

/** Progress of the demo import at the first start. Files are counted from 0 in each phase. */
export const demoProgress = z.object({
  phase: z.enum(['writing', 'checking', 'storing', 'finishing']),
  files_done: z.int(),
  files_total: z.int(),
});
export type DemoProgress = z.output<typeof demoProgress>;

/** Open to everybody, for visitors of an empty portal; the counts reveal nothing. */
export const getDemoProgress = endpoint({
  method: 'GET',
  path: '/api/demo-progress/',
  summary: 'Progress of the demo import at the first start; null if there is none.',
  permission: 'anyone',
  object: 'none',
  reply: z.object({ progress: demoProgress.nullable() }),
});

/** Open to everybody: counts public records only. */
export const getPublicContents = endpoint({
  method: 'GET',
  path: '/api/public-contents/',
  summary: 'How much there is to see for guests, and examples to begin with.',
  permission: 'anyone',
  object: 'none',
  reply: z.object({
    data_collections: z.int(),
    data_sets: z.int(),
    /** samples of the collections */
    samples: z.int(),
    networks: z.int(),
    modules: z.int(),
    /** null where the public records have none */
    examples: z.object({
      /** symbol of a gene in modules of public networks */
      gene: z.string().nullable(),
      /** Omicon ID of a module of a public network */
      module: z.string().nullable(),
      /** the network of this module, and its analysis */
      network: z.object({ id: z.int(), analysis_id: z.int() }).nullable(),
      /** at most three rules that a question about samples may begin with, without their values */
      /** a data set that measures the gene, and an attribute that divides its samples */
      groups: z.object({ data_set: z.int(), attribute: z.string() }).nullable(),
      sample_rules: z.array(z.object({ field: z.string(), operator: z.string() })),
      /** whether a gene set of microglia is enriched in modules */
      has_microglia: z.boolean(),
    }),
  }),
});

const mail = z.object({
  id: z.int(),
  recipient: z.string(),
  subject: z.string(),
  body: z.string(),
  created_at: z.string(),
  delivered_at: z.string().nullable(),
  attempts: z.int(),
});

/** Without a mail server no mail is sent, and administrators can read it here. */
export const listOutbox = endpoint({
  method: 'GET',
  path: '/api/outbox/',
  summary: 'Mail of the portal, newest first.',
  permission: 'OPERATIONS_VIEW',
  object: 'none',
  query: z.object({
    page: pageNumber,
    page_size: z.coerce.number().int().min(1).max(100).default(20),
  }),
  reply: page(mail),
});

const failedJob = z.object({
  id: z.int(),
  task: z.string(),
  /** the analysis that the job is about, if it is about one */
  analysis_id: z.int().nullable(),
  analysis_title: z.string().nullable(),
  tries: z.int(),
  failed_at: z.string(),
  /** message of the last failure */
  message: z.string().nullable(),
});
export type FailedJob = z.output<typeof failedJob>;

export const listFailedJobs = endpoint({
  method: 'GET',
  path: '/api/failed-jobs/',
  summary: 'Background jobs that failed at every attempt, oldest first.',
  permission: 'OPERATIONS_VIEW',
  object: 'none',
  query: listQuery(['failed_at', 'task']),
  reply: page(failedJob),
});

export const restartFailedJob = endpoint({
  method: 'POST',
  path: '/api/failed-jobs/:id/restart/',
  summary: 'Retry a failed job.',
  permission: 'OPERATIONS_RESTART',
  object: 'none',
  params: idParams,
  reply: detailReply,
});
