/** Lists, gene sets and modules against each other. */

import { compareLists, type OverlapOfLists } from '@omicon/contract/areas/genes/gene-lists.ts';
import type { Organisms } from '@omicon/contract/areas/matching.ts';
import type { BodyOf, ReplyOf } from '@omicon/contract/base/endpoint.ts';
import { u32At } from '@omicon/domain/arrays/number-at.ts';
import { mappingKey } from '@omicon/domain/identifiers/identifier-mapping.ts';
import type { Principal } from '@omicon/domain/permissions/permissions.ts';
import { SEARCHED_DEFINITIONS } from '@omicon/domain/records/module-definition.ts';
import type { OverlapCounts } from '@omicon/domain/statistics/hypergeometric.ts';
import type { TwoByTwo } from '@omicon/domain/statistics/lists/two-by-two.ts';
import { toU32 } from '@omicon/search-index/kit/bytes.ts';
import type { SymbolsOfList } from '@omicon/search-index/read/symbols-of-list.ts';
import { notFound } from '../../base/errors.ts';
import { serveInThread } from '../../base/http/serve.ts';
import type { Services } from '../../base/services.ts';
import { listOtherOrganisms } from '../../records/data-set/other-organisms.ts';
import { listOfficialSymbols } from '../../records/gene/find-gene.ts';
import { repairIdentifiers } from '../../records/gene/repair-list.ts';
import { omiconIdOf } from '../../records/lists/replies.ts';
import * as statements from './sql.ts';

type Asked = BodyOf<typeof compareLists>['lists'][number];
type ModuleAsked = Extract<Asked, { kind: 'module' }>;
type Listed = ReplyOf<typeof compareLists>['lists'][number];

/** A list with its symbols by `mappingKey`. */
interface SymbolList extends Pick<Listed, 'name' | 'kind' | 'omicon_id' | 'repair'> {
  symbols: ReadonlyMap<string, string>;
  /** of a module, the symbols of its network */
  measured: ReadonlySet<string> | null;
}

const NO_SYMBOLS: SymbolsOfList = { features: new Uint32Array(0), symbols: new Uint32Array(0) };

function bySymbol(symbols: Iterable<string>): Map<string, string> {
  return new Map(Array.from(symbols, (symbol) => [mappingKey(symbol), symbol]));
}

/** A list that is no module. */
async function readList(
  services: Services,
  principal: Principal,
  asked: Exclude<Asked, ModuleAsked>,
  at: number,
): Promise<SymbolList> {
  if (asked.kind === 'gene-set') {
    const set = await statements.findGeneSet(services.db, principal, asked.id);
    if (set === undefined) throw notFound('gene set');
    const omicon_id = omiconIdOf('GS', asked.id);
    const symbols = bySymbol(set.genes);
    return { name: set.name, kind: 'gene-set', omicon_id, repair: null, symbols, measured: null };
  }
  const repair = await repairIdentifiers(services, principal, asked.identifiers);
  const name = asked.name.trim() === '' ? `List ${at + 1}` : asked.name.trim();
  const symbols = bySymbol(repair.symbols);
  return { name, kind: 'list', omicon_id: null, repair, symbols, measured: null };
}

function toModuleList(
  module: statements.ListedModule,
  { features, symbols }: SymbolsOfList,
  spellings: readonly string[],
): SymbolList {
  const members = new Set(module.members === null ? [] : toU32(new Uint8Array(module.members)));
  const spelled = Array.from(symbols, (symbol) => spellings[symbol] ?? '');
  return {
    name: `${module.name}, ${module.data_set_title}`,
    kind: 'module',
    omicon_id: omiconIdOf('CM', module.number),
    repair: null,
    symbols: bySymbol(spelled.filter((_, at) => members.has(u32At(features, at)))),
    measured: new Set(spelled.map(mappingKey)),
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
    toModuleList(module, reply.lists[reply.listOfNetwork[at] ?? -1] ?? NO_SYMBOLS, reply.spellings),
  );
  return { lists, otherOrganisms: listOtherOrganisms(reply) };
}

/** All lists in the order of the request. */
async function readLists(services: Services, principal: Principal, asked: readonly Asked[]) {
  const modules = asked.filter((each) => each.kind === 'module');
  const { lists, otherOrganisms } = await readModules(services, principal, modules);
  const listOf = new Map<Asked, SymbolList | undefined>(modules.map((module, at) => [module, lists[at]]));
  const read = await Promise.all(
    asked.map((each, at) =>
      each.kind === 'module' ? listOf.get(each) : readList(services, principal, each, at),
    ),
  );
  return { lists: read.filter((list) => list !== undefined), otherOrganisms };
}

/** Symbols that the networks of all modules measure; without modules all official ones, and those of the lists. */
async function findUniverse({ db }: Services, lists: readonly SymbolList[]): Promise<ReadonlySet<string>> {
  const measured = lists.flatMap((list) => list.measured ?? []);
  const [first, ...others] = measured;
  if (first !== undefined) return new Set([...first].filter((key) => others.every((each) => each.has(key))));
  const official = await listOfficialSymbols(db);
  return new Set([...official.map(mappingKey), ...lists.flatMap(({ symbols }) => [...symbols.keys()])]);
}

interface Pair {
  /** indexes of lists */
  a: number;
  b: number;
  counts: OverlapCounts;
}

function countPairs(lists: readonly ReadonlySet<string>[], universe: number): Pair[] {
  return lists.flatMap((one, a) =>
    lists.slice(a + 1).map((other, at): Pair => {
      const overlap = [...one].filter((key) => other.has(key)).length;
      return { a, b: a + 1 + at, counts: { overlap, setSize: other.size, moduleSize: one.size, universe } };
    }),
  );
}

function toOverlap({ a, b, counts }: Pair, found: TwoByTwo): OverlapOfLists {
  const { overlap, setSize, moduleSize } = counts;
  const union = setSize + moduleSize - overlap;
  const smaller = Math.min(setSize, moduleSize);
  const finite = (value: number) => (Number.isFinite(value) ? value : null);
  return {
    a,
    b,
    overlap,
    jaccard: union === 0 ? 0 : overlap / union,
    overlap_coefficient: smaller === 0 ? null : overlap / smaller,
    odds_ratio: finite(found.oddsRatio),
    odds_low: found.low,
    odds_high: finite(found.high),
    p_over: found.pOver,
    p_under: found.pUnder,
    p_fisher: found.pFisher,
  };
}

/** Symbols by the lists that contain them, the largest part first. */
function partsOf(lists: readonly SymbolList[], universe: ReadonlySet<string>) {
  const parts = new Map<string, { lists: number[]; symbols: string[] }>();
  const spellings = new Map(lists.flatMap(({ symbols }) => [...symbols]));
  for (const [key, symbol] of spellings) {
    if (!universe.has(key)) continue;
    const indexes = lists.flatMap(({ symbols }, at) => (symbols.has(key) ? [at] : []));
    const part = parts.get(indexes.join());
    if (part === undefined) parts.set(indexes.join(), { lists: indexes, symbols: [symbol] });
    else part.symbols.push(symbol);
  }
  return [...parts.values()]
    .map((part) => ({ ...part, symbols: part.symbols.toSorted() }))
    .toSorted((a, b) => b.symbols.length - a.symbols.length || a.lists.join().localeCompare(b.lists.join()));
}

export const compareListsRoute = serveInThread(
  compareLists,
  async ({ body, principal, services, signal }) => {
    const { lists, otherOrganisms } = await readLists(services, principal, body.lists);
    const universe = await findUniverse(services, lists);
    const inside = lists.map(
      ({ symbols }) => new Set([...symbols.keys()].filter((key) => universe.has(key))),
    );
    const pairs = countPairs(inside, universe.size);
    const tested = await services.computeThreads.compute(
      'overlaps',
      { pairs: pairs.map(({ counts }) => counts) },
      { signal },
    );
    return {
      lists: lists.map(({ name, kind, omicon_id, repair, symbols }, at) => ({
        name,
        kind,
        omicon_id,
        repair,
        size: symbols.size,
        in_universe: inside[at]?.size ?? 0,
      })),
      universe: {
        size: universe.size,
        kind: lists.some(({ measured }) => measured !== null) ? ('modules' as const) : ('symbols' as const),
      },
      other_organisms: otherOrganisms,
      pairs: pairs.flatMap((pair, at) => {
        const found = tested[at];
        return found === undefined ? [] : [toOverlap(pair, found)];
      }),
      parts: partsOf(lists, universe),
    };
  },
);
