/** Statements over mapping tables that several areas need. Tables mapping_table and mapping_row. */

import { type GeneRepair, keysOfGenes, repairGenes } from '@omicon/domain/identifiers/gene-symbols.ts';
import {
  type IdentifierPair,
  indexTargets,
  type MappingStep,
  mappingKey,
} from '@omicon/domain/identifiers/identifier-mapping.ts';
import { type KnownNames, knownNames } from '@omicon/domain/identifiers/known-names.ts';
import {
  findOrthologueTable,
  isOrthologueTable,
  isSameOrganism,
} from '@omicon/domain/identifiers/orthologues.ts';
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

/** Pairs of a whole step, in table order. Reads the rows of its tables: some hundred thousand. */
async function listAllTargets(db: Db, { tables, isBackwards }: TableStep): Promise<IdentifierPair[]> {
  const [given, found] = isBackwards
    ? [sql`r.target`, sql`r.identifier`]
    : [sql`r.identifier`, sql`r.target`];
  const { rows } = await sql<{ identifier: string; target: string }>`
    select ${given} as identifier, ${found} as target from mapping_row r
     where r.mapping_table_id = any(${tables}::int[]) and r.target is not null
     order by r.mapping_table_id, r.place`.execute(db);
  return rows;
}

/**
 * Official spelling of symbols in the tables; of several, that of the first table.
 * @param keys normalized symbols, by the indexes mapping_row_identifier and mapping_row_target; null for all rows
 */
async function listSpellings(
  db: Db,
  steps: readonly TableStep[],
  keys: readonly string[] | null,
): Promise<Map<string, string>> {
  const spellings = new Map<string, string>();
  for (const { tables, isBackwards } of steps) {
    if (tables.length === 0) continue;
    const column = isBackwards ? sql`r.target` : sql`r.identifier`;
    const asked =
      keys === null
        ? sql`mapping_row r`
        : sql`unnest(${keys}::text[]) asked(key) join mapping_row r on upper(${column}) = asked.key`;
    const { rows } = await sql<{ spelling: string }>`
      select distinct ${column} as spelling from ${asked}
       where r.mapping_table_id = any(${tables}::int[]) and ${column} is not null order by spelling`.execute(
      db,
    );
    const found = new Map(rows.map(({ spelling }) => [mappingKey(spelling), spelling]));
    for (const [key, spelling] of found) if (!spellings.has(key)) spellings.set(key, spelling);
  }
  return spellings;
}

/** Tables that know the symbols of an organism. */
interface SymbolSteps {
  own: TableStep[];
  orthologues: TableStep[];
  aliases: TableStep;
}

async function readSymbols(
  db: Db,
  { own, orthologues, aliases }: SymbolSteps,
  keys: readonly string[] | null,
): Promise<KnownNames> {
  const [ownSpellings, others, pairs] = await Promise.all([
    listSpellings(db, own, keys),
    listSpellings(db, orthologues, keys),
    keys === null ? listAllTargets(db, aliases) : listTargets(db, [aliases], keys),
  ]);
  const symbolsOfAlias = indexTargets(pairs);
  const official = new Map([...others].filter(([key]) => !symbolsOfAlias.has(key)));
  for (const [key, spelling] of ownSpellings) official.set(key, spelling);
  return knownNames(official, symbolsOfAlias);
}

/** From so many names on it is faster to have all symbols in memory than to look each name up. */
const WHOLE_TABLES_FROM = 4000;

/** By table ids, whose rows never change; all organisms have some 300,000 symbols and aliases. */
const wholeTables = new WeakMap<Db, { steps: string; names: Promise<KnownNames> }>();

function readAllSymbols(db: Db, steps: SymbolSteps): Promise<KnownNames> {
  const key = JSON.stringify(steps);
  const known = wholeTables.get(db);
  if (known?.steps === key) return known.names;
  const names = readSymbols(db, steps, null);
  wholeTables.set(db, { steps: key, names });
  // A failure is not kept.
  names.catch(() => wholeTables.delete(db));
  return names;
}

/**
 * Looks up names as symbols; official symbols are the identifiers of any such table, and both columns of tables of
 * orthologues. Of these only what no other table knows: two organisms write the same symbol in other letters, and the
 * alias of a gene in one may be a symbol in the other.
 * @param organism only its tables, ignoring case; null for all
 * @param keys names to look up; null for all names
 * @returns null if no table has symbols; `table` is the one with aliases, or the first
 */
export async function findSymbols(
  db: Db,
  organism: string | null,
  keys: readonly string[] | null,
): Promise<{ names: KnownNames; table: string } | null> {
  const isOf = (name: string | null): boolean =>
    organism === null || (name !== null && isSameOrganism(name, organism));
  const all = (await listCurrentTables(db)).filter(({ from }) => from === 'SYMBOL');
  const orthologues = all.filter(isOrthologueTable);
  const leading = (tables: readonly CurrentTable[]) => tables.filter((table) => isOf(table.organism));
  const own = leading(all.filter((table) => !isOrthologueTable(table)));
  const led = orthologues.filter(({ to }) => isOf(to));
  const aliases = own.filter(({ to }) => to === 'ALIAS');
  const named = [...aliases, ...own, ...leading(orthologues), ...led][0];
  if (named === undefined) return null;
  const step = (tables: readonly CurrentTable[], isBackwards: boolean): TableStep => ({
    tables: tables.map(({ id }) => id),
    isBackwards,
  });
  const steps: SymbolSteps = {
    own: [step(own, false)],
    orthologues: [step(leading(orthologues), false), step(led, true)],
    aliases: step(aliases, true),
  };
  const names = await (keys === null ? readAllSymbols(db, steps) : readSymbols(db, steps, keys));
  return { table: named.name, names };
}

/** A table of orthologues of two organisms, and its name for people. */
export interface FoundOrthologues {
  name: string;
  step: TableStep;
}

/** The current table that leads from the symbols of one organism to those of another, null without one. */
export async function findOrthologues(db: Db, from: string, to: string): Promise<FoundOrthologues | null> {
  const found = findOrthologueTable(await listCurrentTables(db), from, to);
  if (found === null) return null;
  const { table, isBackwards } = found;
  return { name: table.name, step: { tables: [table.id], isBackwards } };
}

/** Repairs names given as symbols, by the tables of all organisms; without tables all are unknown. */
export async function repairSymbols(db: Db, given: readonly string[]): Promise<GeneRepair> {
  // What a transaction reads is not kept beyond it.
  const isWhole = given.length >= WHOLE_TABLES_FROM && !db.isTransaction;
  const symbols = await findSymbols(db, null, isWhole ? null : keysOfGenes(given));
  return repairGenes(given, symbols?.names ?? new Map());
}
