import { type Db, sql, type Tx } from '../../base/postgres/database.ts';
import { officialRows } from './known-gene.ts';

interface RenamedThread {
  id: number;
  symbol: string;
}

/**
 * Threads on genes whose symbol no current mapping table has any more, and which is an alias of exactly one symbol.
 * Tables comment_thread, a scan of its genes, and mapping_row, index mapping_row_target.
 */
async function listRenamed(tx: Tx): Promise<RenamedThread[]> {
  const { rows } = await sql<RenamedThread>`
    select t.id, min(r.identifier) as symbol
      from comment_thread t
      join mapping_table a on a.is_current and upper(a.from_identifier) = 'SYMBOL' and upper(a.to_identifier) = 'ALIAS'
      join mapping_row r on r.mapping_table_id = a.id and upper(r.target) = upper(t.gene_symbol)
     where t.gene_symbol is not null and not exists (select 1 from ${officialRows(sql`upper(t.gene_symbol)`)})
     group by t.id having count(distinct upper(r.identifier)) = 1
     order by t.id`.execute(tx);
  return rows;
}

/** Moves the thread to the symbol, into the thread that the symbol may have. Primary keys, index comment_of_thread. */
async function moveThread(tx: Tx, { id, symbol }: RenamedThread): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select id from comment_thread where upper(gene_symbol) = upper(${symbol}) for update`.execute(tx);
  const other = rows[0]?.id;
  if (other === undefined) {
    await sql`update comment_thread set gene_symbol = ${symbol} where id = ${id}`.execute(tx);
    return;
  }
  await sql`update comment set comment_thread_id = ${other} where comment_thread_id = ${id}`.execute(tx);
  await sql`
    insert into comment_follow (comment_thread_id, person_id, state)
    select ${other}, person_id, state from comment_follow where comment_thread_id = ${id}
    on conflict do nothing`.execute(tx);
  await sql`delete from comment_thread where id = ${id}`.execute(tx);
}

/**
 * After new mapping tables: comments on a renamed gene are found on the page of its new symbol. Repeating it changes
 * nothing.
 */
export async function moveThreadsOfRenamedGenes(db: Db): Promise<void> {
  await db.transaction().execute(async (tx) => {
    for (const thread of await listRenamed(tx)) await moveThread(tx, thread);
  });
}
