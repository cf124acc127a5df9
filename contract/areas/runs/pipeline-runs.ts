/**
 * The pipeline beside a data set: samples removed, normalised and corrected for batches into new data sets, and modules
 * found in them. Runs work in the background; what they make is taken in like anything a laboratory uploads.
 */
import { z } from 'zod';
import { detailReply, endpoint, idParams, page, text } from '../../base/endpoint.ts';
import { RUN_STATES, run, runListQuery } from '../../base/run.ts';

/** Runs of one person at the same time. */
export const MAX_PIPELINE_RUNS = 2;

/** The laboratory's usual grid. */
export const USUAL_THRESHOLDS = [0.9999, 0.999, 0.99, 0.98, 0.97, 0.96];
export const USUAL_MIN_SIZES = [6, 8, 10, 12, 15, 20];
const MAX_CELLS_A_SIDE = 12;
const MAX_COVARIATES = 5;

const sampleOfRound = z.object({ label: z.string(), z_k: z.number(), is_proposed: z.boolean() });

/** What a run may be asked for. */
export const getPipelineOptions = endpoint({
  method: 'GET',
  path: '/api/data-sets/:id/pipeline/',
  summary: 'What the pipeline can do with a data set: outliers by rounds, attributes for batches, gene sets.',
  permission: 'PROJECT_CREATE',
  object: 'data set',
  params: idParams,
  reply: z.object({
    number_of_features: z.int(),
    number_of_samples: z.int(),
    /** features with missing values, which no step uses */
    incomplete_features: z.int(),
    /** why nothing can be done with these values; null if something can */
    refusal: z.string().nullable(),
    /** whole numbers above 1,000: probably not transformed yet */
    looks_like_counts: z.boolean(),
    /** sample networks of the samples that earlier rounds leave */
    rounds: z.array(z.object({ cut: z.number(), samples: z.array(sampleOfRound) })),
    /** attributes of the samples that could be batches or covariates */
    attributes: z.array(z.object({ name: z.string(), values: z.int(), missing: z.int() })),
    gene_set_sources: z.array(z.object({ name: z.string(), gene_sets: z.int() })),
    /** why enrichment cannot be tested in its modules; null if it can */
    no_enrichment: z.string().nullable(),
  }),
});

const gridCell = z.object({
  /** relative threshold: quantile of all correlations of two features */
  relative: z.number(),
  /** the correlation it stands for */
  threshold: z.number(),
  min_size: z.int(),
  /** before modules of similar eigengenes are merged */
  modules: z.int(),
  members: z.int(),
});

const chosenCell = z.strictObject({ relative: z.number(), min_size: z.int32() });

const preparation = z.strictObject({
  /** labels of the samples to remove */
  remove_samples: z.array(text(300)).max(100_000).default([]),
  quantile_normalise: z.boolean().default(false),
  correct_batches: z
    .strictObject({
      batch: text(300),
      covariates: z
        .array(text(300))
        .max(MAX_COVARIATES, `Use ${MAX_COVARIATES} covariates at most.`)
        .default([]),
      mean_only: z.boolean().default(false),
    })
    .nullable()
    .default(null),
  /** also for values that look like counts */
  allow_counts: z.boolean().default(false),
});

const search = z.strictObject({
  thresholds: z
    .array(z.number().gt(0, 'Use thresholds between 0 and 1.').lt(1, 'Use thresholds between 0 and 1.'))
    .min(1, 'Use one threshold or more.')
    .max(MAX_CELLS_A_SIDE, `Use ${MAX_CELLS_A_SIDE} thresholds at most.`)
    .default(USUAL_THRESHOLDS),
  min_sizes: z
    .array(z.int().min(3, 'Use sizes from 3 on.').max(1000, 'Use sizes up to 1,000.'))
    .min(1, 'Use one size or more.')
    .max(MAX_CELLS_A_SIDE, `Use ${MAX_CELLS_A_SIDE} sizes at most.`)
    .default(USUAL_MIN_SIZES),
  /** sources of the gene sets to test; none for no enrichment */
  gene_set_sources: z.array(text(300)).max(100).default([]),
  allow_counts: z.boolean().default(false),
});

export type Preparation = z.output<typeof preparation>;
export type ModuleSearch = z.output<typeof search>;
export type GridCell = z.output<typeof gridCell>;
export type ChosenCell = z.output<typeof chosenCell>;

const pipelineRun = run.extend({
  kind: z.enum(['preparation', 'modules']),
  data_set: z.object({ id: z.int(), title: z.string() }),
  /** `choosing`: the grid of modules is there, and its person chooses the networks to store */
  state: z.enum([...RUN_STATES, 'choosing']),
  /** current step; null before the run starts and after it ends. `done` is the finished share of it, 0 to 1 */
  step: z.string().nullable(),
  /** what a preparation was asked for; null for a search */
  preparation: preparation.nullable(),
  /** what a search was asked for; null for a preparation */
  search: search.nullable(),
});
export type PipelineRun = z.output<typeof pipelineRun>;

export const startPreparation = endpoint({
  method: 'POST',
  path: '/api/data-sets/:id/preparations/',
  summary:
    'Remove samples, normalise and correct batches, in the background; each step makes a new data set.',
  permission: 'PROJECT_CREATE',
  object: 'data set',
  params: idParams,
  body: preparation,
  reply: pipelineRun,
  status: 201,
});

export const startModuleSearch = endpoint({
  method: 'POST',
  path: '/api/data-sets/:id/module-searches/',
  summary:
    'Find modules over a grid of thresholds and sizes, in the background; nothing is stored before you choose networks.',
  permission: 'PROJECT_CREATE',
  object: 'data set',
  params: idParams,
  body: search,
  reply: pipelineRun,
  status: 201,
});

export const listPipelineRuns = endpoint({
  method: 'GET',
  path: '/api/data-sets/:id/pipeline-runs/',
  summary: 'Your runs of the pipeline on a data set, the newest first.',
  permission: 'PROJECT_CREATE',
  object: 'data set',
  params: idParams,
  query: runListQuery,
  reply: page(pipelineRun),
});

export const getPipelineRun = endpoint({
  method: 'GET',
  path: '/api/pipeline-runs/:id/',
  summary: 'A run with its parameters and what it has made, for everybody who may read its data set.',
  permission: 'PROJECT_CREATE',
  object: 'data set',
  params: idParams,
  reply: pipelineRun.extend({
    /** of the grid; empty before it is computed, and for a preparation */
    cells: z.array(gridCell.extend({ is_chosen: z.boolean() })),
    /** what the steps left out, such as features with missing values */
    remarks: z.array(z.string()),
    /** what it has stored, as far as the caller may read it */
    made: z.array(
      z.object({
        kind: z.enum(['data set', 'analysis']),
        id: z.int(),
        omicon_id: z.string(),
        title: z.string(),
        /** of an analysis, the number of its covariation network if it has just one; else null */
        network: z.int().nullable(),
      }),
    ),
  }),
});

export const storeNetworks = endpoint({
  method: 'POST',
  path: '/api/pipeline-runs/:id/networks/',
  summary: 'Choose the networks of a module search to store as an analysis.',
  permission: 'PROJECT_CREATE',
  object: 'none',
  params: idParams,
  body: z.strictObject({
    cells: z
      .array(chosenCell)
      .min(1, 'Choose one network or more.')
      .max(MAX_CELLS_A_SIDE ** 2),
    /** title of the analysis; by default `modules` after study and group of the data set */
    title: text(300).optional(),
  }),
  reply: pipelineRun,
});

export const cancelPipelineRun = endpoint({
  method: 'DELETE',
  path: '/api/pipeline-runs/:id/',
  summary: 'Cancel one of your runs.',
  permission: 'PROJECT_CREATE',
  object: 'none',
  params: idParams,
  reply: detailReply,
});
