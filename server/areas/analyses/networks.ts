/**
 * Covariation networks and the grids of their modules. Reads covariation_network, covariation_module, module_member,
 * module_enrichment.
 */

import {
  createKmeTable,
  getCovariationNetwork,
  listModuleOmiconIds,
  listModules,
  listModuleTraits,
  type ModuleItem,
  redirectToModule,
} from '@omicon/contract/areas/analyses/covariation-networks.ts';
import { mappingKey } from '@omicon/domain/identifiers/identifier-mapping.ts';
import { parseOmiconId } from '@omicon/domain/identifiers/omicon-id.ts';
import { isIdentifier, readingsOf, withoutVersion } from '@omicon/domain/identifiers/read-identifiers.ts';
import type { Principal } from '@omicon/domain/permissions/permissions.ts';
import type { KmeColumn } from '@omicon/domain/statistics/modules/kme.ts';
import { orNull } from '@omicon/domain/statistics/or-null.ts';
import { notFound, PortalError } from '../../base/errors.ts';
import { type Route, serve, serveInThread } from '../../base/http/serve.ts';
import type { Db } from '../../base/postgres/database.ts';
import type { Services } from '../../base/services.ts';
import { definitionOf, omiconIdOf, toAttributes, toPage, toVersions } from '../../records/lists/replies.ts';
import { hasKme, kmeMissing, kmeStateOf, readKme } from '../../records/network/kme.ts';
import { sortModules, toModuleItem } from './module-items.ts';
import { unpackF64, unpackU32 } from './packed.ts';
import { listFeatures } from './sql-kme.ts';
import * as statements from './sql-networks.ts';
import { getModuleTraits } from './traits/module-traits.ts';

async function getNetworkRow(
  db: Db,
  principal: Principal,
  which: { id: number; version: number | undefined },
): Promise<statements.NetworkDetail> {
  const network = await statements.findNetwork(db, principal, which);
  if (!network) throw notFound('covariation network');
  return network;
}

/** Parses the number of a record from a number, its text, or an Omicon ID of the type. */
function numberOf(reference: number | string, type: 'CN' | 'P'): number | null {
  if (typeof reference === 'number') return reference;
  if (/^[1-9][0-9]{0,8}$/.test(reference)) return Number(reference);
  const id = parseOmiconId(reference);
  return id?.type === type ? id.number : null;
}

/** The gene set with the smallest P of each module, by module row. */
export async function bestSets(
  db: Db,
  network_version_id: number,
): Promise<Map<number, ModuleItem['top_set']>> {
  const best = new Map<number, { number: number; definition: number; p_value: number }>();
  for (const row of await statements.listBestSets(db, network_version_id)) {
    const p_value = unpackF64(row.p_value)[0] ?? Number.NaN;
    const known = best.get(row.covariation_module_id);
    if (known && known.p_value <= p_value) continue;
    const number = unpackU32(row.gene_set)[0] ?? 0;
    best.set(row.covariation_module_id, { number, definition: row.definition, p_value });
  }
  const names = await statements.listSetNames(
    db,
    [...best.values()].map((set) => set.number),
  );
  return new Map(
    [...best].map(([row, { number, definition, p_value }]) => {
      const named = names.get(number);
      const set = named && {
        set_id: named.set_id,
        set_name: named.name,
        definition: definitionOf(definition),
        p_value,
      };
      return [row, set ?? null];
    }),
  );
}

async function kmeTableOf(db: Db, principal: Principal, network: statements.NetworkDetail) {
  if (network.kme_table_file_id === null) return null;
  return statements.findFileOfNetwork(db, principal, {
    id: network.kme_table_file_id,
    analysis_title: network.analysis_title,
  });
}

/** kME and P of the requested features and modules. */
async function chooseKme(
  { db, store }: Services,
  network: statements.NetworkDetail,
  request: { features: readonly string[]; modules: readonly string[] },
) {
  if (!hasKme(network) || network.feature_list_id === null) throw await kmeMissing(db, network);
  const features = await listFeatures(db, network.feature_list_id);
  // An id without version finds the feature of any version.
  const indexes = new Map([
    ...features.map((feature, index): [string, number] => [mappingKey(withoutVersion(feature)), index]),
    ...features.map((feature, index): [string, number] => [mappingKey(feature), index]),
  ]);
  const indexOf = (name: string) =>
    readingsOf(name)
      .map((reading) => indexes.get(mappingKey(reading)))
      .find((index) => index !== undefined);
  const all = await statements.listModulesOfNetwork(db, network.version_id);
  const modules =
    request.modules.length === 0 ? all : all.filter(({ name }) => request.modules.includes(name));
  const unknownModule = request.modules.find((name) => !all.some((module) => module.name === name));
  if (unknownModule !== undefined)
    throw new PortalError('invalid_input', `There is no module ${unknownModule} in this network.`);
  const columns: KmeColumn[] = [];
  for (const module of modules) columns.push(await readKme(store, network, module.page - 1));
  const named = request.features.map((feature) => feature.trim()).filter(isIdentifier);
  // The same feature in different spellings is one row.
  const found = new Set(named.flatMap((feature) => indexOf(feature) ?? []));
  const rows = [...found].map((index) => ({
    feature: features[index] ?? '',
    kme: columns.map(({ kme }) => orNull(kme[index])),
    p_value: columns.map(({ pValues }) => orNull(pValues[index])),
  }));
  return {
    identifier: network.unique_identifier ?? 'Feature',
    modules: modules.map((module) => module.name),
    rows,
    unknown: [...new Set(named.filter((feature) => indexOf(feature) === undefined))],
  };
}

export const networkRoutes: Route[] = [
  serve(getCovariationNetwork, async ({ db, principal, params, query }) => {
    const network = await getNetworkRow(db, principal, { id: params.id, version: query.version });
    const [kme_state, versions, module_pdf, kme_table] = await Promise.all([
      kmeStateOf(db, network.analysis_version_id, network.kme_table_file_id !== null),
      statements.listVersions(db, principal, {
        analysis_id: network.analysis_id,
        network_number: network.id,
      }),
      statements.findModulePdf(db, principal, network),
      kmeTableOf(db, principal, network),
    ]);
    const { analysis_id, analysis_title, created_at } = network;
    return {
      ...network,
      omicon_id: omiconIdOf('CN', network.id),
      title: network.name,
      upload_date: created_at.toISOString(),
      versions: toVersions(versions),
      analysis: { id: analysis_id, omicon_id: omiconIdOf('P', analysis_id), title: analysis_title },
      statistics: toAttributes(network.statistics),
      folder: network.name,
      module_pdf,
      kme_table,
      kme_state,
    };
  }),

  serveInThread(listModuleTraits, async ({ db, principal, params, query, services, signal }) => {
    const network = await getNetworkRow(db, principal, { id: params.id, version: query.version });
    return {
      input_data_set_id: network.input_data_set_id,
      number_of_samples: network.number_of_samples,
      ...(await getModuleTraits({ services, db, principal, signal }, network)),
    };
  }),

  serve(listModules, async ({ db, principal, params, query }) => {
    const network = await getNetworkRow(db, principal, { id: params.id, version: query.version });
    // All modules are read, as any statistic may sort them; a network has at most 657, the number of module names.
    const [rows, best] = await Promise.all([
      statements.listModulesOfNetwork(db, network.version_id),
      bestSets(db, network.version_id),
    ]);
    const text = query.search.trim().toLowerCase();
    const items = rows
      .map((row) => toModuleItem(row, best.get(row.version_id) ?? null))
      .filter((item) => item.name.toLowerCase().includes(text) || item.omicon_id.toLowerCase() === text);
    const start = (query.page - 1) * query.page_size;
    return toPage(sortModules(items, query).slice(start, start + query.page_size), items.length, query);
  }),

  serve(listModuleOmiconIds, async ({ db, principal, body }) => {
    const number = numberOf(body.covariation_network, 'CN');
    const network = await getNetworkRow(db, principal, { id: number ?? 0, version: undefined });
    const rows = await statements.listModulesOfNetwork(db, network.version_id);
    return { omicon_ids: rows.map((row) => omiconIdOf('CM', row.id)) };
  }),

  serve(redirectToModule, async ({ db, principal, body }) => {
    const analysis_id = numberOf(body.project_id, 'P');
    if (analysis_id === null) throw new PortalError('not_found', 'No matching analysis found!');
    const byNumber = numberOf(body.covariation_network, 'CN');
    const network =
      byNumber === null
        ? await statements.findNetworkByName(db, principal, {
            analysis_id,
            name: String(body.covariation_network),
          })
        : await statements.findNetwork(db, principal, { id: byNumber, version: undefined });
    if (!network || network.analysis_id !== analysis_id)
      throw new PortalError('not_found', 'No matching analysis found!');
    const rows = await statements.listModulesOfNetwork(db, network.version_id);
    const module = rows.find((row) => row.name === body.module);
    const pdf = await statements.findModulePdf(db, principal, network);
    if (!module || !pdf) throw new PortalError('not_found', 'Module not found. Please try later.');
    return { ...pdf, page: module.page, omicon_id: omiconIdOf('CM', module.id) };
  }),

  serve(createKmeTable, async ({ db, principal, params, body, services }) => {
    const network = await getNetworkRow(db, principal, { id: params.id, version: body.version });
    return chooseKme(services, network, body);
  }),
];
