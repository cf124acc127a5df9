/** Lists of genes by their symbols: pasted ones, gene sets, modules under a definition and meta-modules. */
import type { ListOfGenes, ListRepair } from '@omicon/contract/areas/genes/gene-lists.ts';
import type { Organisms } from '@omicon/contract/areas/matching.ts';
import { u32At } from '@omicon/domain/arrays/number-at.ts';
import { mappingKey } from '@omicon/domain/identifiers/identifier-mapping.ts';
import { SYMBOL_ORGANISM } from '@omicon/domain/identifiers/orthologues.ts';
import type { Principal } from '@omicon/domain/permissions/permissions.ts';
import { SEARCHED_DEFINITIONS } from '@omicon/domain/records/module-definition.ts';
import { toU32 } from '@omicon/search-index/kit/bytes.ts';
import type { SymbolsOfList } from '@omicon/search-index/read/symbols-of-list.ts';
import { notFound } from '../../base/errors.ts';
import type { Services } from '../../base/services.ts';
import { findMetaModule, listConsensusGenes } from '../atlas/consensus-genes.ts';
import { listOtherOrganisms } from '../data-set/other-organisms.ts';
import { repairIdentifiers } from '../gene/repair-list.ts';
import { omiconIdOf } from '../lists/replies.ts';
import * as statements from './sql.ts';

type ModuleAsked = Extract<ListOfGenes, { kind: 'module' }>;

/** A list with its symbols by `mappingKey`. */
export interface SymbolList {
  name: string;
  /** null for a pasted list */
  omicon_id: string | null;
  /** what became of the identifiers of a pasted list */
  repair: ListRepair | null;
  symbols: ReadonlyMap<string, string>;
  /** of a module, the symbols of its network */
  measured: ReadonlySet<string> | null;
  /** whose symbols they are; null if it is not known */
  organism: string | null;
}

const NO_SYMBOLS: SymbolsOfList = { features: new Uint32Array(0), symbols: new Uint32Array(0) };

function bySymbol(symbols: Iterable<string>): Map<string, string> {
  return new Map(Array.from(symbols, (symbol) => [mappingKey(symbol), symbol]));
}

/** Consensus genes are written as symbols of one organism, whatever the cohorts are of. */
async function readMetaModule({ db }: Services, principal: Principal, id: number): Promise<SymbolList> {
  const meta = await findMetaModule(db, principal, id);
  if (meta === undefined) throw notFound('meta-module');
  const symbols = bySymbol(await listConsensusGenes(db, principal, id));
  const omicon_id = omiconIdOf('MM', id);
  return { name: meta.title, omicon_id, repair: null, symbols, measured: null, organism: SYMBOL_ORGANISM };
}

/** A list that is no module. */
async function readList(
  services: Services,
  principal: Principal,
  asked: Exclude<ListOfGenes, ModuleAsked>,
  at: number,
): Promise<SymbolList> {
  if (asked.kind === 'gene-set') {
    const set = await statements.findGeneSet(services.db, principal, asked.id);
    if (set === undefined) throw notFound('gene set');
    const omicon_id = omiconIdOf('GS', asked.id);
    const symbols = bySymbol(set.genes);
    return { name: set.name, omicon_id, repair: null, symbols, measured: null, organism: set.species };
  }
  if (asked.kind === 'meta-module') return readMetaModule(services, principal, asked.id);
  const repair = await repairIdentifiers(services, principal, asked.identifiers);
  const name = asked.name.trim() === '' ? `List ${at + 1}` : asked.name.trim();
  const symbols = bySymbol(repair.symbols);
  return { name, omicon_id: null, repair, symbols, measured: null, organism: null };
}

function toModuleList(
  module: statements.ListedModule,
  { features, symbols }: SymbolsOfList,
  { spellings, organism }: { spellings: readonly string[]; organism: string | null },
): SymbolList {
  const members = new Set(module.members === null ? [] : toU32(new Uint8Array(module.members)));
  const spelled = Array.from(symbols, (symbol) => spellings[symbol] ?? '');
  return {
    name: `${module.name}, ${module.data_set_title}`,
    omicon_id: omiconIdOf('CM', module.number),
    repair: null,
    symbols: bySymbol(spelled.filter((_, at) => members.has(u32At(features, at)))),
    measured: new Set(spelled.map(mappingKey)),
    organism,
  };
}

/** Modules by the symbols of their networks, written as those of the first module's organism. */
async function readModules(
  { db, searchThreads }: Services,
  principal: Principal,
  modules: readonly ModuleAsked[],
): Promise<{ lists: SymbolList[]; otherOrganisms: Organisms[] }> {
  const rows = await Promise.all(
    modules.map(({ id, definition }) =>
      statements.findModule(db, principal, { id, definition: SEARCHED_DEFINITIONS.indexOf(definition) }),
    ),
  );
  const found = rows.map((row) => {
    if (row === undefined) throw notFound('module');
    return row;
  });
  if (found.length === 0) return { lists: [], otherOrganisms: [] };
  const reply = await searchThreads.ask({
    kind: 'feature-symbols',
    networks: found.map(({ network_version_id }) => network_version_id),
    isSpelled: true,
    isTranslated: true,
  });
  const lists = found.map((module, at) =>
    toModuleList(module, reply.lists[reply.listOfNetwork[at] ?? -1] ?? NO_SYMBOLS, {
      spellings: reply.spellings,
      organism: reply.organisms[0] ?? null,
    }),
  );
  return { lists, otherOrganisms: listOtherOrganisms(reply) };
}

/** All lists in the order of the request; those that the caller may not read are not found. */
export async function readLists(services: Services, principal: Principal, asked: readonly ListOfGenes[]) {
  const modules = asked.filter((each) => each.kind === 'module');
  const { lists, otherOrganisms } = await readModules(services, principal, modules);
  const listOf = new Map<ListOfGenes, SymbolList | undefined>(
    modules.map((module, at) => [module, lists[at]]),
  );
  const read = await Promise.all(
    asked.map((each, at) =>
      each.kind === 'module' ? listOf.get(each) : readList(services, principal, each, at),
    ),
  );
  return { lists: read.filter((list) => list !== undefined), otherOrganisms };
}
