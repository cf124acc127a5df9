/**
 * Small random corpora, stored twice: as imported, with index, and as plain rows in separate tables (`plain_*`), for an
 * oracle independent of the index.
 */
import { createHash } from 'node:crypto';
import { fieldKey } from '@omicon/domain/query/query.ts';
import { bytesOf, packColumn } from '@omicon/domain/records/samples/sample-columns.ts';
import { slotOf } from '@omicon/search-index/kit/slot-of-data-set.ts';
import { indexAnalysis } from '@omicon/search-index/write/index-analysis.ts';
import fc from 'fast-check';
import { sql, type Tx } from '../../base/postgres/database.ts';
import { mapFeatures } from '../../records/data-set/feature-mapping.ts';
import type { TestPortal } from '../portal.ts';

export const GENES = Array.from({ length: 10 }, (_, at) => `GENE${at}`);
export const SETS = ['MICROGLIA_A', 'MICROGLIA_B', 'T_CELL', 'MAST_CELL', 'NEURON', 'CYCLE'];
const DISEASES = ['glioma', 'oligodendroglioma', 'Normal'];

const visibility = fc.constantFrom<'public' | 'private'>('public', 'public', 'private');
const isOwn = fc.boolean();

/** Includes P values that are equal, or equal as f32. */
const pValue = fc.constantFrom(0.049, 1e-3, 1e-3, 2.5e-11, 2.500001e-11, 2.5e-11, 1e-64, 1.000000001e-64);

const moduleSpec = fc.record({
  members: fc.array(fc.subarray(GENES), { minLength: 3, maxLength: 3 }),
  enrichment: fc.array(
    fc.array(fc.option(pValue, { freq: 2 }), { minLength: SETS.length, maxLength: SETS.length }),
    {
      minLength: 3,
      maxLength: 3,
    },
  ),
});

/** Attributes of tables; rules take the first two for the same. */
export const TRAITS = ['Tumor_Grade', 'tumor grade', 'Disease'];

/** One module against one attribute; null where they are not compared. */
const traitCell = fc.option(
  fc.record({
    statistic: fc.constantFrom(-0.9, -0.2, 0, 0.2, 0.9),
    q: fc.constantFrom(1e-12, 0.004, 0.01, 0.3, 1),
  }),
  { freq: 5 },
);

const traitTable = fc.record({
  /** whether it was computed from an earlier version of the data set */
  isOutdated: fc.boolean(),
  traits: fc.uniqueArray(
    fc.record({
      attribute: fc.constantFrom(...TRAITS),
      kind: fc.constantFrom<'numeric' | 'two values' | 'groups'>('numeric', 'two values', 'groups'),
      cells: fc.array(traitCell, { minLength: 3, maxLength: 3 }),
    }),
    { selector: ({ attribute }) => attribute, maxLength: 3 },
  ),
});

const networkSpec = fc.record({
  traits: fc.option(traitTable, { freq: 4 }),
  relSignum: fc.constantFrom(0.9, 0.99, 0.999),
  minSize: fc.constantFrom(6, 12, 20),
  modules: fc.array(moduleSpec, { minLength: 1, maxLength: 3 }),
});

const sampleSpec = fc.record({
  Disease: fc.option(fc.constantFrom(...DISEASES), { freq: 6 }),
  Tumor_Grade: fc.option(fc.integer({ min: 1, max: 4 }), { freq: 4 }),
});

const dataSetSpec = fc.record({
  visibility,
  isOwn,
  technology: fc.constantFrom('Sequencer', 'Microarray'),
  samples: fc.array(sampleSpec, { minLength: 1, maxLength: 6 }),
  analysis: fc.record({ visibility, isOwn, networks: fc.array(networkSpec, { maxLength: 3 }) }),
});

export const corpusSpec = fc.array(dataSetSpec, { minLength: 1, maxLength: 4 });
/** Corpora with so many data sets that they can be cut in several places. */
export const wideCorpusSpec = fc.array(dataSetSpec, { minLength: 3, maxLength: 6 });
export type CorpusSpec = typeof corpusSpec extends fc.Arbitrary<infer T> ? T : never;
type DataSetSpec = CorpusSpec[number];
type NetworkSpec = DataSetSpec['analysis']['networks'][number];

const TABLES = `
  plain_trait, module_trait, trait_table, plain_member, plain_enrichment, plain_sample, plain_network, plain_set, gene_post, set_post, net_best, search_network, search_block,
  search_feature_list, search_target, search_feature, module_member, module_enrichment, covariation_module, covariation_network, analysis,
  sample_column, data_set, data_collection, feature_list, gene_set`;

/** Creates the tables of plain rows; once per database. */
export async function createPlainTables({ pool }: Pick<TestPortal, 'pool'>): Promise<void> {
  await pool.query(`
    create table plain_set (set_id text, name text);
    create table plain_network (network int, name text, analysis_visibility text, analysis_owner int, data_set int, data_set_title text, data_set_visibility text,
                                data_set_owner int, technology text, rel_signum float8, min_size int);
    create table plain_sample (data_set int, disease text, grade int);
    create table plain_trait (network int, module text, attribute text, trait_index int, r float8, r2 float8, q float8);
    create table plain_member (network int, module text, definition text, gene text);
    create table plain_enrichment (network int, module text, definition text, set_id text, p float8)`);
  // Everybody may ask for the attributes, whether or not there are records with them.
  await pool.query(`
    insert into attribute_definition (kind, name, attribute_type, examples, is_required, is_indexed, data_source, description, deletable)
    select 'sample', name, 'Mixed', '', false, false, '', '', true from unnest('{Disease,Tumor_Grade}'::text[]) name`);
}

async function reserve(tx: Tx, type: string): Promise<number> {
  const { rows } = await sql<{
    number: number;
  }>`insert into omicon_record (type) values (${type}) returning number`.execute(tx);
  return rows[0]?.number ?? 0;
}

const DEFINITIONS = ['Seed', 'Bonferroni', 'FDR'];

interface NetworkOwner {
  dataSet: number;
  analysis: number;
  featureList: number;
  sets: readonly number[];
  name: string;
  /** of the data set */
  slot: number;
}

/** Packs the modules in reverse, as their order is that of pages, not of ids. Outdated tables have no plain rows. */
async function storeTraits(
  tx: Tx,
  { traits: table }: NetworkSpec,
  {
    network,
    dataSet,
    modules,
  }: { network: number; dataSet: number; modules: { id: number; name: string }[] },
): Promise<void> {
  if (table === null) return;
  const packed = modules.toReversed();
  const dataSetId = table.isOutdated ? await anotherDataSet(tx, dataSet) : dataSet;
  await tx
    .insertInto('trait_table')
    .values({
      covariation_network_id: network,
      data_set_id: dataSetId,
      modules: Buffer.from(Uint32Array.from(packed, ({ id }) => id).buffer),
      module_order: Buffer.alloc(4 * packed.length),
      left_out: '[]',
    })
    .execute();
  for (const [trait_index, { attribute, kind, cells }] of table.traits.entries()) {
    const columnOf = (figure: (cell: NonNullable<(typeof cells)[number]>) => number) =>
      Buffer.from(Float64Array.from(packed, (_, at) => (cells[at] ? figure(cells[at]) : Number.NaN)).buffer);
    await tx
      .insertInto('module_trait')
      .values({
        covariation_network_id: network,
        trait_index,
        attribute,
        attribute_key: fieldKey(attribute),
        kind,
        n: 4,
        groups: '[]',
        joined: [],
        statistics: columnOf(({ statistic }) => statistic),
        p_values: columnOf(({ q }) => q),
        q_values: columnOf(({ q }) => q),
      })
      .execute();
    if (table.isOutdated) continue;
    for (const [at, { name }] of packed.entries()) {
      const cell = cells[at];
      if (!cell) continue;
      const { statistic, q } = cell;
      const isGroups = kind === 'groups';
      await sql`insert into plain_trait values (${network}, ${name}, ${attribute}, ${trait_index}, ${isGroups ? null : statistic},
        ${isGroups ? statistic : statistic * statistic}, ${q})`.execute(tx);
    }
  }
}

/** A retired version of the data set. */
async function anotherDataSet(tx: Tx, dataSet: number): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into data_set (number, version, is_current, data_collection_number, title, ds_version, unique_identifier, transformations, attributes,
                          sample_columns, number_of_samples, number_of_features, missing_values, feature_list_id, visibility, content_sha256)
    select number, (select max(version) + 1 from data_set d where d.number = o.number), false, data_collection_number, title, ds_version,
           unique_identifier, transformations, attributes, sample_columns, 0, number_of_features, 0, feature_list_id, visibility, ''::bytea
      from data_set o where id = ${dataSet} returning id`.execute(tx);
  return rows[0]?.id ?? 0;
}

async function storeNetwork(tx: Tx, spec: NetworkSpec, target: NetworkOwner): Promise<number> {
  const made = await sql<{ id: number }>`
    insert into covariation_network (number, analysis_id, name, similarity, overlap, rel_signum, signum, min_size, merge_by, merge_param, number_of_modules, statistics, feature_list_id, sample_labels)
    values (${await reserve(tx, 'CN')}, ${target.analysis}, ${target.name}, 'Bicor', 'None', ${spec.relSignum}, 0.5, ${spec.minSize}, 'ME', 0.85, ${spec.modules.length}, '[]', ${target.featureList}, '{}') returning id`.execute(
    tx,
  );
  const network = made.rows[0]?.id ?? 0;
  const modules: { id: number; name: string }[] = [];
  for (const [at, module] of spec.modules.entries()) {
    const name = `module${at}`;
    const inserted = await sql<{ id: number }>`
      insert into covariation_module (number, covariation_network_id, name, page, statistics, eigengene)
      values (${await reserve(tx, 'CM')}, ${network}, ${name}, ${at + 1}, '[]', ''::bytea) returning id`.execute(
      tx,
    );
    const id = inserted.rows[0]?.id ?? 0;
    modules.push({ id, name });
    for (const [definition, genes] of module.members.entries()) {
      if (genes.length === 0) continue;
      const features = Uint32Array.from(genes, (gene) => GENES.indexOf(gene));
      await tx
        .insertInto('module_member')
        .values({
          covariation_module_id: id,
          definition,
          slot: target.slot,
          n: genes.length,
          features: Buffer.from(features.buffer),
        })
        .execute();
      await sql`insert into plain_member select ${network}, ${name}, ${DEFINITIONS[definition] ?? ''}, unnest(${genes}::text[])`.execute(
        tx,
      );
    }
    for (const [definition, pValues] of module.enrichment.entries()) {
      const kept = pValues
        .flatMap((p, set) => (p === null ? [] : [{ p, set: target.sets[set] ?? 0, set_id: `MOSET${set}` }]))
        .sort((a, b) => a.p - b.p || a.set - b.set);
      await tx
        .insertInto('module_enrichment')
        .values({
          covariation_module_id: id,
          definition,
          slot: target.slot,
          source: 'MOSET',
          n_tested: SETS.length,
          n_enriched: kept.length,
          gene_sets: Buffer.from(Uint32Array.from(kept, ({ set }) => set).buffer),
          p_values: Buffer.from(Float64Array.from(kept, ({ p }) => p).buffer),
        })
        .execute();
      for (const { p, set_id } of kept)
        await sql`insert into plain_enrichment values (${network}, ${name}, ${DEFINITIONS[definition] ?? ''}, ${set_id}, ${p})`.execute(
          tx,
        );
    }
  }
  await storeTraits(tx, spec, { network, dataSet: target.dataSet, modules });
  return network;
}

async function storeSamples(tx: Tx, id: number, samples: DataSetSpec['samples']): Promise<void> {
  const cells = {
    Disease: samples.map(({ Disease }) => Disease),
    Tumor_Grade: samples.map(({ Tumor_Grade }) => (Tumor_Grade === null ? null : String(Tumor_Grade))),
  };
  for (const [attribute, values] of Object.entries(cells)) {
    const column = packColumn(values);
    await sql`
      insert into sample_column (owner_type, owner_id, attribute, known_values, codes)
      values ('ds', ${id}, ${attribute}, ${column.values}::text[], ${Buffer.from(bytesOf(column))})`.execute(
      tx,
    );
  }
  for (const { Disease, Tumor_Grade } of samples)
    await sql`insert into plain_sample values (${id}, ${Disease}, ${Tumor_Grade})`.execute(tx);
}

async function storeDataSet(
  tx: Tx,
  spec: DataSetSpec,
  target: { at: number; owner: number; collection: number; sets: readonly number[] },
): Promise<void> {
  const { at, owner, collection, sets } = target;
  const sha256 = createHash('sha256').update(GENES.join('\n')).digest();
  const list = await sql<{ id: number }>`
    insert into feature_list (sha256, identifiers) values (${sha256}, ${GENES}::text[])
    on conflict (sha256) do update set sha256 = excluded.sha256 returning id`.execute(tx);
  const featureList = list.rows[0]?.id ?? 0;
  const number = await reserve(tx, 'DS');
  const title = `Chance 2026 ${at} EXT`;
  const stored = await sql<{ id: number }>`
    insert into data_set (number, version, data_collection_number, title, ds_version, technology, unique_identifier, transformations, attributes, sample_columns,
                          number_of_samples, number_of_features, missing_values, feature_list_id, visibility, owner_id, content_sha256)
    values (${number}, 1, ${collection}, ${title}, 'A.1', ${spec.technology}, 'SYMBOL', 'EXT', '[]', '{Disease,Tumor_Grade}', ${spec.samples.length}, ${GENES.length}, 0,
            ${featureList}, ${spec.visibility}, ${spec.isOwn ? owner : null}, ''::bytea) returning id`.execute(
    tx,
  );
  const id = stored.rows[0]?.id ?? 0;
  await storeSamples(tx, id, spec.samples);
  const { analysis } = spec;
  const made = await sql<{ id: number }>`
    insert into analysis (number, version, title, input_data_set, input_data_set_number, data_collection_number, attributes, number_of_networks, number_of_modules, visibility, owner_id, content_sha256)
    values (${await reserve(tx, 'P')}, 1, ${`Analysis ${at}`}, ${`${title} A.1`}, ${number}, ${collection}, '[]', ${analysis.networks.length}, 0, ${analysis.visibility}, ${analysis.isOwn ? owner : null}, ''::bytea) returning id`.execute(
    tx,
  );
  const analysisId = made.rows[0]?.id ?? 0;
  for (const [index, network] of analysis.networks.entries()) {
    const name = `network ${at}.${index}`;
    const networkId = await storeNetwork(tx, network, {
      dataSet: id,
      analysis: analysisId,
      featureList,
      sets,
      name,
      slot: slotOf(number),
    });
    await sql`
      insert into plain_network values (${networkId}, ${name}, ${analysis.visibility}, ${analysis.isOwn ? owner : null}, ${id}, ${`${title} A.1`},
        ${spec.visibility}, ${spec.isOwn ? owner : null}, ${spec.technology}, ${network.relSignum}, ${network.minSize})`.execute(
      tx,
    );
  }
  await indexAnalysis(tx, analysisId, (kind, names) => mapFeatures(tx, kind, names));
}

/** Replaces everything stored before. `owner` owns the private records. */
export async function storeCorpus(
  portal: Pick<TestPortal, 'services'>,
  corpus: CorpusSpec,
  owner: number,
): Promise<void> {
  await portal.services.db.transaction().execute(async (tx) => {
    // Deleted, not truncated, so that search shards follow; without the order that foreign keys would ask for.
    await sql`set local session_replication_role = replica`.execute(tx);
    for (const table of TABLES.split(',')) await sql.raw(`delete from ${table}`).execute(tx);
    await sql`set local session_replication_role = origin`.execute(tx);
    const sets: number[] = [];
    for (const [at, name] of SETS.entries()) {
      const number = await reserve(tx, 'GS');
      sets.push(number);
      await sql`insert into gene_set (number, set_id, name, set_source) values (${number}, ${`MOSET${at}`}, ${name}, 'MOSET')`.execute(
        tx,
      );
      await sql`insert into plain_set values (${`MOSET${at}`}, ${name})`.execute(tx);
    }
    const collection = await reserve(tx, 'DC');
    await sql`
      insert into data_collection (number, version, name, title, attributes, sample_columns, number_of_samples, visibility, content_sha256)
      values (${collection}, 1, 'CHANCE', 'Chance 2026', '[]', '{}', 0, 'public', ''::bytea)`.execute(tx);
    for (const [at, dataSet] of corpus.entries())
      await storeDataSet(tx, dataSet, { at, owner, collection, sets });
    await sql`update corpus_version set number = number + 1`.execute(tx);
  });
}
