/** Maps features by the current mapping tables, for the search index. */
import { findRoute, indexTargets, mappingKey } from '@omicon/domain/identifiers/identifier-mapping.ts';
import { readingsOf, withoutVersion } from '@omicon/domain/identifiers/read-identifiers.ts';
import { QUERY_IDENTIFIERS, type QueryIdentifier } from '@omicon/domain/query/query.ts';
import type { FeatureKind } from '@omicon/search-index/write/feature-lists.ts';
import type { Db } from '../../base/postgres/database.ts';
import {
  type CurrentTable,
  findSymbols,
  listCurrentTables,
  listTargets,
  toTableStep,
} from '../mapping-table/identifiers.ts';

/** Values by normalized name: those of its first reading that has any. */
function byReading<Value>(names: readonly string[], find: (key: string) => Value | undefined) {
  return new Map(
    names.flatMap((name): [string, Value][] => {
      const keys = readingsOf(name).map(mappingKey);
      const found = keys.map(find).find((value) => value !== undefined);
      return found === undefined ? [] : [[mappingKey(name), found]];
    }),
  );
}

function keysOf(names: readonly string[]): string[] {
  return [...new Set(names.flatMap((name) => readingsOf(name)).map(mappingKey))];
}

/** Targets by normalized name, from tables of the kind's platform and tables without a platform. */
async function mapByRoute(
  db: Db,
  tables: readonly CurrentTable[],
  asked: { from: string; to: string; names: readonly string[] },
): Promise<Map<string, string[]>> {
  const steps = findRoute(asked.from, asked.to, tables);
  if (steps === null) return new Map();
  const targets = indexTargets(
    await listTargets(
      db,
      steps.map((step) => toTableStep(step, tables)),
      keysOf(asked.names),
    ),
  );
  return byReading(asked.names, (key) => targets.get(key));
}

/** Official symbols stay, an alias maps to all symbols that have it, other names are kept. */
async function mapSymbols(db: Db, names: readonly string[]): Promise<Map<string, string[]>> {
  const known = await findSymbols(db, null, keysOf(names));
  const found = byReading(names, (key) => {
    const name = known?.names.get(key);
    return name === undefined || name.official === null ? name?.aliasOf : [name.official];
  });
  return new Map(
    names.map((name) => [mappingKey(name), [...(found.get(mappingKey(name)) ?? [name.trim()])]]),
  );
}

/** Distinct targets of the symbols that each name maps to. */
function through(
  symbols: ReadonlyMap<string, readonly string[]>,
  targets: ReadonlyMap<string, readonly string[]>,
): Map<string, string[]> {
  return new Map(
    [...symbols].map(([name, found]) => [
      name,
      [...new Set(found.flatMap((symbol) => targets.get(mappingKey(symbol)) ?? []))],
    ]),
  );
}

/** Identifiers of features by kind and normalized name, without kinds that no table leads to. */
export async function mapFeatures(
  db: Db,
  { unique_identifier, platform }: FeatureKind,
  names: readonly string[],
): Promise<Map<QueryIdentifier, Map<string, string[]>>> {
  const from = mappingKey(unique_identifier);
  const tables = (await listCurrentTables(db)).filter(
    (table) => table.platform === null || mappingKey(table.platform) === mappingKey(platform ?? ''),
  );
  const symbols =
    from === 'SYMBOL'
      ? await mapSymbols(db, names)
      : await mapByRoute(db, tables, { from, to: 'SYMBOL', names });
  const official = [...new Set([...symbols.values()].flat())];
  const mapped = new Map<QueryIdentifier, Map<string, string[]>>([['SYMBOL', symbols]]);
  for (const to of QUERY_IDENTIFIERS) {
    if (to === 'SYMBOL') continue;
    const isDirect = from !== 'SYMBOL' && tables.some((table) => table.from === from && table.to === to);
    if (from === to)
      mapped.set(to, new Map(names.map((name) => [mappingKey(name), [withoutVersion(name.trim())]])));
    else if (isDirect) mapped.set(to, await mapByRoute(db, tables, { from, to, names }));
    else
      mapped.set(to, through(symbols, await mapByRoute(db, tables, { from: 'SYMBOL', to, names: official })));
  }
  return mapped;
}
