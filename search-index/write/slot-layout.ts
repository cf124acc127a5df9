/** How many slots the index uses. Without shards there is one, because more segments make searches slower. */
import { type QueryExecutorProvider as Db, sql } from 'kysely';
import { SLOT_MULTIPLIER, SLOTS } from '../kit/slot-of-data-set.ts';

/** `slotOf` in SQL, for a column with numbers of data sets. */
function slotOfColumn(column: string) {
  return sql`((${sql.ref(column)}::bigint * ${sql.lit(SLOT_MULTIPLIER)}) & 4294967295) >> 29`;
}

/** 1, or 8 with shards. Table search_layout. */
export async function countSlots(db: Db): Promise<number> {
  const { rows } = await sql<{ number_of_slots: number }>`select number_of_slots from search_layout`.execute(
    db,
  );
  return rows[0]?.number_of_slots ?? 1;
}

/**
 * Adds an empty segment, whose id modulo 8 is its slot. Table search_block.
 * @returns its id
 */
export async function addSegment(
  db: Db,
  { slot, networks }: { slot: number; networks: number },
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into search_block (id, number_of_networks) overriding system value
    values (${SLOTS} * nextval(pg_get_serial_sequence('search_block', 'id')) + ${slot}, ${networks}) returning id`.execute(
    db,
  );
  return rows[0]?.id ?? 0;
}

/**
 * Gives stored rows the slot of their network, and names it to the replication of changed rows, in the caller's
 * transaction.
 */
async function fillSlots(db: Db): Promise<void> {
  const slots = sql`
    select n.id, ${slotOfColumn('a.input_data_set_number')} as slot
      from covariation_network n join analysis a on a.id = n.analysis_id`;
  for (const table of ['module_enrichment', 'module_member'])
    await sql`
      update ${sql.table(table)} t set slot = own.slot
        from covariation_module m join (${slots}) own on own.id = m.covariation_network_id
       where m.id = t.covariation_module_id and t.slot <> own.slot`.execute(db);
  await sql`
    update net_best t set slot = own.slot from (${slots}) own
     where own.id = t.covariation_network_id and t.slot <> own.slot`.execute(db);
}

/**
 * Primary keys, each with the slot: a publication that filters by a column needs it among the columns that identify a
 * row.
 */
const IDENTITIES = {
  net_best: 'covariation_network_id, slot',
  module_enrichment: 'covariation_module_id, definition, source, slot',
  module_member: 'covariation_module_id, definition, slot',
};

/** Without them, rows can be changed that have no slot in their identity. Shards then fall behind and are not asked. */
async function dropPublications(db: Db): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select pubname::text as name from pg_publication where pubname like 'omicon\\_shard\\_%'`.execute(db);
  for (const { name } of rows) await sql`drop publication ${sql.ref(name)}`.execute(db);
}

/** One slot for all networks, or 8; afterwards the index has to be rebuilt. In the caller's transaction. */
export async function setSlots(db: Db, count: 1 | typeof SLOTS): Promise<void> {
  await sql`update search_layout set number_of_slots = ${count}`.execute(db);
  if (count === SLOTS) await fillSlots(db);
  else await dropPublications(db);
  for (const [table, columns] of Object.entries(IDENTITIES)) {
    await sql`alter table ${sql.table(table)} replica identity default`.execute(db);
    await sql`drop index if exists ${sql.ref(`${table}_by_slot`)}`.execute(db);
    if (count === 1) continue;
    await sql`create unique index ${sql.ref(`${table}_by_slot`)} on ${sql.table(table)} (${sql.raw(columns)})`.execute(
      db,
    );
    await sql`alter table ${sql.table(table)} replica identity using index ${sql.ref(`${table}_by_slot`)}`.execute(
      db,
    );
  }
}
