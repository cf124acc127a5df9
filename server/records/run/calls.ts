/** What calls do with runs of any kind: start, list, read, cancel. */
import type { Principal } from '@omicon/domain/permissions/permissions.ts';
import type { RawBuilder } from 'kysely';
import { notFound, PortalError } from '../../base/errors.ts';
import { addJob } from '../../base/jobs/jobs.ts';
import type { Db, Tx } from '../../base/postgres/database.ts';
import { toPage } from '../lists/replies.ts';
import { personIdOf } from '../person/people.ts';
import type { RunKind, ShownKind } from './kind.ts';
import * as statements from './sql.ts';

/** Adds the job of a run; the payload names the table for the worker. */
export async function queueRun(tx: Tx, { table, name, job }: RunKind, id: number): Promise<void> {
  await addJob(tx, job, { key: `${name} ${id}`, payload: { [`${table}_id`]: id } });
}

/**
 * Starts a run, unless the person has as many as one may have at a time.
 * @returns it, or the same one if that is running already; null if there are too many
 */
export async function tryToStart(
  tx: Tx,
  kind: RunKind,
  person_id: number,
  asked: statements.Values,
): Promise<{ id: number; isNew: boolean } | null> {
  await statements.lockRuns(tx, kind, person_id);
  const running = await statements.listRunning(tx, kind, person_id, asked);
  const same = running.find(({ is_same }) => is_same);
  if (same !== undefined) return { id: same.id, isNew: false };
  if (running.length >= kind.most) return null;
  const id = await statements.createRun(tx, kind, person_id, asked);
  await queueRun(tx, kind, id);
  return { id, isNew: true };
}

/** The refusal of one run more. */
export function tooManyRuns({ tooMany, retryAfterSeconds }: RunKind): PortalError {
  return new PortalError('too_many_requests', tooMany, { retryAfterSeconds });
}

/** Who calls, and where it is read or written. */
interface Call<D extends Db = Db> {
  db: D;
  principal: Principal;
}

type Row<Columns> = statements.RunRow & Columns;

/**
 * A run that the caller may read.
 * @param more columns besides those of a list
 * @throws PortalError 404
 */
export async function getRun<Columns, More = unknown>(
  { db, principal }: Call,
  kind: ShownKind<Columns>,
  id: number,
  more?: RawBuilder<More>,
): Promise<Row<Columns & More>> {
  const row = await statements.findRun(db, principal, kind, { id, more });
  if (row === undefined) throw notFound(kind.noun);
  return row;
}

/** As `getRun`, for its person only. */
export async function getOwnRun<Columns>(
  call: Call,
  kind: ShownKind<Columns>,
  id: number,
): Promise<Row<Columns>> {
  const row = await getRun(call, kind, id);
  if (row.person_id !== personIdOf(call.principal)) throw notFound(kind.noun);
  return row;
}

/** As `tryToStart`. @throws PortalError 429 if the person has too many */
export async function startRun<Columns>(
  call: Call<Tx>,
  kind: ShownKind<Columns>,
  asked: statements.Values,
): Promise<Row<Columns>> {
  const started = await tryToStart(call.db, kind, personIdOf(call.principal), asked);
  if (started === null) throw tooManyRuns(kind);
  return getRun(call, kind, started.id);
}

/** A page of the caller's runs by age. @param of what these runs were started for */
export async function listRuns<Columns, Reply>(
  { db, principal, query }: Call & { query: statements.RunPage },
  kind: ShownKind<Columns>,
  of: statements.Values,
  toReply: (row: Row<Columns>, principal: Principal) => Reply,
) {
  const { rows, total } = await statements.listRuns(db, principal, kind, {
    of: { person_id: personIdOf(principal), ...of },
    ...query,
  });
  return toPage(
    rows.map((row) => toReply(row, principal)),
    total,
    query,
  );
}

/** Cancels a run of the caller, who is not notified of it. @throws PortalError 409 if it has ended */
export async function cancelRun<Columns>(
  call: Call<Tx>,
  kind: ShownKind<Columns>,
  id: number,
): Promise<{ detail: string }> {
  await getOwnRun(call, kind, id);
  const end = { state: 'cancelled', message: null } as const;
  if ((await statements.endRow(call.db, kind, id, end)) === undefined)
    throw new PortalError('conflict', `This ${kind.noun} has already ended.`);
  return { detail: `The ${kind.noun} is cancelled.` };
}

/** How much of a run, or of its step, is done, and the seconds since that began; null before it begins. */
interface Pace {
  done: number;
  total: number;
  seconds: number | null;
}

/** What replies say of a run of any kind. */
export function toRun<State extends string>(
  row: statements.RunRow & Pace & { state: State },
  principal: Principal,
) {
  const { id, state, done, total, seconds, message, created_at, person_id } = row;
  const isTimed = state === 'running' && done > 0 && seconds !== null;
  return {
    id,
    state,
    done,
    seconds_left: isTimed ? Math.round((seconds / done) * (total - done)) : null,
    message,
    created_at: created_at.toISOString(),
    is_own: person_id === principal.person_id,
  };
}
