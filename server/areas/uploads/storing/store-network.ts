import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { numberAt } from '@omicon/domain/arrays/number-at.ts';
import { MODULE_DEFINITIONS } from '@omicon/domain/records/module-definition.ts';
import { readEnrichment } from '@omicon/intake/analyses/read-enrichment.ts';
import { readNetwork } from '@omicon/intake/analyses/read-network.ts';
import type { EnrichmentRecord, ModuleRecord, NetworkPaths, NetworkRecord } from '@omicon/intake/records.ts';
import type { Tx } from '../../../base/postgres/database.ts';
import { createNumbers } from '../../../records/lists/numbers.ts';
import { packKme } from '../../../records/network/kme.ts';
import * as statements from '../sql.ts';
import * as resources from './sql-resources.ts';
import { sourceOf } from './store-resources.ts';
import { recordOf, type Storing } from './storing.ts';

/** Uncorrected P, the laboratory's default filter; larger P stay in the file only. */
const KEPT_BELOW = 0.05;

function bytesOf(array: Uint32Array | Float64Array): Buffer {
  return Buffer.from(array.buffer, array.byteOffset, array.byteLength);
}

export interface NetworkTarget {
  analysis_id: number;
  /** the number the network had in an earlier version of the analysis */
  number: number | null;
  statistics: Map<string, string | null>;
  /** of the input data set, by which search shards divide the networks */
  slot: number;
  /** numbers of the gene sets that the tables of the analysis name; added to */
  namedSets: Set<number>;
}

/** kME and P of the kME table, or null if it is the short form. */
function joinKme({ modules }: NetworkRecord): Buffer | null {
  const columns = modules.flatMap(({ kme }) => kme ?? []);
  return columns.length === 0 || columns.length < modules.length ? null : packKme(columns);
}

async function insertNetwork(
  storing: Storing,
  network: NetworkRecord,
  target: NetworkTarget,
): Promise<{ id: number; number: number }> {
  const { tx, store } = storing;
  const number = target.number ?? (await createNumbers(tx, 'CN', 1))[0] ?? 0;
  const sha256 = createHash('sha256').update(network.features.join('\n')).digest();
  const kme = joinKme(network);
  const relSignum = Number(target.statistics.get('RelSignum') ?? Number.NaN);
  const { feature_count: _, ...parameters } = network.parameters;
  const { id } = await tx
    .insertInto('covariation_network')
    .values({
      ...parameters,
      number,
      analysis_id: target.analysis_id,
      name: network.name,
      rel_signum: Number.isFinite(relSignum) ? relSignum : null,
      number_of_modules: network.modules.length,
      statistics: JSON.stringify([...target.statistics]),
      feature_list_id: await statements.saveFeatureList(tx, sha256, network.features),
      sample_labels: network.sampleLabels,
      kme_values_storage_key: kme === null ? null : (await store.put(Readable.from([kme]))).storageKey,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id, number };
}

/** @returns module ids by name. Writes covariation_module, module_member. */
async function insertModules(
  tx: Tx,
  network: { id: number; number: number; slot: number },
  modules: readonly ModuleRecord[],
): Promise<Map<string, number>> {
  if (modules.length === 0) return new Map();
  const earlier = await statements.listEarlierModules(tx, network.number);
  const fresh = await createNumbers(tx, 'CM', modules.filter((module) => !earlier.has(module.name)).length);
  const rows = await tx
    .insertInto('covariation_module')
    .values(
      modules.map((module) => ({
        number: earlier.get(module.name) ?? fresh.shift() ?? 0,
        covariation_network_id: network.id,
        name: module.name,
        page: module.page,
        statistics: JSON.stringify([...module.statistics]),
        eigengene: bytesOf(module.eigengene),
      })),
    )
    .returning(['id', 'name'])
    .execute();
  const ids = new Map(rows.map((row) => [row.name, row.id]));
  const members = modules.flatMap((module) =>
    [...module.members].map(([definition, features]) => ({
      covariation_module_id: ids.get(module.name) ?? 0,
      definition: MODULE_DEFINITIONS.indexOf(definition),
      slot: network.slot,
      n: features.length,
      features: bytesOf(features),
    })),
  );
  if (members.length > 0) await tx.insertInto('module_member').values(members).execute();
  return ids;
}

/** Numbers of the table's gene sets; unknown sets are added without genes. */
async function numbersOfSets(storing: Storing, enrichment: EnrichmentRecord): Promise<number[]> {
  const { tx, run } = storing;
  const known = await resources.listGeneSetNumbers(
    tx,
    enrichment.sets.map((set) => set.set_id),
  );
  const missing = enrichment.sets.filter((set) => !known.has(set.set_id));
  if (missing.length > 0) {
    const numbers = await createNumbers(tx, 'GS', missing.length);
    const added = missing.map((set, index) => ({
      ...set,
      number: numberAt(numbers, index),
      genes: null,
      set_source: sourceOf(set.set_id),
    }));
    await resources.createGeneSets(tx, added, run);
    for (const set of added) known.set(set.set_id, set.number);
  }
  return enrichment.sets.map((set) => known.get(set.set_id) ?? 0);
}

/** One module's column: P below the limit with their sets, smallest first, ties by set number. */
function enrichedSets(enrichment: EnrichmentRecord, column: number, numbers: readonly number[]) {
  const width = enrichment.modules.length;
  const kept: { number: number; p: number }[] = [];
  let n_tested = 0;
  for (let row = 0; row < numbers.length; row += 1) {
    const p = enrichment.pValues[row * width + column] ?? Number.NaN;
    if (Number.isNaN(p)) continue;
    n_tested += 1;
    if (p < KEPT_BELOW) kept.push({ number: numberAt(numbers, row), p });
  }
  kept.sort((a, b) => a.p - b.p || a.number - b.number);
  return {
    n_tested,
    n_enriched: kept.length,
    gene_sets: bytesOf(Uint32Array.from(kept, (set) => set.number)),
    p_values: bytesOf(Float64Array.from(kept, (set) => set.p)),
  };
}

async function insertEnrichment(
  storing: Storing,
  enrichment: EnrichmentRecord,
  {
    modules,
    slot,
    namedSets,
  }: Pick<NetworkTarget, 'slot' | 'namedSets'> & { modules: ReadonlyMap<string, number> },
): Promise<void> {
  const numbers = await numbersOfSets(storing, enrichment);
  for (const number of numbers) namedSets.add(number);
  const { source, definition } = enrichment;
  const rows = enrichment.modules.map((name, column) => ({
    covariation_module_id: modules.get(name) ?? 0,
    definition: MODULE_DEFINITIONS.indexOf(definition),
    source,
    slot,
    ...enrichedSets(enrichment, column, numbers),
  }));
  if (rows.length > 0) await storing.tx.insertInto('module_enrichment').values(rows).execute();
}

/** Stores one network with modules, members and enrichment; returns its number of modules. */
export async function saveNetwork(
  storing: Storing,
  paths: NetworkPaths,
  target: NetworkTarget,
): Promise<number> {
  const record = recordOf(await readNetwork(storing.tree, paths));
  const network = await insertNetwork(storing, record, target);
  const { slot, namedSets } = target;
  const modules = await insertModules(storing.tx, { ...network, slot }, record.modules);
  for (const table of paths.enrichment) {
    await insertEnrichment(storing, recordOf(await readEnrichment(storing.tree, table)), {
      modules,
      slot,
      namedSets,
    });
  }
  return record.modules.length;
}
