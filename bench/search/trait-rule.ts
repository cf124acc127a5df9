/**
 * `node bench/search/trait-rule.ts [networks]`: the rule Trait of the module on generated tables of traits, 60 modules and 12
 * attributes a network, over HTTP.
 */
import { createHash } from 'node:crypto';
import { type Database, sql, type Tx } from '@omicon/server/base/postgres/database.ts';
import { type Product, withProduct } from '../../journeys/harness/product.ts';
import { randomFrom } from '../corpus/corpus-generator.ts';
import { makeCollection } from '../records.ts';
import { printTimes, repeat, timed } from '../report/figures.ts';
import { runScenarios } from '../report/run-scenarios.ts';

const SEED = 20_261_124;
const TRIES = 30;
const MODULES = 60;
const NETWORKS_OF_A_DATA_SET = 10;
const ATTRIBUTES = ['Age', 'Sex', 'Batch', 'Disease', 'Tumor_Grade', 'Tissue'].flatMap((name) => [
  name,
  `${name}_2`,
]);

/** One data set with its analysis and networks, without members: the rule reads none. */
async function storeDataSet(
  tx: Tx,
  at: number,
  collection: number,
): Promise<{ id: number; network: number }[]> {
  const { rows } = await sql<{ id: number; network: number }>`
    with record as (select bench_number('DS') as number),
    data as (
      insert into data_set (number, version, data_collection_number, title, ds_version, technology, unique_identifier, transformations, attributes,
                            sample_columns, number_of_samples, number_of_features, missing_values, feature_list_id, visibility, content_sha256)
      select number, 1, ${collection}, ${`Traits ${at}`}, 'A.1', 'Sequencer', 'SYMBOL', 'EXT', '[]', ${ATTRIBUTES}::text[], 0, 1, 0,
             (select max(id) from feature_list), 'public', ''::bytea from record returning id, number),
    run as (
      insert into analysis (number, version, title, input_data_set, input_data_set_number, data_collection_number, attributes, number_of_networks,
                            number_of_modules, visibility, content_sha256)
      select bench_number('P'), 1, ${`Traits ${at}`}, ${`Traits ${at} A.1`}, number, ${collection}, '[]', ${NETWORKS_OF_A_DATA_SET}, 0, 'public', ''::bytea
        from data returning id)
    insert into covariation_network (number, analysis_id, name, similarity, overlap, rel_signum, signum, min_size, merge_by, merge_param,
                                     number_of_modules, statistics, feature_list_id, sample_labels)
    select bench_number('CN'), run.id, 'network ' || n, 'Bicor', 'None', 0.99, 0.5, 6, 'ME', 0.85, ${MODULES}, '[]',
           (select max(id) from feature_list), '{}' from run, generate_series(1, ${NETWORKS_OF_A_DATA_SET}) n
    returning id as network, (select id from data) as id`.execute(tx);
  return rows;
}

function packed(values: Float64Array | Uint32Array): Buffer {
  return Buffer.from(values.buffer);
}

async function storeNetwork(
  tx: Tx,
  { id: data_set_id, network }: { id: number; network: number },
  random: () => number,
): Promise<void> {
  const modules = await sql<{ id: number }>`
    insert into covariation_module (number, covariation_network_id, name, page, statistics, eigengene)
    select bench_number('CM'), ${network}, 'module ' || n, n, '[]', ''::bytea from generate_series(1, ${MODULES}) n
    returning id`.execute(tx);
  const ids = packed(Uint32Array.from(modules.rows, ({ id }) => id));
  await sql`
    insert into search_network (covariation_network_id, search_feature_list_id, block_id, number_of_modules, modules, sizes, statistic_names, statistic_values)
    values (${network}, (select max(id) from search_feature_list), 1, ${MODULES}, ${ids}, ${Buffer.alloc(7 * 3 * 4 * MODULES)}, '{}', '')`.execute(
    tx,
  );
  await sql`insert into trait_table values (${network}, ${data_set_id}, ${ids}, ${Buffer.alloc(4 * MODULES)}, '[]')`.execute(
    tx,
  );
  const column = (value: () => number) => packed(Float64Array.from({ length: MODULES }, value));
  await tx
    .insertInto('module_trait')
    .values(
      ATTRIBUTES.map((attribute, trait_index) => ({
        covariation_network_id: network,
        trait_index,
        attribute,
        attribute_key: attribute.toLowerCase(),
        kind: trait_index % 3 === 2 ? 'groups' : 'numeric',
        n: 100,
        groups: '[]',
        joined: [],
        statistics: column(() => 2 * random() - 1),
        p_values: column(random),
        q_values: column(random),
      })),
    )
    .execute();
}

async function fill(db: Database, count: number): Promise<void> {
  await sql`
    create function bench_number(kind text) returns int language sql
      as 'insert into omicon_record (type) values (kind) returning number'`.execute(db);
  const random = randomFrom(SEED);
  await db.transaction().execute(async (tx) => {
    const sha256 = createHash('sha256').update('traits').digest();
    await sql`insert into feature_list (sha256, identifiers) values (${sha256}, '{GENE1}')`.execute(tx);
    await sql`
      insert into search_feature_list (feature_list_id, kind, features, present, number_of_symbols)
      select max(id), 'SYMBOL', ''::bytea, ''::bytea, 0 from feature_list`.execute(tx);
    const { number: collection } = await makeCollection(tx, 'Traits');
    for (let at = 0; at < count / NETWORKS_OF_A_DATA_SET; at += 1)
      for (const network of await storeDataSet(tx, at, collection)) await storeNetwork(tx, network, random);
    await sql`update corpus_version set number = number + 1`.execute(tx);
  });
  await sql`analyze`.execute(db);
}

async function ask(product: Product, rules: object[]): Promise<{ ms: number; total: number }> {
  const { ms, text } = await product.post('/api/advanced-search/', {
    result_type: 'covariation-modules',
    page_size: 100,
    filters: { modules: { rules } },
  });
  const reply = JSON.parse(text) as { data: { searchResults: { result_count: number } } };
  return { ms, total: reply.data.searchResults.result_count };
}

/** Prints the time of the first search for each attribute, and of searches with other limits of q. */
export async function benchTraitRule(count = 5000): Promise<void> {
  await withProduct(async (product) => {
    const ms = await timed(() => fill(product.opened.db, count));
    console.log(
      `\nrule Trait of the module, ${count} networks, ${(count * MODULES).toLocaleString('en')} modules (filled in ${(ms / 1000).toFixed(0)} s)`,
    );
    const search = async (rule: object) => (await ask(product, [rule])).ms;
    // Loads the catalog of every thread.
    await repeat(4, () => search({ field: 'Size', operator: 'greaterthan', value: 5 }));
    const cold = await repeat(ATTRIBUTES.length, (at) =>
      search({ field: 'trait', attribute: ATTRIBUTES[at], q_below: 0.01 }),
    );
    printTimes('an attribute for the first time', cold);
    const random = randomFrom(SEED + 1);
    for (const sign of ['any', 'positive']) {
      let rows = 0;
      const times = await repeat(TRIES, async () => {
        const rule = { field: 'trait', attribute: 'Age', q_below: 0.01 + random() / 1e4, sign };
        const found = await ask(product, [rule]);
        rows = found.total;
        return found.ms;
      });
      printTimes(`Age at q < 0.01, ${sign} sign`, times, `(${rows} rows)`);
    }
  });
}

if (import.meta.main)
  await runScenarios({ 'trait-rule': () => benchTraitRule(Number(process.argv[2] ?? 5000)) });
