/** Writes the postings of an analysis's networks as one segment (row of search_block), in the caller's transaction. */
import { u32At } from '@omicon/domain/arrays/number-at.ts';
import { type QueryExecutorProvider as Db, sql } from 'kysely';
import { bytesOf, toU32 } from '../kit/bytes.ts';
import { DEFINITIONS_PER_MODULE, negLog10 } from '../kit/posting-format.ts';
import { slotOf } from '../kit/slot-of-data-set.ts';
import { countTargets, loadAllTargets, type Targets } from '../read/targets.ts';
import { type PBySlot, readEnrichment, saveBest, topSetsOf } from './enrichment.ts';
import { type FeatureKind, type IndexedList, indexFeatureList, type MapFeatures } from './feature-lists.ts';
import { PostingBuilder } from './posting-builder.ts';
import { addSegment, countSlots } from './slot-layout.ts';
import { saveThemes } from './themes.ts';

interface NetworkRow {
  id: number;
  data_set_number: number;
  feature_list_id: number;
  unique_identifier: string;
  platform: string | null;
}

/** Networks of an analysis that are not indexed yet, with the kind of features of the current input data set. */
async function listNetworks(db: Db, analysis_id: number): Promise<NetworkRow[]> {
  const { rows } = await sql<NetworkRow>`
    select n.id, d.number as data_set_number, n.feature_list_id, d.unique_identifier, d.platform
      from covariation_network n join analysis a on a.id = n.analysis_id
      join data_set d on d.number = a.input_data_set_number and d.is_current
     where n.analysis_id = ${analysis_id} and n.feature_list_id is not null
       and not exists (select 1 from search_network s where s.covariation_network_id = n.id)
     order by n.id`.execute(db);
  return rows;
}

interface ModuleRow {
  id: number;
  statistics: [string, number | string | null][];
}

interface MemberRow {
  covariation_module_id: number;
  definition: number;
  features: Buffer;
}

async function saveGenePostings(db: Db, block_id: number, postings: PostingBuilder): Promise<void> {
  const { keys, counts, entries } = postings.build();
  const features = keys.map((key) => Math.floor(key / DEFINITIONS_PER_MODULE));
  const definitions = keys.map((key) => key % DEFINITIONS_PER_MODULE);
  await sql`
    insert into gene_post (feature_id, definition, block_id, n, modules)
    select feature_id, definition, ${block_id}, n, substring(${bytesOf(entries)}::bytea from (4 * (last - n) + 1)::int for 4 * n)
      from (select *, sum(n) over (order by ordinal) as last
              from unnest(${features}::int[], ${definitions}::int[], ${counts}::int[])
                with ordinality as item(feature_id, definition, n, ordinal)) posting`.execute(db);
}

async function saveSetPostings(db: Db, block_id: number, postings: PostingBuilder): Promise<void> {
  const { keys, counts, entries, values } = postings.build();
  await sql`
    insert into set_post (gene_set_number, block_id, n, places, neg_log_p)
    select gene_set_number, ${block_id}, n,
           substring(${bytesOf(entries)}::bytea from (4 * (last - n) + 1)::int for 4 * n),
           substring(${bytesOf(values)}::bytea from (4 * (last - n) + 1)::int for 4 * n)
      from (select *, sum(n) over (order by ordinal) as last
              from unnest(${keys}::int[], ${counts}::int[]) with ordinality as item(gene_set_number, n, ordinal)) posting`.execute(
    db,
  );
}

/** The name of a statistic without the limit that some names end in (`Unique_2.5e-06`). */
function statisticName(name: string): string {
  return name.replace(/^(ExpandedSize|Unique)_.*$/, '$1');
}

function joinStatistics(modules: readonly ModuleRow[]): { names: string[]; values: Float64Array } {
  const names = [...new Set(modules.flatMap((row) => row.statistics.map(([name]) => statisticName(name))))];
  const values = new Float64Array(names.length * modules.length).fill(Number.NaN);
  modules.forEach(({ statistics }, index) => {
    for (const [name, value] of statistics) {
      const number = value === null || value === '' ? Number.NaN : Number(value);
      values[names.indexOf(statisticName(name)) * modules.length + index] = number;
    }
  });
  return { names, values };
}

/** Module sizes, identifier kinds x definitions x modules: own features first, then unique targets of each kind. */
function joinSizes(
  modules: readonly number[],
  members: readonly MemberRow[],
  list: IndexedList,
  targets: readonly Targets[],
): Uint32Array {
  const width = modules.length;
  const sizes = new Uint32Array((targets.length + 1) * DEFINITIONS_PER_MODULE * width);
  const indexOf = new Map(modules.map((id, index) => [id, index]));
  for (const { covariation_module_id, definition, features } of members) {
    const index = indexOf.get(covariation_module_id) ?? 0;
    const ids = toU32(features).map((at) => u32At(list.features, at));
    sizes[definition * width + index] = ids.length;
    targets.forEach((kind, number) => {
      const row = (number + 1) * DEFINITIONS_PER_MODULE + definition;
      sizes[row * width + index] = countTargets(kind, ids);
    });
  }
  return sizes;
}

async function listMembers(db: Db, modules: readonly number[]): Promise<MemberRow[]> {
  const { rows } = await sql<MemberRow>`
    select covariation_module_id, definition, features from module_member
     where covariation_module_id = any(${modules}::int[]) and definition < ${DEFINITIONS_PER_MODULE}`.execute(
    db,
  );
  return rows;
}

/** Module sizes of a network under the current mapping. */
export async function computeSizes(
  db: Db,
  covariation_network_id: number,
  list: IndexedList,
  targets: readonly Targets[],
): Promise<Uint32Array> {
  const { rows } = await sql<{ modules: Buffer }>`
    select modules from search_network where covariation_network_id = ${covariation_network_id}`.execute(db);
  const modules = [...toU32(rows[0]?.modules ?? Buffer.alloc(0))];
  return joinSizes(modules, await listMembers(db, modules), list, targets);
}

/** Receives postings while a network is read. */
export interface PostingSink {
  /** @param entry a module id for features, a module slot for gene sets */
  add(key: number, entry: number, value?: number): void;
}

interface NetworkParts {
  modules: ModuleRow[];
  members: MemberRow[];
  enrichment: PBySlot;
}

/** Reads the modules of a network and adds its postings to the sinks: by feature and definition, and by gene set. */
export async function readNetwork(
  db: Db,
  network: { id: number; features: Uint32Array },
  sinks: { genes: PostingSink; enriched: PostingSink },
): Promise<NetworkParts> {
  const { rows: modules } = await sql<ModuleRow>`
    select id, statistics from covariation_module where covariation_network_id = ${network.id} order by id`.execute(
    db,
  );
  const ids = modules.map(({ id }) => id);
  const members = await listMembers(db, ids);
  for (const { covariation_module_id, definition, features } of members) {
    for (const at of toU32(features))
      sinks.genes.add(
        u32At(network.features, at) * DEFINITIONS_PER_MODULE + definition,
        covariation_module_id,
      );
  }
  const enrichment = await readEnrichment(db, ids);
  for (const [moduleSlot, sets] of enrichment) {
    for (const [gene_set, p] of sets) sinks.enriched.add(gene_set, moduleSlot, negLog10(p));
  }
  return { modules, members, enrichment };
}

interface Indexing {
  db: Db;
  block_id: number;
  genes: PostingBuilder;
  enriched: PostingBuilder;
}

async function indexNetwork(
  { db, block_id, genes, enriched }: Indexing,
  network: NetworkRow,
  list: IndexedList,
  targets: readonly Targets[],
): Promise<void> {
  const source = { id: network.id, features: list.features };
  const { modules, members, enrichment } = await readNetwork(db, source, { genes, enriched });
  const ids = modules.map(({ id }) => id);
  await saveBest(db, { id: network.id, slot: slotOf(network.data_set_number) }, enrichment);
  const { names, values } = joinStatistics(modules);
  const top = topSetsOf(ids, enrichment);
  await sql`
    insert into search_network (covariation_network_id, search_feature_list_id, block_id, number_of_modules, modules, sizes, statistic_names, statistic_values,
                                top_sets, top_p_values)
    values (${network.id}, ${list.id}, ${block_id}, ${ids.length}, ${bytesOf(Uint32Array.from(ids))},
            ${bytesOf(joinSizes(ids, members, list, targets))}, ${names}, ${bytesOf(values)},
            ${bytesOf(top.sets)}, ${bytesOf(top.pValues)})`.execute(db);
  await saveThemes(db, network.id);
}

/**
 * Indexes the networks of an analysis that are not indexed yet, all or none. Reads rows of the same transaction. Tables
 * search_network, gene_post, set_post, net_best.
 */
export async function indexAnalysis(db: Db, analysis_id: number, mapFeatures: MapFeatures): Promise<void> {
  const networks = await listNetworks(db, analysis_id);
  const [first] = networks;
  if (first === undefined) return;
  const slot = (await countSlots(db)) === 1 ? 0 : slotOf(first.data_set_number);
  const block_id = await addSegment(db, { slot, networks: networks.length });
  const indexing: Indexing = { db, block_id, genes: new PostingBuilder(), enriched: new PostingBuilder() };
  const lists = new Map<number, { list: IndexedList; targets: Targets[] }>();
  for (const network of networks) {
    const kind: FeatureKind = network;
    let indexed = lists.get(network.feature_list_id);
    if (indexed === undefined) {
      const list = await indexFeatureList(
        db,
        { feature_list_id: network.feature_list_id, kind },
        mapFeatures,
      );
      indexed = { list, targets: await loadAllTargets(db) };
      lists.set(network.feature_list_id, indexed);
    }
    await indexNetwork(indexing, network, indexed.list, indexed.targets);
  }
  await saveGenePostings(db, block_id, indexing.genes);
  await saveSetPostings(db, block_id, indexing.enriched);
}
