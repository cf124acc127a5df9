/** Fills a database with a generated corpus of networks, stored and indexed as by intake. */
import { createHash } from 'node:crypto';
import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { bytesOf as columnBytes, packColumn } from '@omicon/domain/records/samples/sample-columns.ts';
import { slotOf } from '@omicon/search-index/kit/slot-of-data-set.ts';
import { indexAnalysis } from '@omicon/search-index/write/index-analysis.ts';
import { type Database, sql, type Tx } from '@omicon/server/base/postgres/database.ts';
import { mapFeatures } from '@omicon/server/records/data-set/feature-mapping.ts';
import { makeCollection } from '../records.ts';
import {
  type CorpusWidth,
  GENE_SETS,
  GENES,
  type GeneratedNetwork,
  generateNetwork,
  randomFrom,
} from './corpus-generator.ts';

const DETECTED = 20_000;

export function symbolOf(gene: number): string {
  return `GENE${gene}`;
}

/** Fills the database of a folder unless an earlier run has completed it. */
export async function fillOnce(folder: string, fill: () => Promise<void>): Promise<void> {
  const mark = path.join(folder, 'filled');
  if (existsSync(mark)) return;
  await fill();
  writeFileSync(mark, '');
}

/** Genes of the corpus at random. */
export function drawGenes(random: () => number, count: number): string[] {
  return Array.from({ length: count }, () => symbolOf(Math.floor(random() * GENES)));
}

/** Tables of the search index that grow with the corpus. */
export const INDEX_TABLES = ['gene_post', 'set_post', 'net_best', 'search_network'];

export async function bytesOfIndex(db: Database): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select sum(pg_total_relation_size(name::regclass))::float8 as bytes
      from unnest(${INDEX_TABLES}::text[]) as item(name)`.execute(db);
  return rows[0]?.bytes ?? 0;
}

async function reserve(tx: Tx, type: string, count: number): Promise<number[]> {
  const { rows } = await sql<{ number: number }>`
    insert into omicon_record (type) select ${type} from generate_series(1, ${count}) returning number`.execute(
    tx,
  );
  return rows.map(({ number }) => number);
}

/** Number of each gene set, by index. */
async function makeGeneSets(tx: Tx): Promise<number[]> {
  const numbers = await reserve(tx, 'GS', GENE_SETS);
  const words = ['MICROGLIA', 'NEURON', 'T_CELLS', 'GLIOMA', 'CYCLE', 'OPC', 'ENDOTHELIAL', 'IMMUNE'];
  const names = numbers.map((_, at) => `SET_${words[at % 500] ?? 'OTHER'}_${at}`);
  await sql`
    insert into gene_set (number, set_id, name, set_source, category, species)
    select number, 'MOSET' || (20000 + ordinal), name, 'MOSET', 'CellType', 'Homo sapiens'
      from unnest(${numbers}::int[], ${names}::text[]) with ordinality as item(number, name, ordinal)`.execute(
    tx,
  );
  return numbers;
}

async function makeOntology(tx: Tx): Promise<void> {
  await sql`
    with o as (insert into ontology (name, version, number_of_terms, content_sha256, storage_key, size_bytes)
               values ('MONDO', 1, 4, ''::bytea, '', 0) returning id),
    t as (insert into ontology_term (ontology_id, term_id, name, is_obsolete)
          select id, term, name, false from o, (values ('MONDO:1', 'glioma'), ('MONDO:2', 'glioblastoma'), ('MONDO:3', 'astrocytoma'), ('MONDO:4', 'epilepsy')) v(term, name))
    insert into ontology_parent (ontology_id, term_id, relation, parent_id)
    select id, term, 'is_a', 'MONDO:1' from o, (values ('MONDO:2'), ('MONDO:3')) v(term)`.execute(tx);
}

async function makeFeatureList(
  tx: Tx,
  random: () => number,
): Promise<{ id: number; indexOf: Map<number, number> }> {
  const genes: number[] = [];
  for (let gene = 0; gene < GENES; gene += 1) if (random() < DETECTED / GENES) genes.push(gene);
  const identifiers = genes.map(symbolOf);
  const sha256 = createHash('sha256').update(identifiers.join('\n')).digest();
  const { rows } = await sql<{ id: number }>`
    insert into feature_list (sha256, identifiers) values (${sha256}, ${identifiers}::text[]) returning id`.execute(
    tx,
  );
  return { id: rows[0]?.id ?? 0, indexOf: new Map(genes.map((gene, index) => [gene, index])) };
}

const DISEASES = [
  ['glioblastoma', 'MONDO:2'],
  ['astrocytoma', 'MONDO:3'],
  ['epilepsy', 'MONDO:4'],
  ['Normal', null],
] as const;

/** 40 attributes per data set; one in five data sets is of adult glioma only. */
async function makeSamples(tx: Tx, owner: number, random: () => number): Promise<void> {
  const samples = 100 + Math.floor(random() * 200);
  const isPure = random() < 0.2;
  const drawn = Array.from(
    { length: samples },
    () => DISEASES[Math.floor(random() * (isPure ? 2 : 4))] ?? DISEASES[3],
  );
  const columns: [string, (string | null)[]][] = [
    ['Disease', drawn.map(([name]) => name)],
    ['MONDO_ID', drawn.map(([, id]) => id)],
    ['Developmental_Epoch', drawn.map(() => (isPure || random() < 0.8 ? 'Adult' : 'Fetal'))],
    ['Sex', drawn.map(() => (random() < 0.5 ? 'M' : 'F'))],
    ['Tumor_Grade', drawn.map(() => String(1 + Math.floor(random() * 4)))],
    ...Array.from({ length: 35 }, (_, at): [string, (string | null)[]] => [
      `Attribute_${at}`,
      drawn.map(() => (random() < 0.3 ? null : `value ${Math.floor(random() * (2 + at))}`)),
    ]),
  ];
  const packed = columns.map(([, cells]) => packColumn(cells));
  await sql`update data_set set sample_columns = ${columns.map(([name]) => name)}::text[], number_of_samples = ${samples} where id = ${owner}`.execute(
    tx,
  );
  for (const [at, column] of packed.entries()) {
    await sql`
      insert into sample_column (owner_type, owner_id, attribute, known_values, codes)
      values ('ds', ${owner}, ${columns[at]?.[0] ?? ''}, ${column.values}::text[], ${Buffer.from(columnBytes(column))})`.execute(
      tx,
    );
  }
}

async function makeNetwork(
  tx: Tx,
  network: GeneratedNetwork,
  of: { analysis: number; slot: number; list: { id: number; indexOf: Map<number, number> }; sets: number[] },
): Promise<void> {
  const names = [...new Set(network.modules.map(({ name }) => name))];
  const [number] = await reserve(tx, 'CN', 1);
  const signum = 0.3 + (network.number % 7) / 10;
  const { rows } = await sql<{ id: number }>`
    insert into covariation_network (number, analysis_id, name, similarity, overlap, rel_signum, signum, min_size, merge_by, merge_param, number_of_modules, statistics, feature_list_id, sample_labels)
    values (${number}, ${of.analysis}, ${`Bicor-None_signum${signum}_minSize${8 + (network.number % 4) * 4}_merge_ME_0.85_${network.number}`}, 'Bicor', 'None',
            ${0.95 + (network.number % 5) / 100}, ${signum}, ${8 + (network.number % 4) * 4}, 'ME', 0.85, ${names.length}, '[]', ${of.list.id}, '{}') returning id`.execute(
    tx,
  );
  const numbers = await reserve(tx, 'CM', names.length);
  const modules = await sql<{ id: number; name: string }>`
    insert into covariation_module (number, covariation_network_id, name, page, statistics, eigengene)
    select number, ${rows[0]?.id ?? 0}, name, page, '[["PC1VE", 0.5]]', ''::bytea
      from unnest(${numbers}::int[], ${names}::text[]) with ordinality as item(number, name, page) returning id, name`.execute(
    tx,
  );
  const ids = new Map(modules.rows.map(({ id, name }) => [name, id]));
  const members = network.modules.map(({ name, definition, genes }) => {
    const features = [...genes].flatMap((gene) => of.list.indexOf.get(gene) ?? []);
    return {
      covariation_module_id: ids.get(name) ?? 0,
      definition,
      slot: of.slot,
      n: features.length,
      features: Buffer.from(Uint32Array.from(features).buffer),
    };
  });
  await tx.insertInto('module_member').values(members).execute();
  const enrichment = network.modules.map(({ name, definition, sets, nlp }) => ({
    covariation_module_id: ids.get(name) ?? 0,
    definition,
    slot: of.slot,
    source: 'MOSET',
    n_tested: GENE_SETS,
    n_enriched: sets.length,
    gene_sets: Buffer.from(Uint32Array.from(sets, (set) => of.sets[set] ?? 0).buffer),
    p_values: Buffer.from(Float64Array.from(nlp, (value) => 10 ** -value).buffer),
  }));
  await tx.insertInto('module_enrichment').values(enrichment).execute();
}

export interface FilledCorpus {
  /** ms per network for indexing alone */
  indexMs: number;
  bytesOfIndex: number;
}

/** At most this many data sets: larger corpora have more networks per data set. */
const MAX_DATA_SETS = 500;

/**
 * Stores networks 0 to `count` - 1, at least two per data set, with one analysis per data set. An interrupted run
 * continues where it ended, because each data set is stored with all its networks or not at all.
 */
export async function fillCorpus(
  db: Database,
  seed: number,
  count: number,
  width?: CorpusWidth,
): Promise<FilledCorpus> {
  const sets = await db.transaction().execute(async (tx) => {
    const stored = await tx.selectFrom('gene_set').select('number').orderBy('number').execute();
    if (stored.length > 0) return stored.map(({ number }) => number);
    await makeOntology(tx);
    return makeGeneSets(tx);
  });
  const { present } = await db
    .selectFrom('covariation_network')
    .select(({ fn }) => fn.countAll<string>().as('present'))
    .executeTakeFirstOrThrow();
  let indexMs = 0;
  const ofOne = Math.max(2, Math.ceil(count / MAX_DATA_SETS));
  for (let first = Number(present); first < count; first += ofOne) {
    const networks = Array.from({ length: Math.min(ofOne, count - first) }, (_, at) => first + at);
    await db.transaction().execute(async (tx) => {
      const random = randomFrom(seed + 31 * first);
      const collection = await makeCollection(tx, `bench ${first}`);
      const list = await makeFeatureList(tx, random);
      const [dataSet, analysisNumber] = [(await reserve(tx, 'DS', 1))[0], (await reserve(tx, 'P', 1))[0]];
      const index = first / ofOne;
      const title = `Bench 2026 data set ${index} EXT`;
      const inserted = await sql<{ id: number }>`
        insert into data_set (number, version, data_collection_number, title, ds_version, technology, platform, unique_identifier, transformations, attributes,
                              sample_columns, number_of_samples, number_of_features, missing_values, feature_list_id, visibility, content_sha256)
        values (${dataSet}, 1, ${collection.number}, ${title}, 'A.1', ${index % 2 === 0 ? 'Sequencer' : 'Microarray'}, 'Affymetrix U133A', 'SYMBOL', 'EXT', '[]', '{}', 0, ${list.indexOf.size}, 0, ${list.id}, 'public', ''::bytea)
        returning id`.execute(tx);
      await makeSamples(tx, inserted.rows[0]?.id ?? 0, random);
      const analysis = await sql<{ id: number }>`
        insert into analysis (number, version, title, input_data_set, input_data_set_number, data_collection_number, attributes, number_of_networks, number_of_modules, visibility, content_sha256)
        values (${analysisNumber}, 1, ${`Analysis ${index}`}, ${`${title} A.1`}, ${dataSet}, ${collection.number}, '[]', ${networks.length}, ${100 * networks.length}, 'public', ''::bytea) returning id`.execute(
        tx,
      );
      const id = analysis.rows[0]?.id ?? 0;
      const slot = slotOf(dataSet ?? 0);
      for (const number of networks)
        await makeNetwork(tx, generateNetwork(seed, number, width), { analysis: id, slot, list, sets });
      const started = performance.now();
      await indexAnalysis(tx, id, (kind, names) => mapFeatures(tx, kind, names));
      indexMs += performance.now() - started;
      await sql`update corpus_version set number = number + 1`.execute(tx);
    });
  }
  return { indexMs: indexMs / Math.max(1, count - Number(present)), bytesOfIndex: await bytesOfIndex(db) };
}
