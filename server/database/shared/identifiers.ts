/** Statements over mapping tables that several areas need. Tables mapping_table and mapping_row. */

import {
  type GeneRepair,
  keysOfGenes,
  repairGenes,
  type SymbolTables,
} from '@omicon/domain/identifiers/gene-symbols.ts';
import {
  type IdentifierPair,
  indexTargets,
  type MappingStep,
  mappingKey,
} from '@omicon/domain/identifiers/identifier-mapping.ts';
import type { RawBuilder } from 'kysely';
import { type Db, sql } from '../../base/postgres/database.ts';

export interface CurrentTable {
  id: number;
  name: string;
  from: string;
  to: string;
  platform: string | null;
  organism: string | null;
}

/** Current mapping tables with what they lead from and to; tens of rows. */
export async function listCurrentTables(db: Db): Promise<CurrentTable[]> {
  const { rows } = await sql<CurrentTable>`
    select id, name, upper(from_identifier) as from, upper(to_identifier) as to, platform, organism
      from mapping_table where is_current order by id`.execute(db);
  return rows;
}

/** Tables of one step of a mapping, read from identifier to target or backwards. */
export interface TableStep {
  tables: readonly number[];
  isBackwards: boolean;
}

/** The step of a route, with those of the tables that it reads. */
export function toTableStep(
  { from, to, isBackwards }: MappingStep,
  tables: readonly CurrentTable[],
): TableStep {
  const [first, last] = isBackwards ? [to, from] : [from, to];
  const read = tables.filter((table) => table.from === first && table.to === last);
  return { tables: read.map(({ id }) => id), isBackwards };
}

function pairsOfStep({ tables, isBackwards }: TableStep, keys: RawBuilder<unknown>): RawBuilder<unknown> {
  const [given, found] = isBackwards
    ? [sql`r.target`, sql`r.identifier`]
    : [sql`r.identifier`, sql`r.target`];
  return sql`select asked.origin, ${found} as found, r.mapping_table_id, r.place
    from ${keys} asked(origin, key) join mapping_row r on upper(${given}) = asked.key and r.mapping_table_id = any(${tables}::int[])
   where r.target is not null`;
}

/**
 * Targets of compared identifiers after one or two steps, in the order of the tables, each once; one statement.
 * Indexes mapping_row_identifier and mapping_row_target.
 */
export async function listTargets(
  db: Db,
  steps: readonly TableStep[],
  keys: readonly string[],
): Promise<IdentifierPair[]> {
  const asked = sql`(select key, key from unnest(${keys}::text[]) as given(key))`;
  const pairs = steps.reduce<RawBuilder<unknown>>(
    (before, step, place) =>
      pairsOfStep(
        step,
        place === 0 ? asked : sql`(select distinct origin, upper(found) from (${before}) step)`,
      ),
    sql``,
  );
  const { rows } = await sql<{ identifier: string; target: string }>`
    select origin as identifier, found as target from (${pairs}) found order by mapping_table_id, place`.execute(
    db,
  );
  return rows;
}

/** Spelling of those identifiers of the tables that are among the compared ones. Index mapping_row_identifier. */
async function listSpellings(
  db: Db,
  tables: readonly number[],
  keys: readonly string[],
): Promise<Map<string, string>> {
  const { rows } = await sql<{ identifier: string }>`
    select distinct r.identifier from unnest(${keys}::text[]) asked(key)
      join mapping_row r on upper(r.identifier) = asked.key and r.mapping_table_id = any(${tables}::int[])
     order by r.identifier`.execute(db);
  return new Map(rows.map(({ identifier }) => [mappingKey(identifier), identifier]));
}

/**
 * What the tables know of these names as symbols: official ones are those that any table leads from.
 * @param organism only its tables, whatever the spelling; null for all
 * @returns null where no table leads from symbols; `table` is the one of aliases, or the first
 */
export async function findSymbols(
  db: Db,
  organism: string | null,
  keys: readonly string[],
): Promise<(SymbolTables & { table: string }) | null> {
  const isOf = (table: CurrentTable): boolean =>
    organism === null || table.organism?.toLowerCase() === organism.toLowerCase();
  const tables = (await listCurrentTables(db)).filter((table) => table.from === 'SYMBOL' && isOf(table));
  const aliases = tables.filter((table) => table.to === 'ALIAS');
  const named = aliases[0] ?? tables[0];
  if (named === undefined) return null;
  const [official, pairs] = await Promise.all([
    listSpellings(
      db,
      tables.map(({ id }) => id),
      keys,
    ),
    listTargets(db, [{ tables: aliases.map(({ id }) => id), isBackwards: true }], keys),
  ]);
  return { table: named.name, official, symbolsOfAlias: indexTargets(pairs) };
}

/** What becomes of names given as symbols, by the tables of all organisms; without tables all are unknown. */
export async function repairSymbols(db: Db, given: readonly string[]): Promise<GeneRepair> {
  const symbols = await findSymbols(db, null, keysOfGenes(given));
  return repairGenes(given, symbols ?? { official: new Map(), symbolsOfAlias: new Map() });
}
