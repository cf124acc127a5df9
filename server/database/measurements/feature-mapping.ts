/** Maps features by the current mapping tables, for the search index. */
import { findRoute, indexTargets, mappingKey } from '@omicon/domain/identifiers/identifier-mapping.ts';
import { QUERY_IDENTIFIERS, type QueryIdentifier } from '@omicon/domain/query/query.ts';
import type { FeatureKind } from '@omicon/search-index/write/feature-lists.ts';
import type { Db } from '../../base/postgres/database.ts';
import {
  type CurrentTable,
  listCurrentTables,
  listTargets,
  mapToCurrentSymbols,
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

/** Current symbols: tables of a platform keep the names that genes had when the array was made. */
async function mapToSymbols(
  db: Db,
  tables: readonly CurrentTable[],
  asked: { from: string; names: readonly string[] },
): Promise<Map<string, string[]>> {
  if (asked.from === 'SYMBOL') return mapToCurrentSymbols(db, asked.names);
  const found = await mapByRoute(db, tables, { ...asked, to: 'SYMBOL' });
  return through(found, await mapToCurrentSymbols(db, [...new Set([...found.values()].flat())]));
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
  const symbols = await mapToSymbols(db, tables, { from, names });
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
