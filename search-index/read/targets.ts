/** The targets that features map to. Table search_target. */
import { u32At } from '@omicon/domain/arrays/number-at.ts';
import { QUERY_IDENTIFIERS, type QueryIdentifier } from '@omicon/domain/query/query.ts';
import { type QueryExecutorProvider as Db, sql } from 'kysely';
import { toU32 } from '../kit/bytes.ts';

/** From features to targets: those of feature `id` are `targets[starts[id]]` up to before `targets[starts[id + 1]]`. */
export interface Targets {
  starts: Uint32Array;
  /** indexes into `spellings` */
  targets: Uint32Array;
  spellings: string[];
}

interface TargetRow {
  spelling: string;
  features: Uint8Array;
}

/** Inverts rows of targets with their features to targets by feature. */
export function joinTargets(rows: readonly TargetRow[]): Targets {
  const lists = rows.map((row) => toU32(row.features));
  let largest = 0;
  let total = 0;
  for (const ids of lists) {
    total += ids.length;
    for (const id of ids) if (id > largest) largest = id;
  }
  const starts = new Uint32Array(largest + 2);
  for (const ids of lists) for (const id of ids) starts[id + 1] = (starts[id + 1] ?? 0) + 1;
  for (let id = 1; id < starts.length; id += 1) starts[id] = (starts[id] ?? 0) + (starts[id - 1] ?? 0);
  const next = starts.slice();
  const targets = new Uint32Array(total);
  lists.forEach((ids, target) => {
    for (const id of ids) {
      const at = next[id] ?? 0;
      targets[at] = target;
      next[id] = at + 1;
    }
  });
  return { starts, targets, spellings: rows.map((row) => row.spelling) };
}

/** The targets of every feature. Table search_target; reads about ten thousand rows of this identifier. */
export async function loadTargets(db: Db, identifier: QueryIdentifier): Promise<Targets> {
  const { rows } = await sql<TargetRow>`
    select spelling, features from search_target where identifier = ${identifier} order by target`.execute(
    db,
  );
  return joinTargets(rows);
}

/** Number of different targets of these features. */
export function countTargets({ starts, targets }: Targets, features: Iterable<number>): number {
  const seen = new Set<number>();
  for (const id of features) {
    const end = starts[id + 1] ?? 0;
    for (let at = starts[id] ?? end; at < end; at += 1) seen.add(u32At(targets, at));
  }
  return seen.size;
}

/** Targets of every kind of identifier, in the order of `QUERY_IDENTIFIERS`. */
export async function loadAllTargets(db: Db): Promise<Targets[]> {
  const all: Targets[] = [];
  for (const identifier of QUERY_IDENTIFIERS) all.push(await loadTargets(db, identifier));
  return all;
}
