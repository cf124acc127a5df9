import { INTAKE_OUTCOMES } from '@omicon/domain/records/intake-summary.ts';
import { z } from 'zod';
import { endpoint, idParams, listQuery, page } from '../base/endpoint.ts';

/** The position in the input that a sentence is about. `line` counts from 1, `column` is a name or a number from 1. */
const position = {
  file: z.string(),
  line: z.number().nullable(),
  column: z.union([z.string(), z.number()]).nullable(),
  sentence: z.string(),
};

const intakeFault = z.object({ kind: z.enum(['missing', 'wrong']), ...position });
export type IntakeFault = z.output<typeof intakeFault>;

const intakeWarning = z.object(position);
export type IntakeWarning = z.output<typeof intakeWarning>;

/** Progress of an import. `seconds_left` is null until it can be estimated. */
export const intakeProgress = z.object({
  phase: z.enum(['waiting', 'checking', 'storing', 'ended']),
  file: z.string().nullable(),
  files_done: z.int(),
  files_total: z.int(),
  rows: z.int(),
  seconds_left: z.number().nullable(),
});
export type IntakeProgress = z.output<typeof intakeProgress>;

/** The report of an import: outcome of each unit, faults, and warnings. */
export const intakeReport = z.object({
  units: z.array(
    z.object({
      kind: z.string(),
      title: z.string(),
      /** refused: nothing was stored; now public, now Lab: beside a new version, or alone */
      outcome: z.enum(INTAKE_OUTCOMES),
      omicon_id: z.string().nullable(),
    }),
  ),
  missing_files: z.array(z.string()),
  faults: z.array(intakeFault),
  /** missing in old reports */
  warnings: z.array(intakeWarning).default([]),
  not_understood: z.array(z.string()),
  ignored: z.array(z.object({ path: z.string(), reason: z.string() })),
  emptied_values: z.int(),
  message: z.string().nullable(),
});
export type IntakeReport = z.output<typeof intakeReport>;

/** Result of an import; null while it waits or runs. */
const intakeState = z.enum(['stored', 'unchanged', 'stored in part', 'refused', 'failed']).nullable();

const intakeRun = z.object({
  id: z.int(),
  /** name of the archive or folder */
  source: z.string(),
  /** who imported it; null for the command line */
  imported_by: z.string().nullable(),
  upload_id: z.int().nullable(),
  started_at: z.string(),
  ended_at: z.string().nullable(),
  state: intakeState,
  /** the result in one sentence; null while it runs */
  summary: z.string().nullable(),
  warnings: z.int(),
  faults: z.int(),
});
export type IntakeRun = z.output<typeof intakeRun>;

const INTAKE_ACCESS = {
  anyOf: ['OPERATIONS_VIEW', 'COLLECTION_CREATE', 'PROJECT_CREATE', 'RESOURCE_CREATE'],
} as const;

export const listIntakeRuns = endpoint({
  method: 'GET',
  path: '/api/intake-runs/',
  summary: 'Past and running imports, newest first: your own, or all of them for administrators.',
  permission: INTAKE_ACCESS,
  object: 'none',
  query: listQuery(['started_at', 'source']),
  reply: page(intakeRun),
});

export const getIntakeRun = endpoint({
  method: 'GET',
  path: '/api/intake-runs/:id/',
  summary: 'The report of an import.',
  permission: INTAKE_ACCESS,
  object: 'upload',
  params: idParams,
  reply: z.object({ run: intakeRun, progress: intakeProgress, report: intakeReport }),
});
