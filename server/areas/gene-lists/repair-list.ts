/** A pasted list of mixed identifiers as official symbols, with a report of what became of each. */
import type { ListRepair } from '@omicon/contract/areas/gene-lists.ts';
import {
  findRoute,
  indexTargets,
  isMissing,
  mappingKey,
} from '@omicon/domain/identifiers/identifier-mapping.ts';
import type { Db } from '../../base/postgres/database.ts';
import {
  type CurrentTable,
  listCurrentTables,
  listTargets,
  repairSymbols,
  toTableStep,
} from '../../database/shared/identifiers.ts';
import { listSymbolsOfData } from './sql.ts';

/** What an identifier that is no symbol may be, by its form; probes have any. */
function kindsOf(key: string): string[] {
  if (/^\d+$/.test(key)) return ['ENTREZID', 'PROBEID'];
  return /^ENS[A-Z]*G\d+(\.\d+)?$/.test(key) ? ['ENSEMBL'] : ['PROBEID'];
}

/** Ensembl ids may carry the version of their annotation. */
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

/** Moves what other kinds of identifiers explain out of the unknown. */
async function mapOthers(db: Db, unknown: readonly string[]) {
  const tables = await listCurrentTables(db);
  const found = new Map<string, { kind: string; symbols: string[] }>();
  for (const kind of ['ENTREZID', 'ENSEMBL', 'PROBEID']) {
    const of = unknown.filter((id) => !found.has(id) && kindsOf(mappingKey(id)).includes(kind));
    const keys = [...new Set(of.map((id) => lookedUp(mappingKey(id), kind)))];
    const symbols = await symbolsOfKind(db, tables, kind, keys);
    for (const id of of) {
      const known = symbols.get(lookedUp(mappingKey(id), kind));
      if (known) found.set(id, { kind, symbols: known });
    }
  }
  return found;
}

/** Probes that stand for several genes stand for all of them; an alias of several symbols is left out. */
export async function repairIdentifiers(db: Db, identifiers: readonly string[]): Promise<ListRepair> {
  const given = identifiers.map((id) => id.trim()).filter((id) => !isMissing(id));
  const repair = await repairSymbols(db, given);
  // Names that data sets have are searched even where no table knows them.
  const named = await listSymbolsOfData(db, repair.unknown.map(mappingKey));
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
