/**
 * Modules of other networks like one module: found by overlap in a search thread, compared by kME in a compute thread.
 */

import {
  type Counterpart,
  listCounterparts,
  MAX_COUNTERPARTS,
  MAX_COUNTERPARTS_OF_NETWORK,
  MIN_TESTED_SYMBOLS,
} from '@omicon/contract/areas/matching.ts';
import { u32At } from '@omicon/domain/arrays/number-at.ts';
import { queryDefinitionOf, SEARCHED_DEFINITIONS } from '@omicon/domain/records/module-definition.ts';
import { correlateEigengenes } from '@omicon/domain/statistics/matching/eigengene-correlations.ts';
import { orderCounterparts } from '@omicon/domain/statistics/matching/order-counterparts.ts';
import { orNull } from '@omicon/domain/statistics/or-null.ts';
import type {
  GroupedCandidate,
  ModuleCandidatesReply,
} from '@omicon/search-index/result-rows/modules/module-candidates.ts';
import { notFound } from '../../base/errors.ts';
import { serveInThread } from '../../base/http/serve.ts';
import type { Services } from '../../base/services.ts';
import type { MatchedModule, MatchModulesResult } from '../../compute/kinds/match-modules.ts';
import { moduleLinkOf, omiconIdOf } from '../../records/lists/replies.ts';
import { kmeStateOf } from '../../records/network/kme.ts';
import { viewerOf } from '../../records/search/searching.ts';
import { commonSamples, readEigengene, readMembers } from './common-samples.ts';
import * as statements from './sql.ts';

/** A candidate whose rows are still there. */
interface Found {
  candidate: GroupedCandidate;
  module: statements.ModuleRow;
  network: statements.NetworkRow;
  /** index of its network in the lists of symbols */
  list: number;
  organism: string | null;
}

async function findRows(
  { db }: Services,
  { candidates, featureSymbols }: ModuleCandidatesReply,
  definition: number,
): Promise<Found[]> {
  const [modules, networks] = await Promise.all([
    statements.listModules(
      db,
      candidates.map(({ module }) => module),
      definition,
    ),
    statements.listNetworks(db, [...new Set(candidates.map(({ network }) => network))]),
  ]);
  return candidates.flatMap((candidate, at): Found[] => {
    const [module, network] = [modules.get(candidate.module), networks.get(candidate.network)];
    // The first list is that of the own network.
    const list = featureSymbols.listOfNetwork[at + 1] ?? -1;
    const organism = featureSymbols.organisms[at + 1] ?? null;
    return module === undefined || network === undefined
      ? []
      : [{ candidate, module, network, list, organism }];
  });
}

function toMatched({ module, network, list }: Omit<Found, 'candidate' | 'organism'>): MatchedModule | null {
  if (network.kme_values_storage_key === null || list < 0) return null;
  return {
    kme_values_storage_key: network.kme_values_storage_key,
    number_of_features: network.number_of_features,
    list,
    moduleIndex: module.page - 1,
    members: readMembers(module),
  };
}

/** kME of every candidate that has it, by its index; null while the module itself has none. */
async function compareKme(
  { computeThreads }: Services,
  own: MatchedModule | null,
  {
    found,
    numberOfModules,
    signal,
  }: { found: readonly Found[]; numberOfModules: number; signal: AbortSignal },
  { symbolCount, lists }: ModuleCandidatesReply['featureSymbols'],
): Promise<{ result: MatchModulesResult; rows: Map<number, number> } | null> {
  if (own === null) return null;
  const matched = found.map(toMatched);
  const rows = new Map<number, number>();
  const candidates = matched.flatMap((each, at) => {
    if (each === null) return [];
    rows.set(at, rows.size);
    return [each];
  });
  const result = await computeThreads.compute(
    'module_matches',
    { symbolCount, lists, subject: own, numberOfModules, candidates },
    { signal },
  );
  return { result, rows };
}

function metaModuleOf({ meta_module }: GroupedCandidate): Counterpart['meta_module'] {
  if (meta_module === null) return null;
  const { number, title, found, findable } = meta_module;
  return { id: number, omicon_id: omiconIdOf('MM', number), name: title, found, findable };
}

type Unranked = Omit<Counterpart, 'is_best_of_data_set'>;

function toRow(
  { candidate, module, network, organism }: Found,
  own: { module: statements.ModuleRow; network: statements.NetworkRow; isTooSmall: boolean },
  kme: { result: MatchModulesResult; row: number } | null,
): Unranked {
  const samples = commonSamples(own.network, network);
  const rho = kme === null ? null : orNull(kme.result.rho[kme.row]);
  const { overlap, size, listed } = candidate;
  return {
    ...moduleLinkOf(module),
    network: { id: network.number, omicon_id: omiconIdOf('CN', network.number), name: network.name },
    analysis_id: network.analysis_number,
    data_set: { id: candidate.data_set_number, title: candidate.data_set_title },
    technology: candidate.technology,
    organism,
    overlap,
    size,
    jaccard: overlap / (size + listed - overlap),
    p_value: own.isTooSmall ? null : candidate.p,
    q_value: own.isTooSmall ? null : candidate.q,
    rho,
    rho_of_members: kme === null ? null : orNull(kme.result.rhoOfMembers[kme.row]),
    common_symbols: kme === null ? null : u32At(kme.result.common, kme.row),
    is_own_data_set: candidate.data_set_number === own.network.data_set_number,
    is_reciprocal: rho === null || kme === null ? null : kme.result.isReciprocal[kme.row] === 1,
    eigengene_r: orNull(
      correlateEigengenes([readEigengene(own.module)], [readEigengene(module)], samples)[0],
    ),
    common_samples: samples.length,
    meta_module: metaModuleOf(candidate),
    recurring_module: candidate.recurring_module,
  };
}

/** In the order of the reply; the first of each data set is its best. */
function rank(rows: readonly Unranked[]): Counterpart[] {
  const seen = new Set<number>();
  return orderCounterparts(rows).map((row) => {
    const is_best_of_data_set = !seen.has(row.data_set.id);
    seen.add(row.data_set.id);
    return { ...row, is_best_of_data_set };
  });
}

export const counterpartRoutes = [
  serveInThread(listCounterparts, async ({ db, principal, params, query, services, signal }) => {
    const network = await statements.findNetworkOfModule(db, principal, params.id);
    if (network === undefined) throw notFound('module');
    const definition = SEARCHED_DEFINITIONS.indexOf(query.definition);
    const modules = await statements.listModulesOfNetwork(db, network.id, definition);
    const module = modules.find(({ number }) => number === params.id);
    if (module === undefined) throw notFound('module');
    const reply = await services.searchThreads.ask({
      kind: 'module-candidates',
      viewer: viewerOf(principal),
      network: network.id,
      features: readMembers(module),
      definition: queryDefinitionOf(definition) ?? 'Any',
      most: MAX_COUNTERPARTS,
      mostOfNetwork: MAX_COUNTERPARTS_OF_NETWORK,
    });
    const found = await findRows(services, reply, definition);
    const own = toMatched({ module, network, list: reply.featureSymbols.listOfNetwork[0] ?? -1 });
    const kme = await compareKme(
      services,
      own,
      { found, numberOfModules: modules.length, signal },
      reply.featureSymbols,
    );
    const isTooSmall = reply.symbols < MIN_TESTED_SYMBOLS;
    const rows = found.map((each, at) => {
      const row = kme?.rows.get(at);
      const ofRow = kme === null || row === undefined ? null : { result: kme.result, row };
      return toRow(each, { module, network, isTooSmall }, ofRow);
    });
    return {
      results: rank(rows),
      symbols: reply.symbols,
      tested: reply.tested,
      networks: reply.networks,
      other_organisms: reply.otherOrganisms,
      kme_state: await kmeStateOf(db, network.analysis_version_id, own !== null),
      without_kme: found.length - (kme?.rows.size ?? 0),
    };
  }),
];
