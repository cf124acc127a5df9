/** Compares the stored corpus with counts of an independent reader (papaparse). */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { getDataSetNetwork, listDataSets } from '@omicon/contract/areas/collections.ts';
import type { LineageNode } from '@omicon/contract/areas/lineage.ts';
import { getDataSetSampleAttributes } from '@omicon/contract/areas/samples.ts';
import { searchEverything } from '@omicon/contract/areas/search.ts';
import Papa from 'papaparse';
import { beforeAll, expect, test } from 'vitest';
import { sql } from '../../base/postgres/database.ts';
import { verifyConsistency } from '../../database/operations/verify.ts';
import type { Caller, TestPortal } from '../portal.ts';
import { ALL_IN_ORDER } from '../tables.ts';
import { CORPUS, CORPUS_IS_MISSING } from './corpus.ts';

const FILES = CORPUS_IS_MISSING
  ? []
  : readdirSync(CORPUS, { recursive: true, encoding: 'utf8' }).filter((file) => !file.startsWith('answers'));

/** Cells of a CSV file of the corpus, header first. */
function cellsOf(file: string): string[][] {
  return Papa.parse<string[]>(readFileSync(path.join(CORPUS, file), 'utf8'), { skipEmptyLines: true }).data;
}

function attributeOf(file: string, name: string): string {
  return cellsOf(file).find(([attribute]) => attribute === name)?.[1] ?? '';
}

function named(pattern: RegExp): string[] {
  return FILES.filter((file) => pattern.test(file));
}

const DATA_SETS = named(/(_DS\d+|_DS)_attributes\.csv$/);
const COMPANION = /_(DS_)?attributes\.csv$/;
const DEFINITIONS = ['Seed', 'PosBC', 'PosFDR', 'NegBC', 'NegFDR'];
const COLUMNS = [/^ModSeed$/, /^TopModPosBC/, /^TopModPosFDR/, /^TopModNegBC/, /^TopModNegFDR/];

/** Features of each definition's column that name a module, over all networks. */
function countMembers(): Record<string, number> {
  const counts: Record<string, number> = Object.fromEntries(DEFINITIONS.map((name) => [name, 0]));
  for (const file of named(/kME_table_.*\.csv$/)) {
    const [header = [], ...rows] = cellsOf(file);
    for (const [index, definition] of DEFINITIONS.entries()) {
      const at = header.findIndex((name) => COLUMNS[index]?.test(name));
      const members = rows.filter((row) => ![undefined, '', 'NA'].includes(row[at])).length;
      counts[definition] = (counts[definition] ?? 0) + members;
    }
  }
  return counts;
}

function countEnrichment(): { values: number; below: number } {
  const count = { values: 0, below: 0 };
  for (const file of named(/GSHyperG[^/]*\.csv$/)) {
    for (const row of cellsOf(file).slice(1)) {
      for (const cell of row.slice(7)) {
        count.values += 1;
        if (Number(cell) < 0.05) count.below += 1;
      }
    }
  }
  return count;
}

/** @param open returns the portal with the imported corpus, once the tests run */
export function describeCorpusContent(open: () => TestPortal): void {
  let portal: TestPortal;
  let member: Caller;
  beforeAll(async () => {
    portal = open();
    member = await portal.signInAs('LAB');
  });

  async function one<T>(query: ReturnType<typeof sql<T>>): Promise<T | undefined> {
    return (await query.execute(portal.services.db)).rows[0];
  }

  test('is stored whole', async () => {
    const counted = await one(sql`
      select (select count(*)::int from data_collection) as collections, (select count(*)::int from data_set) as data_sets,
             (select count(*)::int from analysis) as analyses, (select count(*)::int from covariation_network) as networks,
             (select count(*)::int from covariation_module) as modules, (select count(*)::int from module_enrichment) as enrichment_columns,
             (select count(*)::int from gene_set where genes is not null) as gene_sets, (select count(*)::int from mapping_table) as mapping_tables,
             (select count(*)::int from ontology) as ontologies`);
    const modules = named(/Module_statistics_.*\.csv$/).map((file) => cellsOf(file).length - 1);
    expect(counted).toEqual({
      collections: 5,
      data_sets: 31,
      analyses: 8,
      networks: 30,
      modules: 351,
      enrichment_columns: named(/GSHyperG[^/]*\.csv$/).reduce(
        (sum, file) => sum + (cellsOf(file)[0]?.length ?? 0) - 7,
        0,
      ),
      gene_sets: 3130,
      mapping_tables: 10,
      ontologies: 3,
    });
    expect(modules).toHaveLength(30);
    expect(modules.reduce((sum, count) => sum + count, 0)).toBe(351);
    expect(await verifyConsistency(portal.services)).toEqual(ALL_IN_ORDER);
  }, 600_000);

  test('has data sets with the samples and features of their files', async () => {
    const { rows } = await sql<{ name: string; samples: number; features: number }>`
      select d.title || ' ' || d.ds_version as name, d.number_of_features as features,
             (select count(*)::int from sample s where s.owner_type = 'ds' and s.owner_id = d.id) as samples
        from data_set d order by 1`.execute(portal.services.db);
    const expected = DATA_SETS.map((file) => ({
      name: `${attributeOf(file, 'Title')} ${attributeOf(file, 'Version')}`,
      samples: cellsOf(file.replace(COMPANION, '_sample_attributes.csv')).length - 1,
      features: cellsOf(file.replace(COMPANION, '_feature_metadata.csv')).length - 1,
    }));
    expect(expected).toHaveLength(31);
    expect(rows).toEqual(expected.toSorted((a, b) => (a.name < b.name ? -1 : 1)));
  });

  test('has the members of each module definition', async () => {
    const { rows } = await sql<{ definition: number; members: number }>`
      select definition, sum(n)::int as members from module_member group by 1`.execute(portal.services.db);
    const stored = Object.fromEntries(
      DEFINITIONS.map((name, index) => [name, rows.find((row) => row.definition === index)?.members ?? 0]),
    );
    const counted = countMembers();
    expect(stored).toEqual(counted);
    expect(Object.values(counted).every((count) => count > 0)).toBe(true);
  });

  test('has 2,960,458 enrichment values, 116,973 of them below .05', async () => {
    const stored = await one(sql<{ values: number; below: number }>`
      select sum(n_tested)::int as values, sum(n_enriched)::int as below from module_enrichment`);
    expect(stored).toEqual({ values: 2_960_458, below: 116_973 });
    expect(countEnrichment()).toEqual(stored);
  }, 600_000);

  test('is known to the planner as soon as it is in', async () => {
    const { rows } = await sql<{ table: string; planned: number; there: number }>`
      select 'sample' as table, reltuples::int as planned, (select count(*)::int from sample) as there
        from pg_class where oid = 'sample'::regclass
       union all
      select 'mapping_row', reltuples::int, (select count(*)::int from mapping_row)
        from pg_class where oid = 'mapping_row'::regclass`.execute(portal.services.db);
    for (const { table, planned, there } of rows)
      expect(Math.abs(planned / there - 1), `${table}: ${planned} of ${there}`).toBeLessThan(0.2);
  });

  test('has the rows of its mapping tables and the terms of its ontologies', async () => {
    const pairs = named(/_mapping_tables\/.*\.csv$/).reduce(
      (sum, file) =>
        sum +
        cellsOf(file)
          .slice(1)
          .reduce(
            (rows, [, target = '']) =>
              rows + Math.max(1, target.split(' | ').filter((part) => part !== '' && part !== 'NA').length),
            0,
          ),
      0,
    );
    const terms = named(/\.obo$/).reduce(
      (sum, file) =>
        sum +
        readFileSync(path.join(CORPUS, file), 'utf8')
          .split('\n')
          .filter((line) => line === '[Term]').length,
      0,
    );
    const stored = await one(
      sql`select (select count(*)::int from mapping_row) as pairs, (select count(*)::int from ontology_term) as terms`,
    );
    expect(stored).toEqual({ pairs, terms });
  });

  async function dataSetId(title: string): Promise<number> {
    const { reply } = await portal.call(listDataSets, {
      as: member,
      query: { search: title, page_size: 100 },
    });
    const found = reply.results.find((dataSet) => `${dataSet.title} ${dataSet.ds_version}` === title);
    if (!found) throw new Error(`${title} is not listed.`);
    return found.id;
  }

  test.each(['Tissue', 'Tumor_Grade', 'IDH1_Mut'])(
    'shows the treemap of %s that its sample table gives',
    async (attribute) => {
      const title = 'TCGA LGG miRNA-seq EXT A.1';
      const file =
        DATA_SETS.find(
          (candidate) => `${attributeOf(candidate, 'Title')} ${attributeOf(candidate, 'Version')}` === title,
        ) ?? '';
      const [header = [], ...samples] = cellsOf(file.replace(COMPANION, '_sample_attributes.csv'));
      const counts = Map.groupBy(samples, (row) => row[header.indexOf(attribute)] || null);
      const expected = [...counts].map(([name, rows]) => `${name} ${rows.length}`).sort();
      const { reply } = await portal.call(getDataSetSampleAttributes, {
        as: member,
        body: { id: await dataSetId(title) },
      });
      const values = reply.sample_attributes.find((shown) => shown.name === attribute)?.values ?? [];
      expect(values.map(({ name, count }) => `${name} ${count}`).sort()).toEqual(expected);
      expect(values.reduce((sum, { count }) => sum + count, 0)).toBe(526);
    },
  );

  test('counts only the samples with the selected values', async () => {
    const body = {
      id: await dataSetId('TCGA LGG miRNA-seq EXT A.1'),
      selection: [{ attribute: 'Tumor_Grade', value: '2' }],
    };
    const { reply } = await portal.call(getDataSetSampleAttributes, { as: member, body });
    const file =
      DATA_SETS.find((candidate) => attributeOf(candidate, 'Title') === 'TCGA LGG miRNA-seq EXT') ?? '';
    const [header = [], ...samples] = cellsOf(file.replace(COMPANION, '_sample_attributes.csv'));
    const chosen = samples.filter((row) => row[header.indexOf('Tumor_Grade')] === '2');
    expect(reply.number_of_samples).toBe(chosen.length);
    const sexes = reply.sample_attributes.find((shown) => shown.name === 'Sex')?.values ?? [];
    expect(sexes.find(({ name }) => name === 'F')?.count).toBe(
      chosen.filter((row) => row[header.indexOf('Sex')] === 'F').length,
    );
  });

  test('leads in its lineage from a derived data set back to the loaded one', async () => {
    const title = 'Dyrskjot 2004 bladder EXT OR QN BC A.1.1.1.1';
    const { reply } = await portal.call(getDataSetNetwork, {
      as: member,
      params: { id: await dataSetId(title) },
    });
    const pathTo = (node: LineageNode): LineageNode[] => {
      if (node.id === reply.focus) return [node];
      for (const child of node.children) {
        const below = pathTo(child);
        if (below.length > 0) return [node, ...below];
      }
      return [];
    };
    expect(pathTo(reply.network).map((node) => node.name)).toEqual([
      'Dyrskjot 2004 bladder',
      'MDC',
      'Dyrskjot 2004 bladder EXT A.1',
      'OR',
      'Dyrskjot 2004 bladder EXT OR A.1.1',
      'QN',
      'Dyrskjot 2004 bladder EXT OR QN A.1.1.1',
      'BC',
      title,
    ]);
  });

  test('is found by a guest: a data set by accession GSE4271, a file by its name', async () => {
    const guest = await portal.signInAs('GU');
    const { reply } = await portal.call(searchEverything, { as: guest, query: { q: 'gse4271' } });
    const found = reply.records.results
      .filter((record) => record.entity_type === 'ds')
      .map((record) => [record.title, record.found_by]);
    expect(found).toContainEqual(['Phillips 2006 GSE4271 EXT A.1', 'accession ID']);
    const byName = await portal.call(searchEverything, {
      as: guest,
      query: { q: 'GSE4271_DS1.csv', scope: 'files' },
    });
    expect(byName.reply.files.results.map((file) => file.name)).toEqual(['GSE4271_DS1.csv']);
  });
}
