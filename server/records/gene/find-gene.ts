/** Finds out which gene a name means. */
import { findRoute, indexTargets, mappingKey } from '@omicon/domain/identifiers/identifier-mapping.ts';
import { nearestNames } from '@omicon/domain/identifiers/nearest-names.ts';
import { isOrthologueTable } from '@omicon/domain/identifiers/orthologues.ts';
import { readIdentifier } from '@omicon/domain/identifiers/read-identifiers.ts';
import type { Principal } from '@omicon/domain/permissions/permissions.ts';
import { toU32 } from '@omicon/search-index/kit/bytes.ts';
import type { Viewer } from '@omicon/search-index/read/catalog-entries.ts';
import { PortalError } from '../../base/errors.ts';
import type { Database } from '../../base/postgres/database.ts';
import type { Services } from '../../base/services.ts';
import {
  type CurrentTable,
  listCurrentTables,
  listTargets,
  toTableStep,
} from '../mapping-table/identifiers.ts';
import { viewerOf } from '../search/searching.ts';
import * as statements from './gene-rows.ts';
import { findKnownSymbol } from './known-gene.ts';
import { repairIdentifiers } from './repair-list.ts';

/** Kinds of identifiers of a gene, in the order shown. */
const SHOWN_KINDS = ['ENTREZID', 'ENSEMBL', 'OMIM', 'ALIAS'];
/** Kind of the full names in mapping tables, as Bioconductor calls it. */
const FULL_NAME = 'GENENAME';
const MAX_SUGGESTED = 6;

/** Features that map to a symbol, as row ids of search_feature. */
export async function featuresOf({ db }: Services, symbol: string): Promise<number[]> {
  const packed = await statements.findFeaturesOfSymbol(db, mappingKey(symbol));
  return packed === null ? [] : [...toU32(packed)];
}

async function countDataSets({ searchThreads }: Services, viewer: Viewer, features: number[]) {
  const { total, collections, readable, readableCollections } = await searchThreads.ask({
    kind: 'gene-data-sets',
    viewer,
    features,
    data_set: null,
    search: '',
    sort: 'title',
    order: 'asc',
    from: 0,
    to: 0,
  });
  return {
    number_of_data_sets: total,
    number_of_readable_data_sets: readable,
    number_of_collections: collections,
    number_of_readable_collections: readableCollections,
  };
}

/** What the mapping tables have of a symbol for one kind of identifier. */
async function listNamesOfKind(
  { db }: Services,
  { symbol, kind }: { symbol: string; kind: string },
  tables: readonly CurrentTable[],
): Promise<string[]> {
  const route = findRoute('SYMBOL', kind, tables);
  if (route === null) return [];
  const steps = route.map((step) => toTableStep(step, tables));
  const key = mappingKey(symbol);
  return indexTargets(await listTargets(db, steps, [key])).get(key) ?? [];
}

/** Ids and aliases of a symbol by kind; kinds without any are left out. */
async function listIdentifiers(
  services: Services,
  symbol: string,
  tables: readonly CurrentTable[],
): Promise<{ kind: string; values: string[] }[]> {
  const found: { kind: string; values: string[] }[] = [];
  for (const kind of SHOWN_KINDS) {
    const values = await listNamesOfKind(services, { symbol, kind }, tables);
    if (values.length > 0) found.push({ kind, values });
  }
  return found;
}

/** Without tables of orthologues, which write a symbol as another organism does. */
function symbolTables(tables: readonly CurrentTable[]): number[] {
  return tables.filter((table) => table.from === 'SYMBOL' && !isOrthologueTable(table)).map(({ id }) => id);
}

/** Official symbols spelled almost like the name. */
async function listNearest(
  { db }: Services,
  name: string,
  tables: readonly CurrentTable[],
): Promise<string[]> {
  return nearestNames(
    mappingKey(readIdentifier(name)),
    await readSymbols(db, symbolTables(tables)),
    MAX_SUGGESTED,
  );
}

/** All official symbols of the current mapping tables. */
export async function listOfficialSymbols(db: Database): Promise<string[]> {
  return readSymbols(db, symbolTables(await listCurrentTables(db)));
}

/** Of one database and one set of tables, whose rows never change; tests have several databases. */
const symbolsOf = new WeakMap<Database, { tables: string; symbols: Promise<string[]> }>();

/** All official symbols, kept in memory: some 60,000. */
function readSymbols(db: Database, tables: readonly number[]): Promise<string[]> {
  const known = symbolsOf.get(db);
  if (known?.tables === tables.join()) return known.symbols;
  const symbols = statements.listSymbols(db, tables);
  symbolsOf.set(db, { tables: tables.join(), symbols });
  // A failure is not kept.
  symbols.catch(() => symbolsOf.delete(db));
  return symbols;
}

export interface FoundGene {
  /** null if the name is ambiguous or unknown */
  symbol: string | null;
  found_as: string | null;
  candidates: string[];
}

const UNKNOWN = { symbol: null, found_as: null };

/** What a name means, before asking which data contain it. */
async function readName(services: Services, principal: Principal, name: string): Promise<FoundGene> {
  const { symbols, mapped, dates, ambiguous, unknown } = await repairIdentifiers(services, principal, [name]);
  const [first, ...others] = symbols;
  if (ambiguous[0]) return { ...UNKNOWN, candidates: ambiguous[0].candidates };
  if (unknown.length > 0 || first === undefined) return { ...UNKNOWN, candidates: [] };
  // A probe of several genes.
  if (others.length > 0) return { ...UNKNOWN, candidates: symbols };
  return {
    symbol: first,
    found_as: dates.length > 0 ? 'DATE' : (mapped[0]?.kind ?? 'SYMBOL'),
    candidates: [],
  };
}

/** The symbol of a name that has been read. A name without a symbol may still be one of a gene set. */
async function knownSymbol(
  { db }: Services,
  principal: Principal,
  { name, read }: { name: string; read: FoundGene },
): Promise<string | null> {
  if (read.candidates.length > 0) return null;
  return findKnownSymbol(db, principal, read.symbol ?? readIdentifier(name));
}

/**
 * The symbol of the gene that a name means, for calls below the address of a gene.
 * @throws PortalError 404 with the symbols it may mean, if it means none that the caller may know, or several
 */
export async function getGeneSymbol(services: Services, principal: Principal, name: string): Promise<string> {
  const read = await readName(services, principal, name);
  const isAmbiguous = read.candidates.length > 0;
  const symbol = await knownSymbol(services, principal, { name, read });
  if (symbol !== null) return symbol;
  const candidates = isAmbiguous
    ? read.candidates
    : await listNearest(services, name, await listCurrentTables(services.db));
  const sentence = isAmbiguous ? `${name} means several genes` : `There is no gene ${name}`;
  const list = new Intl.ListFormat('en', { type: 'disjunction' }).format(candidates);
  const rest = candidates.length === 0 ? '' : isAmbiguous ? `: ${list}` : `. Do you mean ${list}`;
  throw new PortalError('not_found', `${sentence}${rest}${rest.startsWith('.') ? '?' : '.'}`);
}

interface KnownGene extends FoundGene {
  features: number[];
  number_of_data_sets: number;
  number_of_readable_data_sets: number;
  number_of_collections: number;
  number_of_readable_collections: number;
  number_of_gene_sets: number;
}

/**
 * The gene of a name, as far as the caller may know it: a gene that only data sets mention which the caller may not
 * read is as unknown as one that does not exist.
 */
async function findGene(services: Services, principal: Principal, name: string): Promise<KnownGene> {
  const { db } = services;
  const read = await readName(services, principal, name);
  const symbol = await knownSymbol(services, principal, { name, read });
  const key = mappingKey(symbol ?? name);
  const features = symbol === null ? [] : await featuresOf(services, key);
  const [dataSets, number_of_gene_sets] = await Promise.all([
    countDataSets(services, viewerOf(principal), features),
    symbol === null ? 0 : statements.countSetsOfGene(db, { key, search: '' }),
  ]);
  return {
    symbol,
    found_as: symbol === null ? null : (read.found_as ?? 'SYMBOL'),
    candidates: read.candidates,
    features,
    ...dataSets,
    number_of_gene_sets,
  };
}

/** The gene that a name means exactly, or the symbols it may mean; none if it means no gene that the caller may know. */
export async function findNamedGene(
  services: Services,
  principal: Principal,
  name: string,
): Promise<FoundGene> {
  const { symbol, found_as, candidates } = await findGene(services, principal, name);
  return { symbol, found_as, candidates };
}

/** The gene of a name with its identifiers, or the symbols that the name may mean. */
export async function describeGene(services: Services, principal: Principal, name: string) {
  const tables = await listCurrentTables(services.db);
  const found = await findGene(services, principal, name);
  const { symbol } = found;
  const isClear = symbol !== null || found.candidates.length > 0;
  const fullNames =
    symbol === null ? [] : await listNamesOfKind(services, { symbol, kind: FULL_NAME }, tables);
  return {
    ...found,
    candidates: isClear ? found.candidates : await listNearest(services, name, tables),
    full_name: fullNames[0] ?? null,
    is_ambiguous: symbol === null && found.candidates.length > 0,
    identifiers: symbol === null ? [] : await listIdentifiers(services, symbol, tables),
    release: await statements.findRelease(services.db),
  };
}
