/** Modules by the kME of a gene, whether they contain it or not. */
import { u32At } from '@omicon/domain/arrays/number-at.ts';
import { mappingKey } from '@omicon/domain/identifiers/identifier-mapping.ts';
import type { KmeRule } from '@omicon/domain/query/rules/kme.ts';
import type { Client } from 'pg';
import type { FeatureKme } from '../kit/kme-segment.ts';
import type { Catalog, NetworkEntry } from '../read/catalog-entries.ts';
import type { KmeSegments } from '../read/kme-segments.ts';
import type { ModuleColumns } from '../read/module-columns.ts';
import { numberList } from '../read/rows.ts';
import { listFeatures } from './match-features.ts';

/** Of the features of a gene, each module keeps the one with the largest |kME|. */
export interface StrongestKme {
  /** by module id, to 1.6e-5 unless resolved; NaN without kME */
  kme: Float64Array;
  /** by module id: the feature (search_feature.id) of `kme`; 0 without kME */
  features: Uint32Array;
  /** by row id: networks that have kME of the gene */
  networks: ReadonlySet<number>;
}

function takeStrongest(found: StrongestKme, network: NetworkEntry, kme: FeatureKme, entry: number): void {
  const start = kme.starts[entry] ?? 0;
  const feature = kme.features[entry] ?? 0;
  // A plain loop: half a million modules take a tenth of the time of a callback for each.
  for (let at = 0; at < network.modules.length; at += 1) {
    const module = u32At(network.modules, at);
    const value = kme.values[start + at] ?? Number.NaN;
    const known = found.kme[module] ?? Number.NaN;
    if (Number.isNaN(value) || Math.abs(value) <= Math.abs(known)) continue;
    found.kme[module] = value;
    found.features[module] = feature;
  }
}

/** kME of a gene with every module, readable or not; to 1.6e-5. */
export async function readStrongestKme(
  { catalog, kme: segments }: { catalog: Catalog; kme: KmeSegments },
  features: readonly number[],
): Promise<StrongestKme> {
  const kme = await segments.read(features);
  const length = catalog.networkOfModule.length;
  const found: StrongestKme = {
    kme: new Float64Array(length).fill(Number.NaN),
    features: new Uint32Array(length),
    networks: new Set(kme.networks),
  };
  if (kme.networks.length === 0) return found;
  const networks = new Map(catalog.networks.map((network) => [network.id, network]));
  kme.networks.forEach((id, entry) => {
    const network = networks.get(id);
    // Networks of earlier versions stay in their segments.
    if (network !== undefined) takeStrongest(found, network, kme, entry);
  });
  return found;
}

interface KmeContext {
  client: Client;
  catalog: Catalog;
  columns: ModuleColumns;
  kme: KmeSegments;
}

/**
 * Replaces kME of these modules by the exact values of the kME tables. Tables covariation_network, search_feature_list.
 */
async function resolveKme(
  { client, catalog, columns, kme: segments }: KmeContext,
  found: StrongestKme,
  modules: readonly number[],
): Promise<void> {
  const entries = modules.flatMap((module) => {
    const network = catalog.networks[(catalog.networkOfModule[module] ?? 0) - 1];
    return network === undefined || Number.isNaN(found.kme[module] ?? Number.NaN)
      ? []
      : [{ module, network }];
  });
  if (entries.length === 0) return;
  const { rows } = await client.query<{ id: number; storage_key: string }>(
    `select id, kme_values_storage_key as storage_key from covariation_network
      where id = any(${numberList(new Set(entries.map(({ network }) => network.id)))}) and kme_values_storage_key is not null`,
  );
  const keys = new Map(rows.map(({ id, storage_key }) => [id, storage_key]));
  const lists = await columns.loadLists(
    catalog,
    new Set(entries.map(({ network }) => network.search_feature_list_id)),
  );
  const asked = entries.flatMap(({ module, network }) => {
    const storage_key = keys.get(network.id);
    const list = lists.get(network.search_feature_list_id);
    const feature = list?.indexOf(found.features[module] ?? 0) ?? -1;
    if (storage_key === undefined || list === undefined || feature < 0) return [];
    // kME and P of each module follow each other.
    return [{ module, storage_key, index: 2 * list.length * network.modules.indexOf(module) + feature }];
  });
  const values = await segments.readValues(asked);
  asked.forEach(({ module }, at) => {
    found.kme[module] = values[at] ?? Number.NaN;
  });
}

/** What a kME rule shows of modules. */
export interface KmeFigures {
  gene: string;
  /** by module id; exact only for resolved modules */
  kme: Float64Array;
  /** whether the rule asks for high kME */
  isAtLeast: boolean;
  resolve(modules: readonly number[]): Promise<void>;
}

/** Above the error of packed kME. */
const SLACK = 2e-5;

/** Returns a test of a kME rule by module id, and its figures. Values next to the limit are exact. */
export async function prepareKmeTest(
  context: KmeContext,
  { gene, isAtLeast, limit }: KmeRule,
): Promise<{ holds(module: number): boolean; figures: KmeFigures }> {
  const key = mappingKey(gene);
  const features = (await listFeatures(context.client, 'SYMBOL', [key])).get(key) ?? new Uint32Array(0);
  const strongest = await readStrongestKme(context, [...features]);
  const { kme } = strongest;
  const near: number[] = [];
  kme.forEach((value, module) => {
    if (Math.abs(value - limit) < SLACK) near.push(module);
  });
  await resolveKme(context, strongest, near);
  const value = (module: number) => kme[module] ?? Number.NaN;
  return {
    holds: isAtLeast ? (module) => value(module) >= limit : (module) => value(module) <= limit,
    figures: { gene, kme, isAtLeast, resolve: (modules) => resolveKme(context, strongest, modules) },
  };
}
