/**
 * One module: statistics, members with kME, enrichment, eigengene. Reads covariation_module, module_member,
 * module_enrichment and stored kME.
 */

import {
  type EnrichedSet,
  getClosestTrait,
  getModule,
  getModuleDetails,
  getModuleEigengene,
  listModuleEnrichment,
  listModuleMembers,
  type ModuleRecord,
} from '@omicon/contract/areas/analyses/covariation-networks.ts';
import type { Principal } from '@omicon/domain/permissions/permissions.ts';
import { MODULE_DEFINITIONS } from '@omicon/domain/records/module-definition.ts';
import { moduleLabel } from '@omicon/domain/records/names/module-theme.ts';
import { pearson } from '@omicon/domain/statistics/correlation.ts';
import { orNull } from '@omicon/domain/statistics/or-null.ts';
import { notFound } from '../../base/errors.ts';
import { type Route, serve, serveInThread } from '../../base/http/serve.ts';
import type { Db } from '../../base/postgres/database.ts';
import type { Services } from '../../base/services.ts';
import { containing } from '../../records/lists/paging.ts';
import { definitionOf, moduleLinkOf, omiconIdOf, toPage } from '../../records/lists/replies.ts';
import { hasKme, kmeStateOf, readKme } from '../../records/network/kme.ts';
import { findsFollowUp } from '../../records/sample/follow-up-names.ts';
import { listValueLabels } from '../../records/sample/value-labels.ts';
import { readEnrichment } from './module-enrichment.ts';
import { toModuleItem, toStatistics } from './module-items.ts';
import { unpackF64, unpackU32 } from './packed.ts';
import { listFeatures } from './sql-kme.ts';
import * as statements from './sql-networks.ts';
import { findClosestTrait } from './traits/module-traits.ts';

const NEIGHBOURS = 12;

export async function getModuleRow(
  db: Db,
  principal: Principal,
  which: { id: number; version: number | undefined },
): Promise<statements.ModuleDetail> {
  const module = await statements.findModule(db, principal, which);
  if (!module) throw notFound('module');
  return module;
}

function linkTo(module: { id: number; name: string; theme: string | null } | undefined) {
  return module
    ? { id: module.id, omicon_id: omiconIdOf('CM', module.id), title: moduleLabel(module) }
    : null;
}

/** Modules with the highest eigengene correlation to this one, strongest first. */
function neighboursOf(module: statements.ModuleDetail, all: readonly statements.EigengeneRow[]) {
  const own = unpackF64(module.eigengene);
  return all
    .filter((other) => other.id !== module.id)
    .map(({ id: number, name, theme, eigengene }) => ({
      ...moduleLinkOf({ number, name, theme }),
      correlation: pearson(own, unpackF64(eigengene)),
    }))
    .filter((other) => !Number.isNaN(other.correlation))
    .toSorted((a, b) => Math.abs(b.correlation) - Math.abs(a.correlation))
    .slice(0, NEIGHBOURS);
}

async function describeModule(
  db: Db,
  principal: Principal,
  module: statements.ModuleDetail,
): Promise<ModuleRecord> {
  const [kme_state, all, definitions, enrichment, module_pdf, has_follow_up] = await Promise.all([
    kmeStateOf(db, module.analysis_version_id, hasKme(module)),
    statements.listEigengenesOfNetwork(db, module.network_version_id),
    statements.listDefinitions(db, module.version_id),
    statements.listEnrichment(db, module.version_id, null),
    statements.findModulePdf(db, principal, { ...module, name: module.network_name }),
    findsFollowUp(db, principal, module.input_data_set_id),
  ]);
  const { top_set: _, ...item } = toModuleItem(module, null);
  const { network_id, analysis_id } = module;
  return {
    ...item,
    title: moduleLabel(module),
    version: module.version,
    visibility: module.visibility,
    owner: module.owner,
    upload_date: module.created_at.toISOString(),
    network: { id: network_id, omicon_id: omiconIdOf('CN', network_id), title: module.network_name },
    analysis: { id: analysis_id, omicon_id: omiconIdOf('P', analysis_id), title: module.analysis_title },
    input_data_set: module.input_data_set,
    input_data_set_id: module.input_data_set_id,
    has_follow_up,
    unique_identifier: module.unique_identifier,
    number_of_modules: module.number_of_modules,
    statistics: toStatistics(module.statistics),
    definitions: definitions.map(({ definition, members }) => ({
      definition: definitionOf(definition),
      members,
    })),
    enrichment: enrichment.map((row) => ({
      definition: definitionOf(row.definition),
      source: row.source,
      tested: row.n_tested,
      enriched: row.n_enriched,
    })),
    module_pdf,
    previous: linkTo(all.find((other) => other.page === module.page - 1)),
    next: linkTo(all.find((other) => other.page === module.page + 1)),
    neighbours: neighboursOf(module, all),
    kme_state,
  };
}

interface Member {
  feature: string;
  kme: number | null;
  p_value: number | null;
}

/** Members of one definition with their kME; unsorted if kME is not computed yet. */
async function readMembers(
  { db, store }: Services,
  module: statements.ModuleDetail,
  definition: number,
): Promise<Member[]> {
  const packed = await statements.findMembers(db, { covariation_module_id: module.version_id, definition });
  if (packed === null || module.feature_list_id === null) return [];
  const features = await listFeatures(db, module.feature_list_id);
  const column = hasKme(module) ? await readKme(store, module, module.page - 1) : null;
  return Array.from(unpackU32(packed), (row) => ({
    feature: features[row] ?? '',
    kme: orNull(column?.kme[row]),
    p_value: orNull(column?.pValues[row]),
  }));
}

function sortMembers(members: Member[], { sort, order }: { sort: 'kme' | 'feature'; order: 'asc' | 'desc' }) {
  const direction = order === 'desc' ? -1 : 1;
  return members.toSorted((a, b) => {
    if (sort === 'feature') return direction * (a.feature < b.feature ? -1 : Number(a.feature > b.feature));
    if (a.kme === null || b.kme === null) return Number(a.kme === null) - Number(b.kme === null);
    return direction * (a.kme - b.kme);
  });
}

type EnrichmentColumn = 'p_value' | 'set_name' | 'set_id' | 'category' | 'size' | 'definition';

function sortEnrichment(
  sets: EnrichedSet[],
  { sort, order }: { sort: EnrichmentColumn; order: 'asc' | 'desc' },
): EnrichedSet[] {
  const direction = order === 'desc' ? -1 : 1;
  const cellOf = (set: EnrichedSet) => {
    const value = set[sort];
    return typeof value === 'string' ? value.toLowerCase() : value;
  };
  return sets.toSorted((a, b) => {
    const [left, right] = [cellOf(a), cellOf(b)];
    if (left === right) return a.p_value - b.p_value || a.gene_set_id - b.gene_set_id;
    if (left === null) return 1;
    if (right === null) return -1;
    return (left < right ? -1 : 1) * direction;
  });
}

export const moduleRoutes: Route[] = [
  serve(getModule, async ({ db, principal, params, query }) =>
    describeModule(
      db,
      principal,
      await getModuleRow(db, principal, { id: params.id, version: query.version }),
    ),
  ),

  serve(getModuleDetails, async ({ db, principal, params, query }) =>
    describeModule(
      db,
      principal,
      await getModuleRow(db, principal, { id: params.id, version: query.version }),
    ),
  ),

  serveInThread(getClosestTrait, async ({ db, principal, params, query, services, signal }) => {
    const module = await getModuleRow(db, principal, { id: params.id, version: query.version });
    return { trait: await findClosestTrait({ services, db, principal, signal }, module) };
  }),

  serve(listModuleMembers, async ({ db, principal, params, query, services }) => {
    const module = await getModuleRow(db, principal, { id: params.id, version: query.version });
    const members = await readMembers(services, module, MODULE_DEFINITIONS.indexOf(query.definition));
    const text = query.search.trim().toLowerCase();
    const found =
      text === '' ? members : members.filter((member) => member.feature.toLowerCase().includes(text));
    const start = (query.page - 1) * query.page_size;
    return toPage(sortMembers(found, query).slice(start, start + query.page_size), found.length, query);
  }),

  serve(listModuleEnrichment, async ({ db, principal, params, query }) => {
    const module = await getModuleRow(db, principal, { id: params.id, version: query.version });
    const definition = query.definition === undefined ? null : MODULE_DEFINITIONS.indexOf(query.definition);
    const search = query.search.trim();
    const pattern = search === '' ? null : containing(search);
    const sets = await readEnrichment(db, module.version_id, { definition, pattern });
    const start = (query.page - 1) * query.page_size;
    return toPage(sortEnrichment(sets, query).slice(start, start + query.page_size), sets.length, query);
  }),

  serve(getModuleEigengene, async ({ db, principal, params, query }) => {
    const module = await getModuleRow(db, principal, { id: params.id, version: query.version });
    const data_set_number = module.input_data_set_id;
    const { columns } = await statements.listSampleValues(db, principal, {
      data_set_number,
      attribute: null,
    });
    const attribute =
      query.attribute ?? (await statements.findColouringAttribute(db, principal, data_set_number));
    const { values } = await statements.listSampleValues(db, principal, { data_set_number, attribute });
    const attribute_values = module.sample_labels.map((label) => values.get(label) ?? null);
    const labels = await listValueLabels(
      db,
      attribute === null ? [] : [{ attribute, values: attribute_values }],
    );
    return {
      samples: module.sample_labels,
      values: [...unpackF64(module.eigengene)],
      attributes: columns,
      attribute: attribute !== null && columns.includes(attribute) ? attribute : null,
      attribute_values,
      value_labels: labels.get(attribute ?? '') ?? {},
    };
  }),
];
