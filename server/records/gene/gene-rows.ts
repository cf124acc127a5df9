import type { QueryIdentifier } from '@omicon/domain/query/query.ts';
import type { RawBuilder, SqlBool } from 'kysely';
import { type Db, sql } from '../../base/postgres/database.ts';
import { containing, startingWith } from '../lists/paging.ts';

/** Identifiers that features of all data sets map to, hidden data sets included. Table search_target, primary key. */
export async function listTargetsOfData(
  db: Db,
  kind: QueryIdentifier,
  keys: readonly string[],
): Promise<{ target: string; features: Buffer }[]> {
  const { rows } = await sql<{ target: string; features: Buffer }>`
    select target, features from search_target where identifier = ${kind} and target = any(${keys}::text[])`.execute(
    db,
  );
  return rows;
}

/** Features that map to a symbol, as row ids of search_feature. Table search_target, primary key. */
export async function findFeaturesOfSymbol(db: Db, key: string): Promise<Buffer | null> {
  const { rows } = await sql<{ features: Buffer }>`
    select features from search_target where identifier = 'SYMBOL' and target = ${key}`.execute(db);
  return rows[0]?.features ?? null;
}

/** All official symbols. Reads the rows of these tables: some hundred thousand. */
export async function listSymbols(db: Db, tables: readonly number[]): Promise<string[]> {
  const { rows } = await sql<{ identifier: string }>`
    select distinct identifier from mapping_row where mapping_table_id = any(${tables}::int[])`.execute(db);
  return rows.map(({ identifier }) => identifier);
}

/** The newest release of the current mapping tables from symbols; tens of rows. */
export async function findRelease(db: Db): Promise<string | null> {
  const { rows } = await sql<{ release: string | null }>`
    select max(release) as release from mapping_table where is_current and upper(from_identifier) = 'SYMBOL'`.execute(
    db,
  );
  return rows[0]?.release ?? null;
}

/** Gene sets with this gene, in capital letters. Index gene_set_genes. */
export function withGene(key: string, search: string): RawBuilder<SqlBool> {
  const named = search === '' ? sql`` : sql` and name ilike ${containing(search)}`;
  return sql<SqlBool>`deleted_at is null and upper_all(genes) @> array[${key}::text]${named}`;
}

/** Exact number of gene sets with the filter of `listSetsOfGene`, by the same index. */
export async function countSetsOfGene(
  db: Db,
  { key, search }: { key: string; search: string },
): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from gene_set where ${withGene(key, search)}`.execute(db);
  return rows[0]?.n ?? 0;
}

export interface NamedGene {
  symbol: string;
  /** null where the symbol itself begins like this */
  alias: string | null;
}

/**
 * Official symbols and aliases that begin with these letters, in capital letters; symbols first, shorter names first.
 * Indexes mapping_row_identifier_prefix and mapping_row_target_prefix.
 * @param symbols tables that lead from symbols; @param aliases those of them that lead to aliases
 */
export async function listGenesFrom(
  db: Db,
  {
    symbols,
    aliases,
    prefix,
    limit,
  }: { symbols: readonly number[]; aliases: readonly number[]; prefix: string; limit: number },
): Promise<NamedGene[]> {
  const { rows } = await sql<NamedGene>`
    select symbol, min(alias) as alias from (
      select distinct r.identifier as symbol, null as alias from mapping_row r
       where r.mapping_table_id = any(${symbols}::int[]) and upper(r.identifier) like ${startingWith(prefix)}
      union all
      select r.identifier, r.target from mapping_row r
       where r.mapping_table_id = any(${aliases}::int[]) and upper(r.target) like ${startingWith(prefix)}
         and upper(r.identifier) not like ${startingWith(prefix)}) named
     group by symbol
     order by min(alias) is not null, length(coalesce(min(alias), symbol)), symbol limit ${limit}`.execute(
    db,
  );
  return rows;
}

/**
 * Symbols that features of any data set, readable or not, map to, by their first letters; shorter names first. Index
 * search_target_prefix; some thousand rows for two letters.
 */
export async function listMeasuredFrom(
  db: Db,
  { prefix, limit, offset }: { prefix: string; limit: number; offset: number },
): Promise<{ symbol: string; features: Buffer }[]> {
  const { rows } = await sql<{ symbol: string; features: Buffer }>`
    select spelling as symbol, features from search_target
     where identifier = 'SYMBOL' and target like ${startingWith(prefix)}
     order by length(target), target limit ${limit} offset ${offset}`.execute(db);
  return rows;
}
