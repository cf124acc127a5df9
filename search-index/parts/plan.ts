/** Decides whether a search is split into parts, and which records each part has. */
import { type Query, type ResultType, restricts, rulesOf } from '@omicon/domain/query/query.ts';
import { RECURS } from '@omicon/domain/query/rules/recurs.ts';
import { parseFilters } from '@omicon/domain/query/rules/rule-kinds.ts';
import { definitionNumbers } from '@omicon/domain/records/module-definition.ts';
import { slotOf } from '../kit/slot-of-data-set.ts';
import type { Page } from '../kit/sorting.ts';
import { type Engine, type Selected, selectRecords } from '../match/find-matches.ts';
import { listedKeys } from '../match/match-features.ts';
import { SUPPORT } from '../match/match-modules.ts';
import { FIGURE_NAMES } from '../match/overlaps.ts';
import { findEnrichmentQuestion, selectGeneSets } from '../match/select-gene-sets.ts';
import { pageOfRanking, pageOfSearch } from '../pages.ts';
import { type Catalog, mayRead, type NetworkEntry, type Viewer } from '../read/catalog-entries.ts';
import type { SplitRequest } from '../requests.ts';
import { isFolded } from '../result-rows/answer-search.ts';
import { filtersOfNetworks } from '../result-rows/rank/rank-modules.ts';
import { cutDataSets } from './cut-data-sets.ts';
import type { PartScope, Plan, Splitting } from './partial-results.ts';

/** Each part sends that many rows at most, with exact P: pages far down go to one thread. */
const MAX_FIRST_ROWS = 2000;

/** Columns of modules that are numbers by which a part can order before any row is named. */
const NUMBERS_OF_MODULES = ['Pval', 'Matches', 'Jaccard', 'Percent', 'Trait_q', 'kME'];

/** Records that each belong to one data set, so that the counts of parts add up. */
const OF_ONE_DATA_SET: readonly ResultType[] = [
  'covariation-modules',
  'covariation-networks',
  'analyses',
  'data-sets',
  'analyte-files',
  'enrichment-files',
];

function hasNumericOrder({ sort, to }: Page, numbers: readonly string[]): boolean {
  return to <= MAX_FIRST_ROWS && (sort === undefined || numbers.includes(sort));
}

/** Whether a rule asks for the meta-modules of modules, which a part cannot tell. */
function asksForGroups({ filters }: Query): boolean {
  return rulesOf(parseFilters(filters).modules).some(
    (rule) => rule.kind === RECURS.kind || (rule.kind === 'field' && rule.key === SUPPORT),
  );
}

/** Whether modules are folded by their groups, which shards do not hold. */
function needsGroups(request: SplitRequest): boolean {
  if (request.kind === 'rank-modules') return request.fold !== 'module';
  return request.kind === 'search' && isFolded(request);
}

/** Whether the answers of parts can be merged. q orders rows of all parts, and names have to be made for all rows. */
function isMergeable(request: SplitRequest): boolean {
  if (request.kind !== 'rank-modules' && asksForGroups(request.query)) return false;
  if (request.kind === 'count') return OF_ONE_DATA_SET.includes(request.query.result_type);
  // The rows folded under one may be of any part.
  if (request.folded_under !== undefined) return false;
  if (request.kind === 'rank-modules') {
    const page = pageOfRanking(request);
    // Rows are folded under those with the smallest P, in whatever order they are listed.
    if (needsGroups(request) && page.order === 'desc') return false;
    const numbers = FIGURE_NAMES.filter((name) => name !== 'qval');
    return hasNumericOrder(page, needsGroups(request) ? ['Pval'] : numbers);
  }
  // Parts compare P of enrichment without making all of them exact.
  if (needsGroups(request) && restricts(request.query.filters.genesets)) return false;
  return (
    request.query.result_type !== 'covariation-modules' ||
    hasNumericOrder(pageOfSearch(request), NUMBERS_OF_MODULES)
  );
}

/** Genes and gene sets whose postings a query reads. */
function countKeysOfQuery(catalog: Catalog, query: Query): number {
  const filters = parseFilters(query.filters);
  const genes = rulesOf(filters.modules)
    .filter((rule) => rule.kind === 'features')
    .reduce((sum, rule) => sum + listedKeys(rule).length, 0);
  if (filters.genesets === undefined) return genes;
  const question = findEnrichmentQuestion(filters, selectGeneSets(catalog, filters));
  return genes + (question?.geneSets.length ?? 0);
}

function countKeys(catalog: Catalog, request: SplitRequest): number {
  if (request.kind !== 'rank-modules') return countKeysOfQuery(catalog, request.query);
  return request.symbols.length + (request.background?.length ?? 0);
}

/** Module slots that are tested under the definitions of the question. */
function countSlots(request: SplitRequest, networks: readonly NetworkEntry[]): number {
  const definition = request.kind === 'rank-modules' ? request.definition : 'Any';
  return (
    definitionNumbers(definition).length * networks.reduce((sum, { modules }) => sum + modules.length, 0)
  );
}

/** Readable data sets with their searched modules, in the order in which these were added, as segments are. */
function listDataSets(
  catalog: Catalog,
  viewer: Viewer,
  networks: readonly NetworkEntry[],
): { id: number; weight: number; segments: ReadonlySet<number> }[] {
  const found = new Map<number, { weight: number; segments: Set<number>; first: number }>();
  for (const { dataSet, modules, segment } of networks) {
    const known = found.get(dataSet.id) ?? { weight: 0, segments: new Set(), first: Number.MAX_SAFE_INTEGER };
    known.weight += modules.length;
    known.segments.add(segment);
    known.first = Math.min(known.first, modules[0] ?? Number.MAX_SAFE_INTEGER);
    found.set(dataSet.id, known);
  }
  const others = { weight: 0, segments: new Set<number>(), first: Number.MAX_SAFE_INTEGER };
  return catalog.dataSets
    .filter((entry) => mayRead(entry, viewer))
    .map(({ id }) => ({ id, ...(found.get(id) ?? others) }))
    .sort((a, b) => a.first - b.first || a.id - b.id);
}

function scopeOf(
  catalog: Catalog,
  { viewer, networks, own }: { viewer: Viewer; networks: readonly NetworkEntry[]; own: ReadonlySet<number> },
): PartScope {
  return {
    collections: catalog.collections.filter((entry) => mayRead(entry, viewer)).map(({ id }) => id),
    dataSets: [...own],
    analyses: catalog.analyses
      .filter((entry) => entry.dataSet !== undefined && own.has(entry.dataSet.id) && mayRead(entry, viewer))
      .map(({ id }) => id),
    networks: networks.filter(({ dataSet }) => own.has(dataSet.id)).map(({ id }) => id),
  };
}

function sizesOfSegments({ networks }: Catalog): Map<number, number> {
  const sizes = new Map<number, number>();
  for (const { segment, modules } of networks) sizes.set(segment, (sizes.get(segment) ?? 0) + modules.length);
  return sizes;
}

/** A module slot costs as much to test as so many keys cost to count in it. */
const KEYS_OF_TEST = 50;

/** One part for each shard, by the slots of data sets. */
function listShardScopes(
  catalog: Catalog,
  { viewer, networks, shards }: { viewer: Viewer; networks: readonly NetworkEntry[]; shards: number },
): PartScope[] {
  const readable = catalog.dataSets.filter((entry) => mayRead(entry, viewer));
  return Array.from({ length: shards }, (_, shard) => {
    const own = new Set(
      readable.filter(({ number }) => slotOf(number) % shards === shard).map(({ id }) => id),
    );
    return scopeOf(catalog, { viewer, networks, own });
  });
}

/** The plan with what it selected, by the permissions of the viewer; null if one thread is to answer. */
export async function planParts(
  engine: Engine,
  request: SplitRequest,
  { parts, costThreshold, shards }: Splitting,
): Promise<{ plan: Plan; selected: Selected } | null> {
  const { catalog } = engine;
  const { viewer } = request;
  if (!isMergeable(request) || (shards !== undefined && needsGroups(request))) return null;
  const keys = countKeys(catalog, request);
  const reachesThreshold = (slots: number) => keys > 0 && slots * (keys + KEYS_OF_TEST) >= costThreshold;
  if (!reachesThreshold(countSlots(request, catalog.networks))) return null;
  const filters =
    request.kind === 'rank-modules' ? filtersOfNetworks(request.filters) : request.query.filters;
  // Counts are of fewer rules at first, so of every readable network.
  const selected = await selectRecords(engine, parseFilters(request.kind === 'count' ? {} : filters), viewer);
  const { networks } = selected.selection;
  const dataSets = listDataSets(catalog, viewer, networks);
  if (shards !== undefined) {
    const scopes = listShardScopes(catalog, { viewer, networks, shards });
    return { plan: { version: catalog.version, scopes }, selected };
  }
  const { runs, mostRead, mostTested } = cutDataSets(dataSets, sizesOfSegments(catalog), parts);
  const saved =
    keys * countSlots(request, catalog.networks) * (1 - mostRead) +
    KEYS_OF_TEST * countSlots(request, networks) * (1 - mostTested);
  if (runs.length < 2 || saved < costThreshold) return null;
  const scopes = runs.map(({ from, to }) => {
    const own = new Set(dataSets.slice(from, to).map(({ id }) => id));
    return scopeOf(catalog, { viewer, networks, own });
  });
  return { plan: { version: catalog.version, scopes }, selected };
}
