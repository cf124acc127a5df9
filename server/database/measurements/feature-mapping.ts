/** Maps features by the current mapping tables, for the search index. */
import { findRoute, indexTargets, mappingKey } from '@omicon/domain/identifiers/identifier-mapping.ts';
import { QUERY_IDENTIFIERS, type QueryIdentifier } from '@omicon/domain/query/query.ts';
import type { FeatureKind } from '@omicon/search-index/write/feature-lists.ts';
import type { Db } from '../../base/postgres/database.ts';
import {
  type CurrentTable,
  findSymbols,
  listCurrentTables,
  listTargets,
  toTableStep,
} from '../shared/identifiers.ts';

/** Targets by normalized name, from tables of the kind's platform and tables without a platform. */
async function mapByRoute(
  db: Db,
  tables: readonly CurrentTable[],
  asked: { from: string; to: string; names: readonly string[] },
): Promise<Map<string, string[]>> {
  const steps = findRoute(asked.from, asked.to, tables);
  if (steps === null) return new Map();
  const keys = [...new Set(asked.names.map(mappingKey))];
  return indexTargets(
    await listTargets(
      db,
      steps.map((step) => toTableStep(step, tables)),
      keys,
    ),
  );
}

/** Official symbols stay, an alias maps to all symbols that have it, other names are kept. */
async function mapSymbols(db: Db, names: readonly string[]): Promise<Map<string, string[]>> {
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
    if (from === to) mapped.set(to, new Map(names.map((name) => [mappingKey(name), [name.trim()]])));
    else if (isDirect) mapped.set(to, await mapByRoute(db, tables, { from, to, names }));
    else
      mapped.set(to, through(symbols, await mapByRoute(db, tables, { from: 'SYMBOL', to, names: official })));
  }
  return mapped;
}
