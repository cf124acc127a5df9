/** The picture of a module: expression of its members, eigengene, sample attributes, enriched gene sets. */

import {
  getModulePicture,
  listPictureSets,
  MAX_STRIPS,
} from '@omicon/contract/areas/analyses/module-picture.ts';
import { MODULE_DEFINITIONS, type ModuleDefinition } from '@omicon/domain/records/module-definition.ts';
import { orNull } from '@omicon/domain/statistics/or-null.ts';
import { PortalError } from '../../base/errors.ts';
import { type Route, serve, serveInThread } from '../../base/http/serve.ts';
import type { Db } from '../../base/postgres/database.ts';
import type { Services } from '../../base/services.ts';
import { readFeatures, readRowStatistics } from '../../records/data-set/expression.ts';
import { mapFeatureList, readFeatureList } from '../../records/data-set/feature-lists.ts';
import { hasKme, readKme } from '../../records/network/kme.ts';
import { listValueLabels } from '../../records/sample/value-labels.ts';
import { readEnrichment } from './module-enrichment.ts';
import { getModuleRow } from './modules.ts';
import { unpackF64, unpackU32 } from './packed.ts';
import { findColouringAttribute, findMembers, type ModuleDetail } from './sql-networks.ts';
import * as statements from './sql-picture.ts';

/** Rows are cut so that one reply holds no more values. */
const MAX_CELLS = 200_000;
const SETS = 15;

/** A member by its index in the feature list of the network. */
interface Member {
  index: number;
  /** place among all members by kME, from 0 */
  rank: number;
  kme: number | null;
  p_value: number | null;
}

/** Members by kME, the strongest first: the highest, or the lowest under a negative definition. */
async function rankMembers(
  { db, store }: Services,
  module: ModuleDetail,
  definition: ModuleDefinition,
): Promise<Member[]> {
  const packed = await findMembers(db, {
    covariation_module_id: module.version_id,
    definition: MODULE_DEFINITIONS.indexOf(definition),
  });
  if (packed === null || module.feature_list_id === null) return [];
  const column = hasKme(module) ? await readKme(store, module, module.page - 1) : null;
  const members = Array.from(unpackU32(packed), (index) => ({
    index,
    kme: orNull(column?.kme[index]),
    p_value: orNull(column?.pValues[index]),
  }));
  const direction = definition.startsWith('Neg') ? 1 : -1;
  const ranked = members.toSorted((a, b) => {
    if (a.kme === null || b.kme === null) return Number(a.kme === null) - Number(b.kme === null);
    return direction * (a.kme - b.kme);
  });
  return ranked.map((member, rank) => ({ ...member, rank }));
}

/** Of each gene set the members, by their rank, whose name is one of its genes or which map to one. */
async function membersInSets(
  db: Db,
  module: ModuleDetail,
  { members, gene_sets }: { members: readonly Member[]; gene_sets: readonly number[] },
): Promise<Map<number, Set<number>>> {
  const packed = await statements.findIndexedFeatures(db, module.network_version_id);
  // A network that is not indexed yet is compared by names only.
  const indexed = packed === null ? new Uint32Array() : unpackU32(packed);
  const names = await listNames(db, module);
  const found = new Map<number, Set<number>>();
  for (const { number, genes, features } of await statements.listSetFeatures(db, gene_sets)) {
    const ids = new Set(features.flatMap((bytes) => [...unpackU32(bytes)]));
    const spellings = new Set(genes);
    const isShared = ({ index }: Member) =>
      ids.has(indexed[index] ?? -1) || spellings.has(names[index]?.toUpperCase() ?? '');
    found.set(number, new Set(members.filter(isShared).map(({ rank }) => rank)));
  }
  return found;
}

async function listNames(db: Db, { feature_list_id }: ModuleDetail): Promise<readonly string[]> {
  return feature_list_id === null ? [] : readFeatureList(db, feature_list_id);
}

/** Attributes asked for, of those that the samples have. */
function chooseStrips(asked: string, columns: readonly string[]): string[] {
  const names = [...new Set(asked.split('\n').map((name) => name.trim()))].filter((name) => name !== '');
  if (names.length > MAX_STRIPS)
    throw new PortalError('invalid_input', `A picture shows at most ${MAX_STRIPS} sample attributes.`);
  return names.filter((name) => columns.includes(name));
}

async function readStrips(
  db: Db,
  dataSet: statements.InputDataSet,
  { attributes, sampleIndexes }: { attributes: readonly string[]; sampleIndexes: readonly number[] },
) {
  const strips = await Promise.all(
    attributes.map(async (attribute) => {
      const all = await statements.listAttributeValues(db, { data_set_version_id: dataSet.id, attribute });
      return { attribute, values: sampleIndexes.map((index) => all[index] ?? null) };
    }),
  );
  const labels = await listValueLabels(db, strips);
  return strips.map((strip) => ({ ...strip, value_labels: labels.get(strip.attribute) ?? {} }));
}

/** Values of members for the samples of the network; all null for a feature that the data set does not have. */
async function readValues(
  { db, store }: Services,
  dataSet: statements.InputDataSet,
  {
    features,
    sampleIndexes,
    feature_list_id,
  }: {
    features: readonly number[];
    sampleIndexes: readonly number[];
    feature_list_id: number;
  },
): Promise<{ values: (number | null)[][]; percentiles: (number | null)[] }> {
  const rowOf = await mapFeatureList(db, { from: feature_list_id, to: dataSet.feature_list_id });
  const rows = features.map((index) => rowOf[index] ?? -1);
  const present = rows.filter((row) => row >= 0);
  const [read, statistics] = await Promise.all([
    readFeatures(store, dataSet, present),
    readRowStatistics(store, dataSet, present),
  ]);
  const values = new Map(present.map((row, at) => [row, read[at]]));
  const percentiles = new Map(present.map((row, at) => [row, statistics[at]?.percentile]));
  return {
    values: rows.map((row) => sampleIndexes.map((sample) => orNull(values.get(row)?.[sample]))),
    percentiles: rows.map((row) => orNull(percentiles.get(row))),
  };
}

export const modulePictureRoutes: Route[] = [
  serveInThread(getModulePicture, async ({ db, principal, params, query, services }) => {
    const module = await getModuleRow(db, principal, { id: params.id, version: query.version });
    const [members, dataSet] = await Promise.all([
      rankMembers(services, module, query.definition),
      statements.findInputDataSet(db, principal, module.input_data_set_id),
    ]);
    const wanted =
      query.gene_set === undefined
        ? null
        : ((await membersInSets(db, module, { members, gene_sets: [query.gene_set] })).get(query.gene_set) ??
          new Set());
    const matching = wanted === null ? members : members.filter(({ rank }) => wanted.has(rank));
    const samples = module.sample_labels;
    const shown = matching.slice(
      0,
      Math.min(query.rows, Math.max(1, Math.floor(MAX_CELLS / samples.length))),
    );
    const names = await listNames(db, module);
    const indexOfLabel = new Map(dataSet?.sample_labels.map((label, index) => [label, index]));
    const sampleIndexes = samples.map((label) => indexOfLabel.get(label) ?? -1);
    const isReady =
      dataSet !== null && dataSet.matrix_storage_key !== null && module.feature_list_id !== null;
    const features = shown.map(({ index }) => index);
    const usual = await findColouringAttribute(db, principal, module.input_data_set_id);
    const [{ values, percentiles }, strips] = await Promise.all([
      isReady
        ? readValues(services, dataSet, {
            features,
            sampleIndexes,
            feature_list_id: module.feature_list_id ?? 0,
          })
        : { values: [], percentiles: [] },
      dataSet === null
        ? []
        : readStrips(db, dataSet, {
            attributes: chooseStrips(query.attributes ?? usual ?? '', dataSet.sample_columns),
            sampleIndexes,
          }),
    ]);
    return {
      input_data_set_id: module.input_data_set_id,
      values_state:
        dataSet === null ? ('none' as const) : isReady ? ('ready' as const) : ('waiting' as const),
      number_of_members: members.length,
      number_of_matching: matching.length,
      samples,
      eigengene: [...unpackF64(module.eigengene)],
      rows: shown.map(({ index, rank, kme, p_value }, at) => ({
        feature: names[index] ?? '',
        rank,
        kme,
        p_value,
        percentile: percentiles[at] ?? null,
      })),
      values,
      attributes: dataSet?.sample_columns ?? [],
      strips,
    };
  }),

  serve(listPictureSets, async ({ db, principal, params, query, services }) => {
    const module = await getModuleRow(db, principal, { id: params.id, version: query.version });
    const definition = MODULE_DEFINITIONS.indexOf(query.definition);
    const [all, members] = await Promise.all([
      readEnrichment(db, module.version_id, { definition, pattern: null }),
      rankMembers(services, module, query.definition),
    ]);
    const sets = all
      .toSorted((a, b) => a.p_value - b.p_value || a.gene_set_id - b.gene_set_id)
      .slice(0, SETS);
    const overlaps = await membersInSets(db, module, {
      members,
      gene_sets: sets.map(({ gene_set_id }) => gene_set_id),
    });
    return {
      results: sets.map(({ gene_set_id, omicon_id, set_id, set_name, category, p_value }) => {
        const ranks = [...(overlaps.get(gene_set_id) ?? [])];
        return { gene_set_id, omicon_id, set_id, set_name, category, p_value, overlap: ranks.length, ranks };
      }),
    };
  }),
];
