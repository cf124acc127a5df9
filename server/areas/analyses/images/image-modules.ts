/**
 * Data of the modules image: what the pages of a network and its modules show, as files for a page without a server.
 */

import type { ModuleItem } from '@omicon/contract/areas/analyses/covariation-networks.ts';
import type { KmeColumn } from '@omicon/domain/statistics/modules/kme.ts';
import { orNull } from '@omicon/domain/statistics/or-null.ts';
import { imageFile } from '../../../base/container-image/container-image.ts';
import type { TarEntry } from '../../../base/container-image/tar.ts';
import type { Db } from '../../../base/postgres/database.ts';
import type { Services } from '../../../base/services.ts';
import { definitionOf, omiconIdOf, toAttributes } from '../../../records/lists/replies.ts';
import { hasKme, readKme } from '../../../records/network/kme.ts';
import { readEnrichment } from '../module-enrichment.ts';
import { toModuleItem, toStatistics } from '../module-items.ts';
import { bestSets } from '../networks.ts';
import { unpackF64, unpackU32 } from '../packed.ts';
import { listFeatures } from '../sql-kme.ts';
import * as statements from '../sql-networks.ts';
import { listMembersOfNetwork, type NetworkOfImage } from './sql-images.ts';

/** Features per kME file, so that looking up a gene reads one file. */
const FEATURES_PER_PIECE = 256;

interface Parts {
  network: NetworkOfImage;
  features: readonly string[];
  modules: readonly statements.ModuleRow[];
  eigengenes: readonly Float64Array[];
  /** members by module and definition */
  members: ReadonlyMap<number, ReadonlyMap<string, Uint32Array>>;
  /** by module */
  kme: readonly KmeColumn[];
}

async function readParts({ db, store }: Services, network: NetworkOfImage): Promise<Parts> {
  const { feature_list_id } = network;
  if (feature_list_id === null || !hasKme(network))
    throw new Error(`The kME of network ${network.name} is not computed yet.`);
  const features = await listFeatures(db, feature_list_id);
  const modules = await statements.listModulesOfNetwork(db, network.id);
  const eigengenes = await statements.listEigengenesOfNetwork(db, network.id);
  const members = new Map<number, Map<string, Uint32Array>>();
  for (const { covariation_module_id, definition, features: packed } of await listMembersOfNetwork(
    db,
    network.id,
  )) {
    const known = members.get(covariation_module_id) ?? new Map<string, Uint32Array>();
    members.set(covariation_module_id, known.set(definitionOf(definition), unpackU32(packed)));
  }
  const sizes = { number_of_features: features.length, number_of_samples: network.sample_labels.length };
  const kme: KmeColumn[] = [];
  for (const { page } of modules) kme.push(await readKme(store, { ...network, ...sizes }, page - 1));
  return {
    network,
    features,
    modules,
    eigengenes: eigengenes.map(({ eigengene }) => unpackF64(eigengene)),
    members,
    kme,
  };
}

function json(path: string, value: unknown): TarEntry {
  return imageFile(path, `${JSON.stringify(value)}\n`);
}

function networkFile({ network, features, modules }: Parts, best: Map<number, ModuleItem['top_set']>) {
  const { name, analysis_title, version, input_data_set, unique_identifier, sample_labels } = network;
  const parameters = {
    Similarity: network.similarity,
    Overlap: network.overlap,
    RelSignum: network.rel_signum,
    Signum: network.signum,
    MinSize: network.min_size,
    MergeBy: network.merge_by,
    MergeParam: network.merge_param,
  };
  return json('network.json', {
    omicon_id: omiconIdOf('CN', network.number),
    name,
    version,
    analysis: { omicon_id: omiconIdOf('P', network.analysis_id), title: analysis_title },
    input_data_set,
    identifier: unique_identifier ?? 'Feature',
    parameters: Object.entries(parameters).map(([key, value]) => ({
      name: key,
      value: value === null ? null : String(value),
    })),
    statistics: toAttributes(network.statistics),
    samples: sample_labels,
    number_of_features: features.length,
    features_per_piece: FEATURES_PER_PIECE,
    modules: modules.map((row) => toModuleItem(row, best.get(row.version_id) ?? null)),
  });
}

/** For each feature, the page of its module under each definition; 0 for none. */
function featureFile({ features, modules, members }: Parts): TarEntry {
  const definitions: Record<string, number[]> = {};
  for (const { version_id, page } of modules) {
    for (const [definition, indexes] of members.get(version_id) ?? []) {
      definitions[definition] ??= new Array<number>(features.length).fill(0);
      for (const index of indexes) definitions[definition][index] = page;
    }
  }
  return json('features.json', { features, definitions });
}

async function moduleFile(db: Db, parts: Parts, index: number): Promise<TarEntry> {
  const row = parts.modules[index];
  if (!row) throw new RangeError(`There is no module ${index}.`);
  const column = parts.kme[index];
  const members = [...(parts.members.get(row.version_id) ?? [])].map(([definition, indexes]) => ({
    definition,
    features: [...indexes],
    kme: Array.from(indexes, (feature) => orNull(column?.kme[feature])),
    p: Array.from(indexes, (feature) => orNull(column?.pValues[feature])),
  }));
  const enrichment = await readEnrichment(db, row.version_id, { definition: null, pattern: null });
  return json(`modules/${row.page}.json`, {
    omicon_id: omiconIdOf('CM', row.id),
    name: row.name,
    statistics: toStatistics(row.statistics),
    eigengene: [...(parts.eigengenes[index] ?? [])],
    members,
    enrichment: enrichment
      .map(({ gene_set_id: _, omicon_id: __, ...set }) => set)
      .toSorted((a, b) => a.p_value - b.p_value || (a.set_id < b.set_id ? -1 : 1)),
  });
}

/** kME and P of some features with all modules, float64: features x modules x 2. */
function kmePiece({ features, kme }: Parts, piece: number): TarEntry {
  const start = piece * FEATURES_PER_PIECE;
  const count = Math.min(FEATURES_PER_PIECE, features.length - start);
  const values = new Float64Array(2 * count * kme.length);
  kme.forEach((module, column) => {
    for (let row = 0; row < count; row += 1) {
      const at = 2 * (row * kme.length + column);
      values[at] = module.kme[start + row] ?? Number.NaN;
      values[at + 1] = module.pValues[start + row] ?? Number.NaN;
    }
  });
  return imageFile(`kme/${piece}.f64`, new Uint8Array(values.buffer));
}

/** Data files of the viewer, with paths below its data folder. */
export async function moduleDataFiles(services: Services, network: NetworkOfImage): Promise<TarEntry[]> {
  const parts = await readParts(services, network);
  const files = [networkFile(parts, await bestSets(services.db, network.id)), featureFile(parts)];
  for (const index of parts.modules.keys()) files.push(await moduleFile(services.db, parts, index));
  const pieces = Math.ceil(parts.features.length / FEATURES_PER_PIECE);
  for (let piece = 0; piece < pieces; piece += 1) files.push(kmePiece(parts, piece));
  return files;
}
