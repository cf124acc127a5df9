/** One network against another, module by module. */

import { listNetworks, matchNetworks } from '@omicon/contract/areas/matching.ts';
import { u32At } from '@omicon/domain/arrays/number-at.ts';
import { SEARCHED_DEFINITIONS } from '@omicon/domain/records/module-definition.ts';
import { indexOfLargest } from '@omicon/domain/statistics/matching/kme-profiles.ts';
import { orNull } from '@omicon/domain/statistics/or-null.ts';
import { notFound, PortalError } from '../../base/errors.ts';
import { serve, serveInThread } from '../../base/http/serve.ts';
import type { Db } from '../../base/postgres/database.ts';
import type { MatchNetworksResult } from '../../compute/kinds/match-networks.ts';
import { listOtherOrganisms } from '../../records/data-set/other-organisms.ts';
import { moduleLinkOf, omiconIdOf, toPage } from '../../records/lists/replies.ts';
import { kmeMissing } from '../../records/network/kme.ts';
import { commonSamples, readEigengene, readMembers } from './common-samples.ts';
import * as statements from './sql.ts';

/** Larger matrices are neither read nor drawn; the networks of the laboratory have at most 657 modules. */
const MAX_CELLS = 250_000;

/** A network with its modules in page order. */
interface Side {
  network: statements.NetworkRow;
  modules: statements.ModuleRow[];
}

async function readSide(db: Db, network: statements.NetworkRow, definition: number): Promise<Side> {
  return { network, modules: await statements.listModulesOfNetwork(db, network.id, definition) };
}

function toMatched({ network, modules }: Side, kme_values_storage_key: string, list: number) {
  return {
    kme_values_storage_key,
    number_of_features: network.number_of_features,
    list,
    members: modules.map(readMembers),
    eigengenes: modules.map(readEigengene),
  };
}

function describe({ network }: Side) {
  const { number, name, data_set_title } = network;
  return { id: number, omicon_id: omiconIdOf('CN', number), name, data_set: data_set_title };
}

function describeModules({ modules }: Side, order: readonly number[], sizes: Uint32Array) {
  return order.flatMap((index) => {
    const module = modules[index];
    if (module === undefined) return [];
    return [{ ...moduleLinkOf(module), page: module.page, size: u32At(sizes, index) }];
  });
}

/** Pairs of modules, by index in page order, that are each the best match of the other. */
function reciprocalPairs(rho: Float64Array, rows: number, columns: number): [number, number][] {
  const rowOf = (row: number) => rho.subarray(row * columns, (row + 1) * columns);
  const columnOf = (column: number) =>
    Float64Array.from({ length: rows }, (_, row) => rho[row * columns + column] ?? Number.NaN);
  return Array.from({ length: rows }, (_, row) => row).flatMap((row): [number, number][] => {
    const column = indexOfLargest(rowOf(row));
    return column >= 0 && indexOfLargest(columnOf(column)) === row ? [[row, column]] : [];
  });
}

/** The matrices of the reply, with rows and columns in the order of the result. */
function matricesOf(result: MatchNetworksResult) {
  const { orderA, orderB, sizesA, sizesB, overlap } = result;
  const matrix = <T>(cell: (at: number, row: number, column: number) => T) =>
    orderA.map((row) => orderB.map((column) => cell(row * orderB.length + column, row, column)));
  const numbers = (values: Float64Array) => matrix((at) => orNull(values[at]));
  return {
    rho: numbers(result.rho),
    rho_of_members: numbers(result.rhoOfMembers),
    overlap: matrix((at) => u32At(overlap, at)),
    jaccard: matrix((at, row, column) => {
      const shared = u32At(overlap, at);
      return shared === 0 ? 0 : shared / (u32At(sizesA, row) + u32At(sizesB, column) - shared);
    }),
    p_value: matrix((at) => result.p[at] ?? 1),
    eigengene_r: numbers(result.eigengeneR),
  };
}

export const networkMatchRoutes = [
  serve(listNetworks, async ({ db, principal, query }) => {
    const [rows, total] = await Promise.all([
      statements.listCurrentNetworks(db, principal, query),
      statements.countCurrentNetworks(db, principal, query.search),
    ]);
    const results = rows.map(({ number, name, modules, analysis_number, analysis_title, data_set }) => ({
      id: number,
      omicon_id: omiconIdOf('CN', number),
      name,
      analysis: { id: analysis_number, title: analysis_title },
      data_set,
      modules,
    }));
    return toPage(results, total, query);
  }),

  serveInThread(matchNetworks, async ({ db, principal, params, query, services, signal }) => {
    const network = await statements.findNetwork(db, principal, params.id);
    const other = await statements.findNetwork(db, principal, params.other_id);
    if (network === undefined || other === undefined) throw notFound('network');
    const { kme_values_storage_key: key } = network;
    const { kme_values_storage_key: otherKey } = other;
    if (key === null) throw await kmeMissing(db, network);
    if (otherKey === null) throw await kmeMissing(db, other);
    const definition = SEARCHED_DEFINITIONS.indexOf(query.definition);
    const [a, b] = [await readSide(db, network, definition), await readSide(db, other, definition)];
    if (a.modules.length * b.modules.length > MAX_CELLS)
      throw new PortalError(
        'too_large',
        `${a.modules.length} and ${b.modules.length} modules make more pairs than can be compared at once.`,
      );
    const symbols = await services.searchThreads.ask({
      kind: 'feature-symbols',
      networks: [network.id, other.id],
      isSpelled: false,
      isTranslated: true,
    });
    const { symbolCount, lists, listOfNetwork } = symbols;
    const [list = -1, otherList = -1] = listOfNetwork;
    const samples = commonSamples(network, other);
    const result = await services.computeThreads.compute(
      'network_matches',
      { symbolCount, lists, samples, a: toMatched(a, key, list), b: toMatched(b, otherKey, otherList) },
      { signal },
    );
    const { orderA, orderB } = result;
    return {
      network: describe(a),
      other: describe(b),
      organisms: listOtherOrganisms(symbols)[0] ?? null,
      common_symbols: result.common,
      modules: describeModules(a, orderA, result.sizesA),
      other_modules: describeModules(b, orderB, result.sizesB),
      ...matricesOf(result),
      common_samples: samples.length,
      reciprocal: reciprocalPairs(result.rho, a.modules.length, b.modules.length).map(([row, column]) => ({
        module: orderA.indexOf(row),
        other: orderB.indexOf(column),
      })),
    };
  }),
];
