/** Converts a pasted list of mixed identifiers to official symbols, with a report for each. */
import type { ListRepair } from '@omicon/contract/areas/gene-lists.ts';
import {
  findRoute,
  indexTargets,
  isMissing,
  mappingKey,
} from '@omicon/domain/identifiers/identifier-mapping.ts';
import type { Principal } from '@omicon/domain/permissions/permissions.ts';
import type { Db } from '../../base/postgres/database.ts';
import type { Services } from '../../base/services.ts';
import {
  type CurrentTable,
  listCurrentTables,
  listTargets,
  repairSymbols,
  toTableStep,
} from '../shared/identifiers.ts';
import { areMeasured } from './measured-genes.ts';
import { listSymbolsOfData } from './sql.ts';

/** Kinds of identifiers by form; probes can have any form. */
function kindsOf(key: string): string[] {
  if (/^\d+$/.test(key)) return ['ENTREZID', 'OMIM', 'PROBEID'];
  return /^ENS[A-Z]*G\d+(\.\d+)?$/.test(key) ? ['ENSEMBL'] : ['PROBEID'];
}

/** Ensembl ids may have a version suffix. */
function lookedUp(key: string, kind: string): string {
  return kind === 'ENSEMBL' ? key.replace(/\.\d+$/, '') : key;
}

async function symbolsOfKind(
  db: Db,
  tables: readonly CurrentTable[],
  kind: string,
  keys: readonly string[],
): Promise<Map<string, string[]>> {
  const steps = findRoute(kind, 'SYMBOL', tables);
  if (steps === null || keys.length === 0) return new Map();
  const read = steps.map((step) => toTableStep(step, tables));
  return indexTargets(await listTargets(db, read, keys));
}

/** Resolves unknown names as other kinds of identifiers. */
async function mapOthers(db: Db, unknown: readonly string[]) {
  const tables = await listCurrentTables(db);
  const found = new Map<string, { kind: string; symbols: string[] }>();
  const named = unknown.map((id) => {
    const key = mappingKey(id);
    return { id, key, kinds: kindsOf(key) };
  });
  for (const kind of ['ENTREZID', 'ENSEMBL', 'OMIM', 'PROBEID']) {
    const of = named.filter(({ id, kinds }) => kinds.includes(kind) && !found.has(id));
    const keys = [...new Set(of.map(({ key }) => lookedUp(key, kind)))];
    const symbols = await symbolsOfKind(db, tables, kind, keys);
    for (const { id, key } of of) {
      const known = symbols.get(lookedUp(key, kind));
      if (known) found.set(id, { kind, symbols: known });
    }
  }
  return found;
}

/** Names, as keys, that data sets use which the caller may read. */
async function listMeasuredNames(
  services: RepairServices,
  principal: Principal,
  keys: readonly string[],
): Promise<Set<string>> {
  if (keys.length === 0) return new Set();
  const named = await listSymbolsOfData(services.db, keys);
  const isMeasured = await areMeasured(
    services,
    principal,
    named.map(({ features }) => features),
  );
  return new Set(named.filter((_, at) => isMeasured[at]).map(({ target }) => target));
}

type RepairServices = Pick<Services, 'db' | 'searchThreads'>;

/** A probe of several genes maps to all of them; an ambiguous alias is left out. */
export async function repairIdentifiers(
  services: RepairServices,
  principal: Principal,
  identifiers: readonly string[],
): Promise<ListRepair> {
  const { db } = services;
  const given = identifiers.map((id) => id.trim()).filter((id) => !isMissing(id));
  const repair = await repairSymbols(db, given);
  // Names used by readable data sets are searched even if no mapping table contains them.
  const named = await listMeasuredNames(services, principal, repair.unknown.map(mappingKey));
  const unknown = repair.unknown.filter((id) => !named.has(mappingKey(id)));
  const others = await mapOthers(db, unknown);
  const leftOut = new Set([...repair.ambiguous.map(({ from }) => from), ...unknown]);
  const kept = new Map<string, string>();
  for (const gene of repair.genes) if (!leftOut.has(gene)) kept.set(mappingKey(gene), gene);
  for (const { symbols: targets } of others.values())
    for (const symbol of targets) kept.set(mappingKey(symbol), symbol);
  return {
    given: given.length,
    symbols: [...kept.values()],
    official: repair.official + repair.unknown.length - unknown.length,
    repeated: repair.repeated,
    mapped: [
      ...repair.mapped.map((one) => ({ ...one, kind: 'ALIAS' })),
      ...[...others].flatMap(([from, { kind, symbols: targets }]) =>
        targets.map((to) => ({ from, to, kind })),
      ),
    ],
    dates: repair.dates,
    ambiguous: repair.ambiguous,
    unknown: unknown.filter((id) => !others.has(id)),
  };
}

/** The symbols of a repaired identifier: none for ambiguous and unknown ones, several for some probes. */
export function symbolsByIdentifier({
  mapped,
  dates,
  ambiguous,
  unknown,
}: ListRepair): (identifier: string) => readonly string[] {
  const symbols = new Map<string, string[]>();
  for (const { from } of ambiguous) symbols.set(from, []);
  for (const from of unknown) symbols.set(from, []);
  for (const { from, to } of [...mapped, ...dates]) symbols.set(from, [...(symbols.get(from) ?? []), to]);
  return (identifier: string) => symbols.get(identifier) ?? [identifier];
}
