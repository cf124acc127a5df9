/** Converts a pasted list of mixed identifiers to official symbols, with a report for each. */
import type { ListRepair } from '@omicon/contract/areas/genes/gene-lists.ts';
import { findRoute, indexTargets, mappingKey } from '@omicon/domain/identifiers/identifier-mapping.ts';
import {
  isIdentifier,
  partsOfName,
  readIdentifier,
  readingsOf,
  rowNumbersIn,
  withoutVersion,
} from '@omicon/domain/identifiers/read-identifiers.ts';
import type { Principal } from '@omicon/domain/permissions/permissions.ts';
import type { QueryIdentifier } from '@omicon/domain/query/query.ts';
import type { Viewer } from '@omicon/search-index/read/catalog-entries.ts';
import type { Db } from '../../base/postgres/database.ts';
import type { Services } from '../../base/services.ts';
import {
  type CurrentTable,
  listCurrentTables,
  listTargets,
  repairSymbols,
  toTableStep,
} from '../mapping-table/identifiers.ts';
import { viewerOf } from '../search/searching.ts';
import { listTargetsOfData } from './gene-rows.ts';
import { areMeasured } from './measured-genes.ts';

/** Kinds of identifiers by form; probes can have any form. */
function kindsOf(key: string): string[] {
  if (/^\d+$/.test(key)) return ['ENTREZID', 'OMIM', 'PROBEID'];
  return /^ENS[A-Z]*\d+$/.test(withoutVersion(key)) ? ['ENSEMBL'] : ['PROBEID'];
}

/** Keys by which an identifier is looked up. */
function keysOf(id: string): string[] {
  return readingsOf(id).map(mappingKey);
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

/** The kind and the symbols of names that are other identifiers than symbols. */
export async function mapOthers(db: Db, names: readonly string[]) {
  const tables = await listCurrentTables(db);
  const rowNumbers = rowNumbersIn(names);
  const unknown = names.filter((name) => !rowNumbers.has(name));
  const found = new Map<string, { kind: string; symbols: string[] }>();
  const read = unknown.flatMap((id) => keysOf(id).map((key) => ({ id, key, kinds: kindsOf(key) })));
  for (const kind of ['ENTREZID', 'ENSEMBL', 'OMIM', 'PROBEID']) {
    const asked = read.filter(({ id, kinds }) => kinds.includes(kind) && !found.has(id));
    const keys = [...new Set(asked.map(({ key }) => key))];
    const symbols = await symbolsOfKind(db, tables, kind, keys);
    // Of several readings of a name the likeliest counts.
    for (const { id, key } of asked) {
      const known = symbols.get(key);
      if (known && !found.has(id)) found.set(id, { kind, symbols: known });
    }
  }
  return found;
}

/** Names of a kind, as keys, that data sets use which the viewer may read. */
export async function listMeasuredNames(
  services: RepairServices,
  viewer: Viewer,
  { kind, keys }: { kind: QueryIdentifier; keys: readonly string[] },
): Promise<Set<string>> {
  if (keys.length === 0) return new Set();
  const named = await listTargetsOfData(services.db, kind, keys);
  const isMeasured = await areMeasured(
    services,
    viewer,
    named.map(({ features }) => features),
  );
  return new Set(named.filter((_, at) => isMeasured[at]).map(({ target }) => target));
}

export type RepairServices = Pick<Services, 'db' | 'searchThreads'>;

/** A probe of several genes maps to all of them; an ambiguous alias is left out. */
export async function repairIdentifiers(
  services: RepairServices,
  principal: Principal,
  identifiers: readonly string[],
): Promise<ListRepair> {
  return repairFor(services, viewerOf(principal), identifiers);
}

/** The same for a viewer of records. */
export async function repairFor(
  services: RepairServices,
  viewer: Viewer,
  identifiers: readonly string[],
): Promise<ListRepair> {
  const { db } = services;
  const given = identifiers.map((id) => id.trim()).filter(isIdentifier);
  const repair = await repairSymbols(db, given);
  // Names used by readable data sets are searched even if no mapping table contains them.
  const formsOf = (id: string) => [[id], [readIdentifier(id)], partsOfName(readIdentifier(id))];
  const keys = repair.unknown.flatMap((id) => formsOf(id).flat().map(mappingKey));
  const named = await listMeasuredNames(services, viewer, { kind: 'SYMBOL', keys });
  const isMeasured = (names: string[]) =>
    names.length > 0 && names.every((name) => named.has(mappingKey(name)));
  const measured = new Map(
    repair.unknown.flatMap((id): [string, string[]][] => {
      const names = formsOf(id).find(isMeasured);
      return names === undefined ? [] : [[id, names]];
    }),
  );
  const unknown = repair.unknown.filter((id) => !measured.has(id));
  const others = await mapOthers(db, unknown);
  const renamed = [...measured].filter(([id, [name = '']]) => mappingKey(name) !== mappingKey(id));
  const several = [...measured].filter(([, names]) => names.length > 1);
  const leftOut = new Set(
    [...repair.ambiguous.map(({ from }) => from), ...unknown, ...several.map(([id]) => id)].map(
      readIdentifier,
    ),
  );
  const kept = new Map<string, string>();
  for (const gene of repair.genes) if (!leftOut.has(gene)) kept.set(mappingKey(gene), gene);
  for (const [, names] of several) for (const name of names) kept.set(mappingKey(name), name);
  for (const { symbols: targets } of others.values())
    for (const symbol of targets) kept.set(mappingKey(symbol), symbol);
  return {
    given: given.length,
    symbols: [...kept.values()],
    official: repair.official + repair.unknown.length - unknown.length - renamed.length,
    repeated: repair.repeated,
    cleaned: [...repair.cleaned, ...renamed.flatMap(([from, names]) => names.map((to) => ({ from, to })))],
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
  cleaned,
  mapped,
  dates,
  ambiguous,
  unknown,
}: ListRepair): (identifier: string) => readonly string[] {
  const symbols = new Map<string, string[]>();
  for (const { from } of ambiguous) symbols.set(from, []);
  for (const from of unknown) symbols.set(from, []);
  for (const { from, to } of [...cleaned, ...mapped, ...dates])
    symbols.set(from, [...(symbols.get(from) ?? []), to]);
  return (identifier: string) => symbols.get(identifier) ?? [identifier];
}
