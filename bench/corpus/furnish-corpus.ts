/**
 * Adds to a generated corpus what the laboratory's sample queries need besides networks: samples by label, tissues,
 * mutations and diseases, owners and dates, files, kME, and mappings of symbols. Uses fixed rules; runs once.
 */
import { Readable } from 'node:stream';
import { bytesOf as columnBytes, packColumn } from '@omicon/domain/records/samples/sample-columns.ts';
import { mapFeaturesAgain } from '@omicon/server/areas/advanced-search/maintain-index.ts';
import type { OpenServices } from '@omicon/server/base/open-services.ts';
import { sql, type Tx } from '@omicon/server/base/postgres/database.ts';
import { MatrixWriter, packStatistics } from '@omicon/server/records/data-set/expression.ts';
import { GENES, randomFrom } from './corpus-generator.ts';
import { symbolOf } from './search-corpus.ts';

/** Shares of genes with an EC number or an OMIM number, and GO terms per gene, as in the laboratory's tables. */
const ENZYME_EVERY = 8;
const OMIM_EVERY = 2;
const GO_TERMS = 12_000;
const GO_OF_A_GENE = 8;
/** Oxidative phosphorylation: some ninety genes. */
const PHOSPHORYLATION = 'GO:0006119';
const PHOSPHORYLATION_EVERY = 277;

/** Mean expression, in log2: from 4 to 14. */
const [LOWEST_LEVEL, LEVELS] = [4, 10];

const TISSUES = [
  ['frontal cortex', 'UBERON:0001870'],
  ['brain', 'UBERON:0000955'],
  ['liver', 'UBERON:0002107'],
] as const;

async function saveMapping(tx: Tx, to: string, pairs: readonly (readonly [string, string])[]): Promise<void> {
  await sql`
    with added as (
      insert into mapping_table (name, release, from_identifier, to_identifier, number_of_rows, content_sha256, storage_key, size_bytes)
      values (${`SYMBOL to ${to}`}, '1', 'SYMBOL', ${to}, ${pairs.length}, ''::bytea, '', 0) returning id)
    insert into mapping_row (mapping_table_id, place, identifier, target)
    select added.id, place, identifier, target
      from added, unnest(${pairs.map(([symbol]) => symbol)}::text[], ${pairs.map(([, target]) => target)}::text[])
                   with ordinality as pair(identifier, target, place)`.execute(tx);
}

async function makeMappings(tx: Tx): Promise<void> {
  const random = randomFrom(GENES);
  const genes = Array.from({ length: GENES }, (_, gene) => gene);
  await saveMapping(
    tx,
    'ENTREZID',
    genes.map((gene) => [symbolOf(gene), String(100_000 + gene)]),
  );
  await saveMapping(
    tx,
    'ENZYME',
    genes
      .filter((gene) => gene % ENZYME_EVERY === 0)
      .map((gene) => [symbolOf(gene), `${1 + (gene % 6)}.${1 + (gene % 11)}.1.${1 + (gene % 97)}`]),
  );
  await saveMapping(
    tx,
    'OMIM',
    genes.filter((gene) => gene % OMIM_EVERY === 0).map((gene) => [symbolOf(gene), String(600_000 + gene)]),
  );
  await saveMapping(
    tx,
    'GO',
    genes.flatMap((gene) => {
      const terms = new Set<string>(gene % PHOSPHORYLATION_EVERY === 0 ? [PHOSPHORYLATION] : []);
      while (terms.size < GO_OF_A_GENE)
        terms.add(`GO:1${String(Math.floor(random() * GO_TERMS)).padStart(6, '0')}`);
      return [...terms].map((term): [string, string] => [symbolOf(gene), term]);
    }),
  );
}

async function makeTissues(tx: Tx): Promise<void> {
  await sql`
    with o as (insert into ontology (name, version, number_of_terms, content_sha256, storage_key, size_bytes)
               values ('UBERON', 1, ${TISSUES.length}, ''::bytea, '', 0) returning id),
    t as (insert into ontology_term (ontology_id, term_id, name, is_obsolete)
          select o.id, term, name, false
            from o, unnest(${TISSUES.map(([, id]) => id)}::text[], ${TISSUES.map(([name]) => name)}::text[]) v(term, name))
    insert into ontology_parent (ontology_id, term_id, relation, parent_id)
    select o.id, 'UBERON:0001870', 'part_of', 'UBERON:0000955' from o`.execute(tx);
}

/**
 * Two data sets a collection, the first by sequencing and the second by microarray; every third pair is of
 * oligodendroglioma.
 */
async function pairDataSets(tx: Tx): Promise<void> {
  await sql`
    with ranked as (select number, data_collection_number as collection, row_number() over (order by number) - 1 as rank from data_set),
    paired as (select odd.number, odd.collection as own, even.collection from ranked odd join ranked even on even.rank = odd.rank - 1 where odd.rank % 2 = 1),
    moved as (update data_set d set data_collection_number = p.collection from paired p where d.number = p.number),
    followed as (update analysis a set data_collection_number = p.collection from paired p where a.input_data_set_number = p.number)
    update data_collection c set deleted_at = now() from paired p where c.number = p.own`.execute(tx);
  await sql`
    update data_collection set accession_id = 'GSE' || (15824 + rank)
      from (select number, row_number() over (order by number) - 1 as rank from data_collection where deleted_at is null) ranked
     where ranked.number = data_collection.number`.execute(tx);
  await sql`
    update sample_column set known_values = array_replace(array_replace(known_values, 'astrocytoma', 'oligodendroglioma'), 'glioblastoma', 'anaplastic oligodendroglioma')
      from (select id, row_number() over (order by number) - 1 as rank from data_set) ranked
     where owner_type = 'ds' and owner_id = ranked.id and attribute = 'Disease' and (rank / 2) % 3 = 0`.execute(
    tx,
  );
}

/** Labels, tissues and mutations of the samples of every data set. */
async function makeSampleAttributes(tx: Tx): Promise<void> {
  const { rows } = await sql<{ id: number; samples: number }>`
    select id, number_of_samples as samples from data_set order by number`.execute(tx);
  const random = randomFrom(rows.length);
  for (const { id, samples } of rows) {
    const tissue = Array.from({ length: samples }, () => TISSUES[random() < 0.9 ? 0 : 2]);
    const lossOr = (share: number) =>
      Array.from({ length: samples }, () => (random() < share ? 'SO:0001743' : 'WT'));
    const columns: [string, (string | null)[]][] = [
      ['Organism', Array<string>(samples).fill('Homo sapiens')],
      ['Tissue', tissue.map((of) => of?.[0] ?? null)],
      ['UBERON_ID', tissue.map((of) => of?.[1] ?? null)],
      [
        'IDH1_Mut',
        Array.from({ length: samples }, () =>
          random() < 0.1 ? null : random() < 0.3 ? 'NCIT:C172343' : 'WT',
        ),
      ],
      ['chr1p_Status', lossOr(0.2)],
      ['chr19q_Status', lossOr(0.2)],
    ];
    for (const [attribute, cells] of columns) {
      const column = packColumn(cells);
      await sql`
        insert into sample_column (owner_type, owner_id, attribute, known_values, codes)
        values ('ds', ${id}, ${attribute}, ${column.values}::text[], ${Buffer.from(columnBytes(column))})`.execute(
        tx,
      );
    }
    await sql`update data_set set sample_columns = sample_columns || ${columns.map(([name]) => name)}::text[] where id = ${id}`.execute(
      tx,
    );
  }
  await sql`
    insert into sample (owner_type, owner_id, sample_index, label, attributes)
    select 'ds', d.id, at, 'Sample ' || (at + 1), '{}' from data_set d, generate_series(0, d.number_of_samples - 1) at`.execute(
    tx,
  );
}

/** A collection has the samples of its first data set. */
async function copySamplesToCollections(tx: Tx): Promise<void> {
  await sql`create temporary table of_collection on commit drop as
    select distinct on (c.number) c.id as collection, d.id as data_set
      from data_collection c join data_set d on d.data_collection_number = c.number
     where c.deleted_at is null order by c.number, d.number`.execute(tx);
  await sql`
    update data_collection c set sample_columns = d.sample_columns, number_of_samples = d.number_of_samples
      from of_collection o join data_set d on d.id = o.data_set where c.id = o.collection`.execute(tx);
  await sql`
    insert into sample (owner_type, owner_id, sample_index, label, attributes)
    select 'dc', o.collection, s.sample_index, s.label, s.attributes
      from of_collection o join sample s on s.owner_type = 'ds' and s.owner_id = o.data_set`.execute(tx);
  await sql`
    insert into sample_column (owner_type, owner_id, attribute, known_values, codes)
    select 'dc', o.collection, s.attribute, s.known_values, s.codes
      from of_collection o join sample_column s on s.owner_type = 'ds' and s.owner_id = o.data_set`.execute(
    tx,
  );
}

async function makeOwnersAndFiles(tx: Tx): Promise<void> {
  await sql`
    update analysis set owner = case when number % 5 = 0 then 'Ines Caldeira' else 'Reference Analyst' end,
                        creation_date = date '2020-01-01' + number % 1500`.execute(tx);
  await sql`update data_set set analyte_file = 'analyte_' || number || '.csv.gz'`.execute(tx);
  await sql`
    update gene_set set name = 'SET_RADIAL_GLIA_' || rank
      from (select number, row_number() over (order by number) - 1 as rank from gene_set) ranked
     where ranked.number = gene_set.number and rank % 500 = 8`.execute(tx);
  await sql`
    insert into file (entity_type, owner_id, entity_number, folder, name, size_bytes, sha256, storage_key, visibility)
    select 'project', a.id, a.number, n.name, 'enrichment_' || definition || '.pdf', 0, ''::bytea, '', 'public'
      from covariation_network n join analysis a on a.id = n.analysis_id, unnest(array['Seed', 'PosBC', 'PosFDR']) definition`.execute(
    tx,
  );
}

/**
 * One object with kME and P of the largest network, which all networks share: offsets in it depend on the network, so
 * each reads values of its own modules and features. The first network also gets what the sample query selects it by.
 */
async function makeKmeTables(tx: Tx, store: OpenServices['services']['store']): Promise<void> {
  const { rows } = await sql<{ cells: number }>`
    select max(n.number_of_modules * cardinality(l.identifiers)) as cells
      from covariation_network n join feature_list l on l.id = n.feature_list_id`.execute(tx);
  const cells = rows[0]?.cells ?? 0;
  if (cells === 0) throw new Error('The corpus has no networks.');
  const random = randomFrom(cells);
  // kME and P of each module in turn; their order does not affect the time.
  const kme = Float64Array.from({ length: 2 * cells }, random);
  const { storageKey } = await store.put(Readable.from([Buffer.from(kme.buffer)]));
  const labels = Array.from({ length: 100 }, (_, at) => `Sample ${at + 1}`);
  await sql`update covariation_network set kme_values_storage_key = ${storageKey}`.execute(tx);
  await sql`
    update covariation_network set rel_signum = 0.9999, min_size = 8, sample_labels = ${labels}::text[]
     where number = (select min(number) from covariation_network)`.execute(tx);
}

/** Values of the largest data set, feature by feature, as intake writes them. */
async function writeValues(
  { store }: OpenServices['services'],
  { features, samples }: { features: number; samples: number },
): Promise<string> {
  const random = randomFrom(features);
  const writer = new MatrixWriter(store);
  for (let row = 0; row < features; row += 1) {
    const level = LOWEST_LEVEL + LEVELS * random();
    writer.addRow(Float64Array.from({ length: samples }, () => level + random()));
    await writer.keepPace();
  }
  const { matrix_storage_key } = await writer.end();
  return matrix_storage_key;
}

/** Statistics of some rows, with means as in an array. */
function drawStatistics(features: number, random: () => number) {
  return Array.from({ length: features }, () => {
    const mean = LOWEST_LEVEL + LEVELS * random();
    return { mean, sd: random(), min: mean - 1, max: mean + 1, missing: 0 };
  });
}

/**
 * Values of the data sets that have none, also of a kept corpus made before there were any. Each data set has row
 * statistics of its own, 1 MB for 20,000 features, because the level of a gene reads one row of each. The values are
 * one object as large as the largest data set, which all share: 16 MB each would be 40 GB.
 */
async function storeExpression({ db, services }: OpenServices): Promise<void> {
  const { rows } = await sql<{ id: number; features: number; samples: number }>`
    select id, number_of_features as features, number_of_samples as samples from data_set
     where row_statistics_storage_key is null order by number`.execute(db);
  if (rows.length === 0) return;
  const most = (key: 'features' | 'samples') => rows.reduce((largest, row) => Math.max(largest, row[key]), 0);
  const matrix = await writeValues(services, { features: most('features'), samples: most('samples') });
  const random = randomFrom(rows.length);
  for (const { id, features } of rows) {
    const packed = packStatistics(drawStatistics(features, random));
    const { storageKey } = await services.store.put(Readable.from([packed]));
    await sql`
      update data_set set matrix_storage_key = ${matrix}, row_statistics_storage_key = ${storageKey}
       where id = ${id}`.execute(db);
  }
}

/** Does nothing if the corpus is complete already. */
export async function furnishCorpus(opened: OpenServices): Promise<void> {
  await furnishRecords(opened);
  await storeExpression(opened);
}

async function furnishRecords({ db, services }: OpenServices): Promise<void> {
  const known = await db.selectFrom('mapping_table').select('id').limit(1).execute();
  if (known.length > 0) return;
  await db.transaction().execute(async (tx) => {
    await makeMappings(tx);
    await makeTissues(tx);
    await pairDataSets(tx);
    await makeSampleAttributes(tx);
    await copySamplesToCollections(tx);
    await makeOwnersAndFiles(tx);
    await makeKmeTables(tx, services.store);
  });
  await sql`analyze`.execute(db);
  await mapFeaturesAgain(services);
}
