/**
 * Fills the database of a search shard by logical replication: a publication with row filters on the primary, a
 * subscription here. A transaction of the primary arrives whole, so that what a search reads is of one version.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { codeOf } from '../base/error-code.ts';
import { type Database, openDatabase, sql } from '../base/postgres/database.ts';
import { listMigrations, migrate } from '../base/postgres/migrate.ts';
import { lockInTransaction } from '../base/postgres/transaction-lock.ts';
import { ConfigError } from '../config.ts';
import { nameOf, publishedTables, SHARD_TABLES, type ShardPlace } from './shard-tables.ts';

/** What a node takes of the primary while it copies its tables: its own, and two for tables that are copied at once. */
const REPLICATION_SLOTS = 3;

const SLOT_RELEASE_MS = 30_000;
/** code of Postgres */
const OBJECT_IN_USE = '55006';

function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

/** @throws ConfigError with what the operator has to change on the primary */
async function refuseUnprepared(primary: Database): Promise<void> {
  const { rows } = await sql<{ wal_level: string; number_of_slots: number }>`
    select current_setting('wal_level') as wal_level, number_of_slots from search_layout`.execute(primary);
  if (rows[0]?.wal_level !== 'logical')
    throw new ConfigError('The primary database needs wal_level = logical for search shards.');
  if (rows[0].number_of_slots === 1)
    throw new ConfigError('The search index has one slot; run npm run search-index -- --slots 8 first.');
}

/** Without free replication slots a node would try to copy its tables for ever. @throws ConfigError */
async function refuseFullPrimary(primary: Database): Promise<void> {
  const { rows } = await sql<{ used: number; most: number }>`
    select (select count(*)::int from pg_replication_slots) as used,
           least(current_setting('max_replication_slots')::int, current_setting('max_wal_senders')::int) as most`.execute(
    primary,
  );
  const [{ used, most } = { used: 0, most: 0 }] = rows;
  if (most - used < REPLICATION_SLOTS)
    throw new ConfigError(
      `The primary database uses ${used} of ${most} replication slots, and a search node needs ${REPLICATION_SLOTS} more: raise max_replication_slots and max_wal_senders, or drop the slots of nodes that are gone.`,
    );
}

/** A lock for creating publications, which several nodes may try at once. */
async function publish(primary: Database, place: ShardPlace): Promise<void> {
  const name = nameOf(place);
  await primary.transaction().execute(async (tx) => {
    await lockInTransaction(tx, name);
    const { rows } = await sql<{ tables: string[] }>`
      select array_agg(tablename::text order by tablename) as tables from pg_publication_tables where pubname = ${name}`.execute(
      tx,
    );
    const wanted = SHARD_TABLES.toSorted().join();
    if (rows[0]?.tables?.join() === wanted) return;
    await sql`drop publication if exists ${sql.ref(name)}`.execute(tx);
    await sql`create publication ${sql.ref(name)} for table ${sql.raw(publishedTables(place))}
           with (publish = 'insert, update, delete')`.execute(tx);
  });
}

interface Subscription {
  name: string;
  /** name of its replication slot on the primary */
  slot: string;
}

async function readSubscriptions(shard: Database): Promise<Subscription[]> {
  const { rows } = await sql<Subscription>`
    select s.subname as name, s.subslotname as slot from pg_subscription s
      join pg_database d on d.oid = s.subdbid and d.datname = current_database()`.execute(shard);
  return rows;
}

/** Whether the primary still keeps what the subscription has not received. */
async function isKept(primary: Database, { slot }: Subscription): Promise<boolean> {
  const { rows } = await sql<{ is_kept: boolean }>`
    select exists (select 1 from pg_replication_slots where slot_name = ${slot} and wal_status <> 'lost') as is_kept`.execute(
    primary,
  );
  return rows[0]?.is_kept === true;
}

/**
 * Drops a replication slot. Its process on the primary is ended first: a shard that has just disabled its subscription
 * may still be connected, or connect once more.
 */
async function dropSlot(primary: Database, slot: string): Promise<void> {
  const deadline = Date.now() + SLOT_RELEASE_MS;
  for (;;) {
    try {
      await sql`
        select pg_terminate_backend(active_pid, 1000) from pg_replication_slots
         where slot_name = ${slot} and active_pid is not null`.execute(primary);
      await sql`
        select pg_drop_replication_slot(slot_name) from pg_replication_slots where slot_name = ${slot}`.execute(
        primary,
      );
      return;
    } catch (error) {
      if (codeOf(error) !== OBJECT_IN_USE || Date.now() > deadline) throw error;
    }
    await sleep(50);
  }
}

/** Ends a subscription, and what the primary keeps for it. */
async function unsubscribe(shard: Database, primary: Database, { name, slot }: Subscription): Promise<void> {
  await sql`alter subscription ${sql.ref(name)} disable`.execute(shard);
  await sql`alter subscription ${sql.ref(name)} set (slot_name = none)`.execute(shard);
  await sql`drop subscription ${sql.ref(name)}`.execute(shard);
  await dropSlot(primary, slot);
}

/** A name that no other shard has, even one of the same place. */
async function newSlotName(shard: Database, place: ShardPlace): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    select system_identifier::text || '_' || (select oid from pg_database where datname = current_database()) as id
      from pg_control_system()`.execute(shard);
  return `${nameOf(place)}_${rows[0]?.id}`;
}

/** Empties the tables and copies them again. */
async function subscribe(shard: Database, primaryUrl: string, place: ShardPlace): Promise<void> {
  await sql`truncate ${sql.join(SHARD_TABLES.map((table) => sql.table(table)))} cascade`.execute(shard);
  const name = nameOf(place);
  const slot = await newSlotName(shard, place);
  await sql
    .raw(
      `create subscription ${name} connection ${literal(primaryUrl)} publication ${name}
         with (slot_name = ${literal(slot)}, binary = true, disable_on_error = false)`,
    )
    .execute(shard);
}

/**
 * Prepares the shard: its schema, and a subscription of its place. What was copied for another place or an earlier
 * schema, or fell too far behind, is copied again.
 * @throws ConfigError if the primary is not prepared for shards; errors of both databases
 */
export async function prepareShard(
  urls: { shard: string; primary: string },
  place: ShardPlace,
): Promise<void> {
  const primary = openDatabase(urls.primary, { connections: 2, name: 'omicon shard' });
  const shard = openDatabase(urls.shard, { connections: 2, name: 'omicon shard' });
  try {
    await refuseUnprepared(primary.db);
    await publish(primary.db, place);
    const { known, executed } = await listMigrations(shard.db);
    const existing = await readSubscriptions(shard.db);
    const [current] = existing;
    const isCurrent =
      executed.length === known.length && existing.length === 1 && current?.name === nameOf(place);
    if (isCurrent && (await isKept(primary.db, current))) return;
    for (const subscription of existing) await unsubscribe(shard.db, primary.db, subscription);
    await refuseFullPrimary(primary.db);
    await migrate(shard.db);
    await subscribe(shard.db, urls.primary, place);
  } finally {
    await Promise.all([primary.close(), shard.close()]);
  }
}

/** The version of the corpus that the shard holds; null while tables are copied for the first time. */
export async function readShardVersion(shard: Database): Promise<number | null> {
  const { rows } = await sql<{ version: string | null }>`
    select case when exists (select 1 from pg_subscription_rel)
                 and not exists (select 1 from pg_subscription_rel where srsubstate <> 'r')
                then (select number from corpus_version) end as version`.execute(shard);
  const version = rows[0]?.version ?? null;
  return version === null ? null : Number(version);
}
