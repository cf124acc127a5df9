/** Which identifiers the mapping tables know. */
import type { IdKind } from '@omicon/domain/data-map/data-map.ts';
import { findRoute, mappingKey } from '@omicon/domain/identifiers/identifier-mapping.ts';
import { readIdentifier, withoutVersion } from '@omicon/domain/identifiers/read-identifiers.ts';
import { type IdResolver, resolverByForm } from '@omicon/intake/bring/propose/id-resolver.ts';
import type { Db } from '../../../base/postgres/database.ts';
import {
  type CurrentTable,
  listCurrentTables,
  listTargets,
  repairSymbols,
  type TableStep,
  toTableStep,
} from '../../../records/mapping-table/identifiers.ts';

/** Tables of one platform only, as probes of several may have the same name. */
function tablesOf(tables: readonly CurrentTable[], platform: string | null): CurrentTable[] {
  return tables.filter((table) => table.platform === null || table.platform === platform);
}

/** How the tables lead from a kind of identifier to symbols; null if they do not. */
export async function stepsToSymbols(
  db: Db,
  kind: IdKind,
  platform: string | null,
): Promise<TableStep[] | null> {
  const tables = tablesOf(await listCurrentTables(db), platform);
  const steps = findRoute(kind, 'SYMBOL', tables);
  return steps === null ? null : steps.map((step) => toTableStep(step, tables));
}

async function countMapped(db: Db, steps: readonly TableStep[], ids: readonly string[]): Promise<number> {
  const keyOf = (id: string) => mappingKey(withoutVersion(readIdentifier(id)));
  const found = await listTargets(db, steps, [...new Set(ids.map(keyOf))]);
  const known = new Set(found.map(({ identifier }) => mappingKey(identifier)));
  return ids.filter((id) => known.has(keyOf(id))).length;
}

/** By the mapping tables; where there is none for a kind, by the form of the identifiers. */
export function resolverByTables(db: Db): IdResolver {
  let read: Promise<CurrentTable[]> | null = null;
  const listTables = () => {
    read ??= listCurrentTables(db);
    return read;
  };
  return {
    async platforms() {
      return [...new Set((await listTables()).flatMap(({ platform }) => platform ?? []))];
    },
    async recognize(kind, platform, ids) {
      const byForm = () => resolverByForm.recognize(kind, platform, ids);
      if (kind === 'other' || (await listTables()).length === 0) return byForm();
      if (kind === 'SYMBOL') return ids.length - (await repairSymbols(db, [...ids])).unknown.length;
      const steps = await stepsToSymbols(db, kind, platform);
      return steps === null ? byForm() : countMapped(db, steps, ids);
    },
  };
}
