/** Bulk loading: drops indexes and foreign keys while very many rows are loaded. */
import type pg from 'pg';
import { quoteName } from './backup.ts';

interface Part {
  table: string;
  name: string;
  definition: string;
}

/** Indexes that are not part of a primary key or another constraint. */
const INDEXES = `
  select n.nspname || '.' || t.relname as "table", n.nspname || '.' || c.relname as name,
         pg_get_indexdef(c.oid) as definition
    from pg_index i join pg_class c on c.oid = i.indexrelid join pg_class t on t.oid = i.indrelid
    join pg_namespace n on n.oid = c.relnamespace
   where n.nspname = 'public'
     and not exists (select 1 from pg_constraint k where k.conindid = c.oid and k.contype in ('p', 'u', 'x'))
   order by pg_relation_size(t.oid), c.relname`;

const REFERENCES = `
  select n.nspname || '.' || t.relname as "table", k.conname as name, pg_get_constraintdef(k.oid) as definition
    from pg_constraint k join pg_class t on t.oid = k.conrelid join pg_namespace n on n.oid = t.relnamespace
   where n.nspname = 'public' and k.contype = 'f'
   order by 1, 2`;

/**
 * Drops indexes and foreign keys of the product's tables, runs `load`, and recreates them: one sort instead of an index
 * insert per row, one join instead of a lookup per row. Other transactions see nothing of it.
 * @param client in a transaction
 */
export async function loadWithoutIndexes(client: pg.ClientBase, load: () => Promise<void>): Promise<void> {
  const references = (await client.query<Part>(REFERENCES)).rows;
  const indexes = (await client.query<Part>(INDEXES)).rows;
  for (const { table, name } of references)
    await client.query(`alter table ${quoteName(table)} drop constraint ${client.escapeIdentifier(name)}`);
  for (const { name } of indexes) await client.query(`drop index ${quoteName(name)}`);
  await load();
  // Index builds sort in memory where possible.
  await client.query(`set local maintenance_work_mem = '256MB'`);
  for (const { definition } of indexes) await client.query(definition);
  for (const { table, name, definition } of references)
    await client.query(
      `alter table ${quoteName(table)} add constraint ${client.escapeIdentifier(name)} ${definition}`,
    );
  // So that the first queries are planned with statistics.
  await client.query('analyze');
}
