/** Lists, gene sets and modules against each other. */

import { compareLists, type OverlapOfLists } from '@omicon/contract/areas/genes/gene-lists.ts';
import { mappingKey } from '@omicon/domain/identifiers/identifier-mapping.ts';
import type { OverlapCounts } from '@omicon/domain/statistics/hypergeometric.ts';
import type { TwoByTwo } from '@omicon/domain/statistics/lists/two-by-two.ts';
import { serveInThread } from '../../base/http/serve.ts';
import type { Services } from '../../base/services.ts';
import { listOfficialSymbols } from '../../records/gene/find-gene.ts';
import { readLists, type SymbolList } from '../../records/gene-list/symbol-lists.ts';

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
      lists: lists.map(({ name, omicon_id, repair, symbols }, at) => ({
        name,
        kind: body.lists[at]?.kind ?? 'list',
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
