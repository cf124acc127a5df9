/**
 * Questions to every route of matching, preservation, consensus, comparisons, rankings and baskets, with random inputs.
 */
import {
  addBasketItems,
  BASKET_KINDS,
  createBasket,
  getSharedBasket,
  listBasketItems,
  listBaskets,
  listSharedBasketItems,
} from '@omicon/contract/areas/baskets.ts';
import {
  computeConsensus,
  createConsensus,
  getSharedConsensus,
  listConsensus,
} from '@omicon/contract/areas/consensus.ts';
import {
  compareLists,
  rankGeneSets,
  rankModules,
  rankSetsByKme,
  rankSetsByValues,
  repairList,
} from '@omicon/contract/areas/genes/gene-lists.ts';
import {
  getPreservation,
  listCounterparts,
  listNetworks,
  matchNetworks,
} from '@omicon/contract/areas/matching.ts';
import {
  cancelPreservationRun,
  getPreservationRun,
  listPreservationRuns,
  startPreservationRun,
} from '@omicon/contract/areas/runs/preservation-runs.ts';
import {
  compareSamples,
  createSampleGroup,
  getSharedGroup,
  listSampleGroups,
  rankSetsByComparison,
} from '@omicon/contract/areas/statistics/comparisons.ts';
import { QUERY_DEFINITIONS, SEARCHED_DEFINITIONS } from '@omicon/domain/records/module-definition.ts';
import { type Known, STUDIES } from './laboratories/scattered-laboratory.ts';
import { GENES } from './laboratories/small-laboratory.ts';
import type { Caller, TestPortal } from './portal.ts';

/** What of an answer is compared. */
export interface Told {
  status: number;
  text: string;
}

type Pick = <const T>(choices: readonly T[]) => T;
/** @param at index of the reader */
export type Question = (as: Caller, at: number, pick: Pick) => Promise<Told>;

const SYMBOLS = [...GENES.slice(0, -1), ...STUDIES.map((_, at) => `ONLY${at}`), 'no gene'];

function several<T>(pick: Pick, choices: readonly T[], most: number): T[] {
  return Array.from({ length: 1 + (pick([0, 1, 2, 3, 4, 5]) % most) }, () => pick(choices));
}

function matchingQuestions({ call }: TestPortal, known: Known): Record<string, Question> {
  const { networks, modules } = known;
  return {
    networks: (as, _, pick) => {
      const search = pick(['', 'network', 'GSE', ...STUDIES]);
      return call(listNetworks, { as, query: { search, sort: pick(['name', 'data_set', 'modules']) } });
    },
    counterparts: (as, _, pick) =>
      call(listCounterparts, {
        as,
        params: { id: pick(modules) },
        query: { definition: pick(SEARCHED_DEFINITIONS) },
      }),
    matrix: (as, _, pick) =>
      call(matchNetworks, {
        as,
        params: { id: pick(networks), other_id: pick(networks) },
        query: { definition: pick(SEARCHED_DEFINITIONS) },
      }),
    consensus: (as, _, pick) =>
      call(computeConsensus, {
        as,
        body: { modules: several(pick, modules, 5), search: pick(['', '', 'O']), page_size: pick([2, 50]) },
      }),
    'save consensus': (as, _, pick) =>
      call(createConsensus, { as, body: { name: 'New', modules: several(pick, modules, 2) } }),
    'saved consensus': (as) => call(listConsensus, { as, query: {} }),
    'link of consensus': (as, _, pick) =>
      call(getSharedConsensus, { as, params: { token: pick(known.consensus) } }),
  };
}

function preservationQuestions({ call }: TestPortal, known: Known): Record<string, Question> {
  const { networks, modules, dataSets, runs } = known;
  return {
    preservation: (as, _, pick) =>
      call(getPreservation, {
        as,
        params: { id: pick(modules), data_set_id: pick(dataSets) },
        query: { random_sets: 20, definition: pick(SEARCHED_DEFINITIONS) },
      }),
    'start run': (as, _, pick) =>
      call(startPreservationRun, {
        as,
        params: { id: pick(networks) },
        body: { data_set_id: pick(dataSets), random_sets: pick([20, 30]) },
      }),
    'runs of network': (as, _, pick) =>
      call(listPreservationRuns, { as, params: { id: pick(networks) }, query: {} }),
    run: (as, _, pick) => call(getPreservationRun, { as, params: { id: pick(runs) } }),
    // It has ended: the answer says so to its own person only.
    'cancel run': (as, _, pick) => call(cancelPreservationRun, { as, params: { id: pick(runs) } }),
  };
}

function listQuestions({ call }: TestPortal, { modules }: Known): Record<string, Question> {
  return {
    'ranked modules': (as, _, pick) =>
      call(rankModules, {
        as,
        body: {
          identifiers: several(pick, SYMBOLS, 5),
          direction: pick(['over', 'under', 'both']),
          definition: pick(QUERY_DEFINITIONS),
          ...pick([{}, {}, { background: several(pick, SYMBOLS, 6) }]),
        },
      }),
    'ranked sets': (as, _, pick) =>
      call(rankGeneSets, { as, body: { identifiers: several(pick, SYMBOLS, 5), fold: pick([true, false]) } }),
    'sets by values': (as, _, pick) => {
      const genes = [...new Set(several(pick, SYMBOLS, 6))];
      const values = genes.map(() => pick([1, 2, 3, -1]));
      return call(rankSetsByValues, { as, body: { genes, values, direction: pick(['high', 'low']) } });
    },
    'sets by kME': (as, _, pick) =>
      call(rankSetsByKme, { as, params: { id: pick(modules) }, body: { by: pick(['cerno', 'auc']) } }),
    repair: (as, _, pick) => call(repairList, { as, body: { identifiers: several(pick, SYMBOLS, 6) } }),
    lists: (as, _, pick) => {
      const aModule = () => ({ kind: 'module' as const, id: pick(modules) });
      const aList = { kind: 'list' as const, identifiers: several(pick, SYMBOLS, 5) };
      return call(compareLists, { as, body: { lists: [aModule(), aList, ...pick([[], [aModule()]])] } });
    },
  };
}

const GROUPS = [
  { name: 'early', samples: ['GSM96950', 'GSM96951', 'GSM96952'] },
  { name: 'late', samples: ['GSM96953', 'GSM96954', 'GSM96955'] },
];

function sampleQuestions({ call }: TestPortal, { dataSets, groups }: Known): Record<string, Question> {
  return {
    samples: (as, _, pick) =>
      call(compareSamples, { as, params: { id: pick(dataSets) }, body: { groups: GROUPS } }),
    'sets by comparison': (as, _, pick) =>
      call(rankSetsByComparison, { as, params: { id: pick(dataSets) }, body: { groups: GROUPS } }),
    groups: (as, _, pick) => call(listSampleGroups, { as, params: { id: pick(dataSets) }, query: {} }),
    'save group': (as, _, pick) =>
      call(createSampleGroup, { as, params: { id: pick(dataSets) }, body: { name: 'New', samples: ['a'] } }),
    'link of groups': (as, _, pick) => call(getSharedGroup, { as, params: { token: pick(groups) } }),
  };
}

function basketQuestions({ call }: TestPortal, known: Known): Record<string, Question> {
  const { items, baskets, basketOf } = known;
  /** Of guests, the basket of another person, which they do not find. */
  const own = (at: number) => ({ id: basketOf[at] ?? basketOf[0] ?? 0 });
  const listed = (pick: Pick) => ({
    ...pick([{}, {}, { kind: pick(BASKET_KINDS) }]),
    search: pick(['', 'module', 'GSE', 'ONLY', ...STUDIES]),
    sort: pick(['kind', 'name', 'source'] as const),
    page_size: pick([3, 100]),
  });
  return {
    baskets: (as) => call(listBaskets, { as, query: {} }),
    'new basket': (as, _, pick) =>
      call(createBasket, { as, body: { name: 'New', items: several(pick, items, 3) } }),
    'copy of basket': (as, _, pick) =>
      call(createBasket, { as, body: { name: 'Copy', copy_of: pick(baskets) } }),
    'add items': (as, at, pick) =>
      call(addBasketItems, { as, params: own(at), body: { items: several(pick, items, 3) } }),
    items: (as, at, pick) => call(listBasketItems, { as, params: own(at), query: listed(pick) }),
    'link of basket': (as, _, pick) => call(getSharedBasket, { as, params: { token: pick(baskets) } }),
    'link of items': (as, _, pick) =>
      call(listSharedBasketItems, { as, params: { token: pick(baskets) }, query: listed(pick) }),
  };
}

/** Questions by name. */
export function questionsOf(portal: TestPortal, known: Known): Record<string, Question> {
  return {
    ...matchingQuestions(portal, known),
    ...preservationQuestions(portal, known),
    ...listQuestions(portal, known),
    ...sampleQuestions(portal, known),
    ...basketQuestions(portal, known),
  };
}
