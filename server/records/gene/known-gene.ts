/** Which genes a reader may know. */
import type { Principal } from '@omicon/domain/permissions/permissions.ts';
import type { RawBuilder, SqlBool } from 'kysely';
import { type Db, sql } from '../../base/postgres/database.ts';
import { type Reader, readerOf, visibleToReader } from '../access/who-may-read.ts';

/** Rows of current mapping tables from symbols for this key. Index mapping_row_identifier. */
export function officialRows(key: RawBuilder<string | null>): RawBuilder<unknown> {
  return sql`mapping_table o join mapping_row r on r.mapping_table_id = o.id and upper(r.identifier) = ${key}
    where o.is_current and upper(o.from_identifier) = 'SYMBOL'`;
}

/**
 * Current data sets `d` that measure the gene: one of its features, u32 each, is set in the bits of the data set's
 * feature list. Table search_target, primary key; reads the bits of all feature lists.
 */
function measuringDataSets(key: RawBuilder<string | null>): RawBuilder<unknown> {
  return sql`search_target g
    cross join lateral generate_series(0, octet_length(g.features) - 4, 4) byte
    cross join lateral (select get_byte(g.features, byte) + (get_byte(g.features, byte + 1) << 8)
      + (get_byte(g.features, byte + 2) << 16) + (get_byte(g.features, byte + 3) << 24) as id) f
    join search_feature_list l
      on case when f.id < 8 * octet_length(l.present) then get_bit(l.present, f.id) = 1 else false end
    join data_set d on d.feature_list_id = l.feature_list_id and d.is_current and d.deleted_at is null
   where g.identifier = 'SYMBOL' and g.target = ${key}`;
}

/**
 * Whether the reader may know a gene: a mapping table or a gene set has it, or a data set that the reader may read. A
 * gene that only other data have is as unknown as one that does not exist.
 */
export function isKnownGene(reader: Reader, symbol: RawBuilder<string | null>): RawBuilder<SqlBool> {
  const key = sql<string | null>`upper(${symbol})`;
  return sql<SqlBool>`(exists (select 1 from ${officialRows(key)})
    or exists (select 1 from gene_set where deleted_at is null and upper_all(genes) @> array[${key}])
    or exists (select 1 from ${measuringDataSets(key)} and ${visibleToReader(reader, 'd')}))`;
}

/**
 * The symbol in the spelling of mapping tables, those of orthologues last, or else of data; null if the caller may not
 * know the gene. Tables of `isKnownGene`.
 */
export async function findKnownSymbol(db: Db, principal: Principal, symbol: string): Promise<string | null> {
  const given = sql<string>`trim(${symbol}::text)`;
  const key = sql<string>`upper(${given})`;
  const { rows } = await sql<{ symbol: string }>`
    select coalesce((select r.identifier from ${officialRows(key)} order by o.to_identifier like '% %', o.id, r.place limit 1),
                    (select spelling from search_target where identifier = 'SYMBOL' and target = ${key}), ${given}) as symbol
     where ${isKnownGene(readerOf(principal), given)}`.execute(db);
  return rows[0]?.symbol ?? null;
}
