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

/** Current mapping tables with their source and target kinds; tens of rows. */
export async function listCurrentTables(db: Db): Promise<CurrentTable[]> {
  const { rows } = await sql<CurrentTable>`
    select id, name, upper(from_identifier) as from, upper(to_identifier) as to, platform, organism
      from mapping_table where is_current order by id`.execute(db);
  return rows;
}

/** Tables of one step of a mapping, in forward or reverse direction. */
export interface TableStep {
  tables: readonly number[];
  isBackwards: boolean;
}

/** The step of a route with the tables it reads. */
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
 * Distinct targets of normalized identifiers after one or two steps, in table order; one statement.
 * Indexes mapping_row_identifier and mapping_row_target.
 */
export async function listTargets(
  db: Db,
  steps: readonly TableStep[],
  keys: readonly string[],
): Promise<IdentifierPair[]> {
  const asked = sql`(select key, key from unnest(${keys}::text[]) as given(key))`;
  const pairs = steps.reduce<RawBuilder<unknown>>(
    (before, step, index) =>
      pairsOfStep(
        step,
        index === 0 ? asked : sql`(select distinct origin, upper(found) from (${before}) step)`,
      ),
    sql``,
  );
  const { rows } = await sql<{ identifier: string; target: string }>`
    select origin as identifier, found as target from (${pairs}) found order by mapping_table_id, place`.execute(
    db,
  );
  return rows;
}

/** Original spelling of normalized identifiers in the tables. Index mapping_row_identifier. */
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
 * Looks up names as symbols; official symbols are the identifiers of any such table.
 * @param organism only its tables, ignoring case; null for all
 * @returns null if no table leads from symbols; `table` is the one with aliases, or the first
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

/** Repairs names given as symbols, by the tables of all organisms; without tables all are unknown. */
export async function repairSymbols(db: Db, given: readonly string[]): Promise<GeneRepair> {
  const symbols = await findSymbols(db, null, keysOfGenes(given));
  return repairGenes(given, symbols ?? { official: new Map(), symbolsOfAlias: new Map() });
}

/** Symbols by normalized name: official symbols stay, an alias maps to all symbols that have it, other names are kept. */
export async function mapToCurrentSymbols(db: Db, names: readonly string[]): Promise<Map<string, string[]>> {
  const known = await findSymbols(db, null, [...new Set(names.map(mappingKey))]);
  return new Map(
    names.map((name) => {
      const key = mappingKey(name);
      const official = known?.official.get(key);
      if (official !== undefined) return [key, [official]];
      return [key, [...(known?.symbolsOfAlias.get(key) ?? [name.trim()])]];
    }),
  );
}
