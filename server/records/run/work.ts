/** The job of a run of any kind: progress, cancelling, another attempt or a failure, and its notification. */
import type { Principal } from '@omicon/domain/permissions/permissions.ts';
import type { RawBuilder } from 'kysely';
import { z } from 'zod';
import { PortalError } from '../../base/errors.ts';
import type { Task } from '../../base/jobs/jobs.ts';
import { watchWanted } from '../../base/jobs/watch.ts';
import type { Database, Tx } from '../../base/postgres/database.ts';
import type { Services } from '../../base/services.ts';
import type { RunKind } from './kind.ts';
import * as statements from './sql.ts';

/** One attempt at a run. */
export interface Attempt<Columns> {
  services: Services;
  run: statements.StartedRun & Columns;
  principal: Principal;
  /** aborts when the run is cancelled or the process stops */
  signal: AbortSignal;
  /** columns that record progress; the latest are written twice a second */
  onProgress(progress: statements.Values): void;
}

export interface RunJob<Columns> {
  kind: RunKind;
  /** what the work needs of the row, on `r` */
  columns: RawBuilder<Columns>;
  /** Computes, and ends the run with `endRun`. Idempotent: a killed worker's run is worked on again. */
  work(attempt: Attempt<Columns>): Promise<void>;
}

/**
 * Ends a run and notifies its person, in the caller's transaction.
 * @param result columns of the kind, recorded with its end
 * @returns false if it had already ended: then nobody is notified
 */
export async function endRun(
  tx: Tx,
  kind: RunKind,
  id: number,
  { result_count, result }: { result_count: number; result?: statements.Values },
): Promise<boolean> {
  const person_id = await statements.endRow(tx, kind, id, { state: 'done', message: null }, result);
  if (person_id === undefined) return false;
  await kind.tell(tx, { id, person_id }, { state: 'done', result_count });
  return true;
}

async function failRun(db: Database, kind: RunKind, id: number, message: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const person_id = await statements.endRow(tx, kind, id, { state: 'failed', message });
    if (person_id !== undefined)
      await kind.tell(tx, { id, person_id }, { state: 'failed', result_count: null });
  });
}

/** What a person can do about an error, null if nothing: then the run is tried again. */
function refusalOf({ unreadable }: RunKind, error: unknown): string | null {
  if (!(error instanceof PortalError)) return null;
  if (error.code === 'not_found') return unreadable ?? null;
  // `too_large` is how a compute thread refuses.
  return ['invalid_input', 'permission_denied', 'too_large'].includes(error.code) ? error.message : null;
}

const isAbort = (error: unknown) => error instanceof Error && error.name === 'AbortError';

/** Works on a run until it has ended or waits for its person. Run by two workers, it ends once and notifies once. */
export async function workOnRun<Columns>(
  services: Services,
  { kind, columns, work }: RunJob<Columns>,
  id: number,
  { signal: stop, isLastTry }: { signal: AbortSignal | undefined; isLastTry: boolean },
): Promise<void> {
  const { db, log } = services;
  const run = await statements.findStarted(db, kind, columns, id);
  if (run === undefined) return;
  const { person_id, role, permissions } = run;
  const principal: Principal = { person_id, role, permissions: new Set(permissions) };
  let progress: statements.Values | null = null;
  const save = () =>
    progress === null ? statements.isRunning(db, kind, id) : statements.changeRunning(db, kind, id, progress);
  const { signal, leave } = watchWanted(save, stop);
  try {
    await work({
      services,
      run,
      principal,
      signal,
      onProgress(latest) {
        progress = latest;
      },
    });
  } catch (error) {
    if (stop?.aborted) throw error;
    if (isAbort(error) || signal.aborted) return;
    const refusal = refusalOf(kind, error);
    if (refusal === null && !isLastTry) throw error;
    if (refusal === null) log.error({ err: error, run: id }, `a ${kind.noun} was given up`);
    await failRun(db, kind, id, refusal ?? (error instanceof PortalError ? error.message : kind.failed));
  } finally {
    leave();
  }
}

/** The number of the run in the payload of its job. */
export function idOfRun({ table }: RunKind, payload: Record<string, unknown>): number {
  return z.int().parse(payload[`${table}_id`]);
}

/** The task of a kind of run. */
export function taskOf<Columns>(job: RunJob<Columns>): Task {
  return (payload, { services, ...context }) => workOnRun(services, job, idOfRun(job.kind, payload), context);
}

/** Fails runs whose job is gone, for instance because every attempt killed its worker, and deletes old ones. */
export async function sweepRuns({ db }: Services, kind: RunKind): Promise<void> {
  for (const id of await statements.listLost(db, kind)) await failRun(db, kind, id, kind.failed);
  await statements.deleteOldRuns(db, kind);
}
