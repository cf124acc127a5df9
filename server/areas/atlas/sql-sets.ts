/** Statements about recurring modules and their matches. Owns recurring_set, recurring_match. */
import { bytesOf, toF64, toU32 } from '@omicon/search-index/kit/bytes.ts';
import { type Db, sql, type Tx } from '../../base/postgres/database.ts';
import type { DataSetMatches } from '../../compute/kinds/atlas/match-data-sets.ts';

/** The recurring modules of the networks of a data set. */
export interface RecurringSet {
  id: number;
  data_set_number: number;
  /** row ids of its modules */
  modules: Uint32Array;
  /** number of the recurring module of each */
  recurring: Uint32Array;
  /** indexes in `modules`, by recurring module */
  representatives: Uint32Array;
}

interface SetRow {
  id: number;
  data_set_number: number;
  modules: Buffer;
  recurring: Buffer;
  representatives: Buffer;
}

/** The set of these networks; undefined before it is computed. Unique index on fingerprint. */
export async function findSet(db: Db, fingerprint: Buffer): Promise<RecurringSet | undefined> {
  const { rows } = await sql<SetRow>`
    select id, data_set_number, modules, recurring, representatives from recurring_set
     where fingerprint = ${fingerprint}`.execute(db);
  const [row] = rows;
  return (
    row && {
      ...row,
      modules: toU32(row.modules),
      recurring: toU32(row.recurring),
      representatives: toU32(row.representatives),
    }
  );
}

/** Stores a set; one that is there already stays. */
export async function saveSet(db: Db, fingerprint: Buffer, set: Omit<RecurringSet, 'id'>): Promise<void> {
  await db
    .insertInto('recurring_set')
    .values({
      fingerprint,
      data_set_number: set.data_set_number,
      modules: bytesOf(set.modules),
      recurring: bytesOf(set.recurring),
      representatives: bytesOf(set.representatives),
    })
    .onConflict((conflict) => conflict.column('fingerprint').doNothing())
    .execute();
}

/** Matches of two sets, `one` < `other`. */
export interface SetMatches extends DataSetMatches {
  one: number;
  other: number;
}

/** Pairs of these sets whose matches are stored, `one` < `other`. Primary key of recurring_match. */
export async function listMatchedPairs(
  db: Db,
  sets: readonly number[],
): Promise<{ one: number; other: number }[]> {
  const { rows } = await sql<{ one: number; other: number }>`
    select one, other from recurring_match
     where one = any(${sets}::int[]) and other = any(${sets}::int[])`.execute(db);
  return rows;
}

/** Stored matches among these sets. Primary key of recurring_match. */
export async function listMatches(db: Db, sets: readonly number[]): Promise<SetMatches[]> {
  const { rows } = await sql<{
    one: number;
    other: number;
    modules_of_one: Buffer;
    modules_of_other: Buffer;
    correlations: Buffer;
  }>`
    select one, other, modules_of_one, modules_of_other, correlations from recurring_match
     where one = any(${sets}::int[]) and other = any(${sets}::int[]) order by one, other`.execute(db);
  return rows.map(({ one, other, modules_of_one, modules_of_other, correlations }) => ({
    one,
    other,
    ofOne: toU32(modules_of_one),
    ofOther: toU32(modules_of_other),
    r: toF64(correlations),
  }));
}

/** Stores matches; those that are there already stay, as they are the same. */
export async function saveMatches(db: Db, found: readonly SetMatches[]): Promise<void> {
  if (found.length === 0) return;
  await db
    .insertInto('recurring_match')
    .values(
      found.map(({ one, other, ofOne, ofOther, r }) => ({
        one,
        other,
        modules_of_one: bytesOf(ofOne),
        modules_of_other: bytesOf(ofOther),
        correlations: bytesOf(r),
      })),
    )
    .onConflict((conflict) => conflict.columns(['one', 'other']).doNothing())
    .execute();
}

/** Removes sets that no audience has any more, with their matches. Some hundred rows. */
export async function deleteOtherSets(tx: Tx, kept: readonly number[]): Promise<void> {
  await sql`delete from recurring_set where not (id = any(${kept}::int[]))`.execute(tx);
}
