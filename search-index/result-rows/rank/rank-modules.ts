/** Modules ranked by the P of their overlap with a gene list. */

import { u32At } from '@omicon/domain/arrays/number-at.ts';
import { mappingKey } from '@omicon/domain/identifiers/identifier-mapping.ts';
import type { Audience } from '@omicon/domain/permissions/audience.ts';
import type { Filters } from '@omicon/domain/query/query.ts';
import { parseFilters } from '@omicon/domain/query/rules/rule-kinds.ts';
import {
  definitionNumbers,
  type QueryDefinition,
  queryDefinitionOf,
} from '@omicon/domain/records/module-definition.ts';
import type { OverlapDirection } from '@omicon/domain/statistics/hypergeometric.ts';
import { DEFINITIONS_PER_MODULE } from '../../kit/posting-format.ts';
import type { Page, Row } from '../../kit/sorting.ts';
import { topKByP } from '../../match/false-discoveries.ts';
import { type Engine, selectRecords } from '../../match/find-matches.ts';
import type { Folds } from '../../match/fold-sets.ts';
import { countFeatures, listFeatures } from '../../match/match-features.ts';
import {
  FIGURE_NAMES,
  Overlaps,
  pageOf,
  type Ranked,
  rowsOfOverlaps,
  type Universe,
} from '../../match/overlaps.ts';

import { pageOfRanking } from '../../pages.ts';
import type { Catalog, NetworkEntry, Reader } from '../../read/catalog-entries.ts';
import { audienceOf, type GroupsOfModules } from '../../read/module-groups.ts';
import type { RankModulesRequest } from '../../requests.ts';
import { listModuleNames, moduleOf } from '../modules/module-rows.ts';
import {
  countGroups,
  type Folding,
  firstOfGroups,
  foldModules,
  listFolded,
  type RowsToFold,
} from '../signals/fold-modules.ts';
import { type Signal, signalOf } from '../signals/module-signals.ts';

/** The universe of each feature list of the networks, by id. */
async function measureUniverses(
  { client, catalog, columns }: Engine,
  networks: readonly NetworkEntry[],
  { keys, background }: { keys: readonly string[]; background: readonly string[] | null },
): Promise<Map<number, Universe>> {
  const used = new Set(networks.map(({ search_feature_list_id }) => search_feature_list_id));
  const lists = (await columns.loadPresent(catalog)).filter(({ id }) => used.has(id));
  const listed = [...(await listFeatures(client, 'SYMBOL', keys)).values()];
  const around = background && [...(await listFeatures(client, 'SYMBOL', background)).values()];
  return new Map(
    lists.map(({ id, symbols, present }) => [
      id,
      { genes: around ? countPresent(present, around) : symbols, listed: countPresent(present, listed) },
    ]),
  );
}

/** Number of genes with at least one present feature. */
function countPresent(present: Uint8Array, genes: readonly Uint32Array[]): number {
  let count = 0;
  for (const ids of genes) {
    for (let at = 0; at < ids.length; at += 1) {
      const id = u32At(ids, at);
      if (((present[id >> 3] ?? 0) & (1 << (id & 7))) === 0) continue;
      count += 1;
      break;
    }
  }
  return count;
}

interface ModuleQuestion {
  symbols: readonly string[];
  background: readonly string[] | null;
  definition: QueryDefinition;
  filters: Filters;
  /** over by default */
  direction?: OverlapDirection;
}

/** Room for the tests of these networks. */
export function overlapsOf(
  networks: readonly NetworkEntry[],
  { definition, direction }: Pick<ModuleQuestion, 'definition' | 'direction'>,
): Overlaps {
  const definitions = definitionNumbers(definition);
  const most = networks.reduce((sum, { modules }) => sum + modules.length * definitions.length, 0);
  return new Overlaps(most, direction);
}

/** Tests all modules of the networks that are not empty under the definitions, and adds them. */
export async function addTests(
  engine: Engine,
  question: ModuleQuestion,
  networks: readonly NetworkEntry[],
  overlaps: Overlaps,
): Promise<void> {
  const { catalog, columns } = engine;
  const background = question.background && [...new Set(question.background.map(mappingKey))];
  const inBackground = background && new Set(background);
  const keys = [...new Set(question.symbols.map(mappingKey))].filter(
    (key) => inBackground === null || inBackground.has(key),
  );
  const { definition } = question;
  const { matches } = await countFeatures(engine, { identifier: 'SYMBOL', keys, definition });
  const sizes = background
    ? (await countFeatures(engine, { identifier: 'SYMBOL', keys: background, definition })).matches
    : await columns.loadSizes(catalog, 1);
  const universes = await measureUniverses(engine, networks, { keys, background });
  const definitions = definitionNumbers(definition);
  for (const { modules, search_feature_list_id } of networks) {
    const universe = universes.get(search_feature_list_id);
    if (universe === undefined || universe.listed === 0) continue;
    for (const module of modules) {
      for (const one of definitions) {
        const moduleSlot = module * DEFINITIONS_PER_MODULE + one;
        const size = sizes[moduleSlot] ?? 0;
        if (size === 0) continue;
        overlaps.add(moduleSlot, matches[moduleSlot] ?? 0, size, universe);
      }
    }
  }
}

/** Tests all modules of the networks that are not empty under the definitions. */
async function testModules(
  engine: Engine,
  question: ModuleQuestion,
  networks: readonly NetworkEntry[],
): Promise<Overlaps> {
  const overlaps = overlapsOf(networks, question);
  await addTests(engine, question, networks, overlaps);
  return overlaps;
}

export const RANKED_MODULE_COLUMNS = [
  'Dataset',
  'Network',
  'Module',
  'Theme',
  'Mod_Def',
  ...FIGURE_NAMES,
  'Covariation_Module_Omicon_ID',
  'project_id',
  'dataset_id',
];

/** Tests all modules of the networks that the viewer may read and that satisfy the rules. The caller releases them. */
export async function findRankedModules(
  engine: Engine,
  question: ModuleQuestion,
  viewer: Reader,
): Promise<Overlaps> {
  const filters = parseFilters(filtersOfNetworks(question.filters));
  const { selection } = await selectRecords(engine, filters, viewer);
  return testModules(engine, question, selection.networks);
}

/** The filters that a ranking of modules takes into account. */
export function filtersOfNetworks({ modules: _, genesets: __, ...filters }: Filters): Filters {
  return filters;
}

/** The names of module slots, in their order. */
export async function nameModuleSlots(
  { client, catalog }: Pick<Engine, 'client' | 'catalog'>,
  moduleSlots: readonly number[],
): Promise<Row[]> {
  const names = await listModuleNames(client, moduleSlots.map(moduleOf));
  return moduleSlots.map((moduleSlot) => {
    const module = moduleOf(moduleSlot);
    const network = networkOf(catalog, module);
    return {
      Dataset: network?.dataSet.title ?? null,
      Network: network?.name ?? null,
      Module: names.get(module)?.name ?? null,
      Theme: names.get(module)?.theme ?? null,
      Mod_Def: queryDefinitionOf(moduleSlot % DEFINITIONS_PER_MODULE),
      Covariation_Module_Omicon_ID: `OM.CM.${names.get(module)?.number ?? 0}`,
      project_id: network?.analysis.number ?? null,
      dataset_id: network?.dataSet.number ?? null,
    };
  });
}

/** Columns of rows that stand for several modules. */
const FOLDED_COLUMNS = ['Meta_Module', 'Found_In', 'Folded', 'Meta_Module_Omicon_ID'];

/** Modules of a ranking, the best by P. */
function byP({ length, p, ids }: Overlaps): RowsToFold {
  return {
    length,
    moduleAt: (at) => moduleOf(u32At(ids, at)),
    keys: p,
    compareTies: (a, b) => u32At(ids, a) - u32At(ids, b),
  };
}

/** `5 of 6` cohorts; without a meta-module one, or null for a module that the atlas does not have yet. */
function foundIn({ found, findable }: Signal): string | null {
  if (found === null) return null;
  return findable === null ? String(found) : `${found} of ${findable}`;
}

/** The modules of a ranking, folded: each under the module and definition of its group with the smallest P. */
export interface FoldedRanking {
  groups: GroupsOfModules;
  rows: RowsToFold;
  folds: Folds;
  /** rows that are folded under one */
  othersAt(at: number): number;
}

/** @param audience that has the groups */
export async function foldRanking(
  { catalog, groups: cache }: Pick<Engine, 'catalog' | 'groups'>,
  overlaps: Overlaps,
  { fold, audience }: Pick<Folding, 'fold'> & { audience: Audience },
): Promise<FoldedRanking> {
  const groups = await cache.load(catalog, audience);
  const rows = byP(overlaps);
  const folds = foldModules(rows, fold, groups);
  return { groups, rows, folds, othersAt: (at) => u32At(folds.folded, at) };
}

/** Rows by P that are looked at for each listed one, at first. */
const ROWS_FOR_EACH = 3;

/** The first rows of groups by P: of a million rows only those with the smallest P are put in order. */
async function rankFirst(
  engine: Engine,
  overlaps: Overlaps,
  { fold, viewer, page }: Pick<RankModulesRequest, 'fold' | 'viewer'> & { page: Page },
): Promise<Pick<Ranked, 'columns' | 'rows' | 'total'>> {
  const groups = await engine.groups.load(engine.catalog, audienceOf(viewer));
  const counted = countGroups(byP(overlaps), fold, groups);
  const { columns, name } = namingOf(engine, { groups, othersAt: counted.othersAt });
  const { length, ids, tested } = overlaps;
  const p = overlaps.p.subarray(0, length);
  for (let most = ROWS_FOR_EACH * page.to; ; most *= ROWS_FOR_EACH) {
    const { indexes, q } = topKByP({ p, ids, tested }, most);
    const first = firstOfGroups(indexes, counted, page.to);
    if (first.length < page.to && indexes.length < length) continue;
    const rows = await rowsOfOverlaps(overlaps, [...first.subarray(page.from)], { columns, name, q });
    return { columns: [...columns], rows, total: counted.total };
  }
}

/** One row for each signal, in any order, or those folded under one. */
async function rankFolded(
  engine: Engine,
  overlaps: Overlaps,
  { fold, folded_under, viewer, page }: Folding & Pick<RankModulesRequest, 'viewer'> & { page: Page },
): Promise<Pick<Ranked, 'columns' | 'rows' | 'total'>> {
  const folded = await foldRanking(engine, overlaps, { fold, audience: audienceOf(viewer) });
  const { moduleAt } = folded.rows;
  const listed = await listFolded(engine.client, folded.folds, { folded_under, moduleAt });
  const { columns, name } = namingOf(engine, folded);
  const rows = await pageOf(overlaps, page, { columns, name, listed });
  return { columns: [...columns], rows, total: listed.length };
}

/** The columns of rows that are folded or not, and the names in them. */
export function namingOf(
  engine: Pick<Engine, 'client' | 'catalog'>,
  folded: Pick<FoldedRanking, 'groups' | 'othersAt'> | null,
): {
  columns: readonly string[];
  name(slots: readonly number[], indexes: readonly number[]): Promise<Row[]>;
} {
  if (folded === null)
    return { columns: RANKED_MODULE_COLUMNS, name: (slots) => nameModuleSlots(engine, slots) };
  const { groups, othersAt } = folded;
  const name = async (slots: readonly number[], indexes: readonly number[]) => {
    const named = await nameModuleSlots(engine, slots);
    return named.map((row, at) => {
      const signal = signalOf(groups, moduleOf(slots[at] ?? 0));
      return {
        ...row,
        Meta_Module: signal.title,
        Found_In: foundIn(signal),
        Folded: othersAt(indexes[at] ?? 0),
        Meta_Module_Omicon_ID: signal.omicon_id,
      };
    });
  };
  return { columns: [...RANKED_MODULE_COLUMNS, ...FOLDED_COLUMNS], name };
}

/** Ranks all modules of the networks that the viewer may read and that satisfy the rules. */
export async function rankModules(engine: Engine, request: RankModulesRequest): Promise<Ranked> {
  const overlaps = await findRankedModules(engine, request, request.viewer);
  const { length: unfolded, tested } = overlaps;
  const page = pageOfRanking(request);
  const isByP = (page.sort ?? 'Pval') === 'Pval' && page.order !== 'desc';
  try {
    if (request.fold !== 'module') {
      const isFirst = isByP && request.folded_under === undefined;
      const rank = isFirst ? rankFirst : rankFolded;
      return { ...(await rank(engine, overlaps, { ...request, page })), unfolded, tested };
    }
    const { columns, name } = namingOf(engine, null);
    const rows = await pageOf(overlaps, page, { columns, name });
    return { columns: [...columns], rows, total: unfolded, unfolded, tested };
  } finally {
    overlaps.release();
  }
}

function networkOf(catalog: Catalog, module: number): NetworkEntry | undefined {
  return catalog.networks[(catalog.networkOfModule[module] ?? 0) - 1];
}
