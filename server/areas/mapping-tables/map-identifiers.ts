/** Maps identifiers of one kind to another, by the current tables. */

import type { mapIdentifiers as call } from '@omicon/contract/areas/genes/mapping-tables.ts';
import type { BodyOf, ReplyOf } from '@omicon/contract/base/endpoint.ts';
import { findRoute, indexTargets, mappingKey } from '@omicon/domain/identifiers/identifier-mapping.ts';
import {
  type MappedIdentifier,
  mapIdentifiers,
  mapToOfficialSymbols,
} from '@omicon/domain/identifiers/map-identifiers.ts';
import { readingsOf } from '@omicon/domain/identifiers/read-identifiers.ts';
import { PortalError } from '../../base/errors.ts';
import type { Db } from '../../base/postgres/database.ts';
import {
  findSymbols,
  listCurrentTables,
  listTargets,
  toTableStep,
} from '../../records/mapping-table/identifiers.ts';

function refuse(from: string, to: string): PortalError {
  return new PortalError('invalid_input', `No mapping tables lead from ${from} to ${to}.`, {
    fields: { to: `No mapping tables lead from ${from} to ${to}.` },
  });
}

/** @throws PortalError 400 if no tables connect the kinds */
export async function mapByTables(db: Db, request: BodyOf<typeof call>): Promise<ReplyOf<typeof call>> {
  const { from, to, platform } = request;
  const keys = [...new Set(request.ids.flatMap((id) => readingsOf(id)).map(mappingKey))];
  const [route, results] =
    from === to
      ? await mapWithin(db, request, keys)
      : await mapAcross(db, { from, to, platform }, request.ids, keys);
  const mapped = results.filter(({ is_mapped }) => is_mapped).length;
  return { route, results, mapped, unmapped: results.length - mapped };
}

/** Symbols are mapped to official ones; other kinds would map to themselves. */
async function mapWithin(
  db: Db,
  { ids, from, to }: BodyOf<typeof call>,
  keys: string[],
): Promise<[string[], MappedIdentifier[]]> {
  const symbols = from === 'SYMBOL' ? await findSymbols(db, null, keys) : null;
  if (symbols === null) throw refuse(from, to);
  return [['SYMBOL', 'ALIAS', 'SYMBOL'], mapToOfficialSymbols(ids, symbols.names)];
}

async function mapAcross(
  db: Db,
  { from, to, platform }: { from: string; to: string; platform: string | undefined },
  ids: readonly string[],
  keys: string[],
): Promise<[string[], MappedIdentifier[]]> {
  const all = await listCurrentTables(db);
  const tables = all.filter(
    (table) => table.platform === null || platform === undefined || table.platform === platform,
  );
  const steps = findRoute(from, to, tables);
  if (steps === null) throw refuse(from, to);
  const pairs = await listTargets(
    db,
    steps.map((step) => toTableStep(step, tables)),
    keys,
  );
  return [[from, ...steps.map((step) => step.to)], mapIdentifiers(ids, indexTargets(pairs))];
}
