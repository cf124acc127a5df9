/** Tables without what every new row would pay for, while very many rows come at once. */
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
 * Takes indexes and references of the product's tables away, lets `load` fill the tables, and makes all of them again by
 * the definitions they had: one sort instead of a place looked for row by row, one comparison of two tables instead of
 * a question for each row. Within a transaction nobody sees anything of it.
 * @param client in a transaction
 */
export async function loadWithoutIndexes(client: pg.ClientBase, load: () => Promise<void>): Promise<void> {
  const references = (await client.query<Part>(REFERENCES)).rows;
  const indexes = (await client.query<Part>(INDEXES)).rows;
  for (const { table, name } of references)
    await client.query(`alter table ${quoteName(table)} drop constraint ${client.escapeIdentifier(name)}`);
  for (const { name } of indexes) await client.query(`drop index ${quoteName(name)}`);
  await load();
  // Sorts of an index take place in memory where they can.
  await client.query(`set local maintenance_work_mem = '256MB'`);
  for (const { definition } of indexes) await client.query(definition);
  for (const { table, name, definition } of references)
    await client.query(
      `alter table ${quoteName(table)} add constraint ${client.escapeIdentifier(name)} ${definition}`,
    );
  // Plans of the first queries know how much there is.
  await client.query('analyze');
}
