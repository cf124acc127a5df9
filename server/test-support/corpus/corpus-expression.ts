/** Compares the stored values of the real corpus with its files cell by cell, and with row statistics computed by R. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import Papa from 'papaparse';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { storeMatrix } from '../../areas/collections/store-matrix.ts';
import { sql } from '../../base/postgres/database.ts';
import { readFeatures, readRowStatistics, type StoredMatrix } from '../../records/data-set/expression.ts';
import type { TestPortal } from '../portal.ts';
import { CORPUS } from './corpus.ts';

const ANSWERS = path.join(CORPUS, '../r-answers');

const rowsAnswer = z.object({
  input: z.object({ root: z.string(), title_and_version: z.string() }),
  rows: z.object({
    feature: z.array(z.string()),
    mean: z.array(z.number()),
    sd: z.array(z.number()),
    min: z.array(z.number()),
    max: z.array(z.number()),
    missing: z.array(z.number()),
    percentile: z.array(z.number()),
  }),
});

interface DataSet extends StoredMatrix {
  id: number;
  name: string;
  storage_key: string;
  features: string[];
  labels: string[];
}

async function listDataSets({ services }: TestPortal): Promise<DataSet[]> {
  const { rows } = await sql<DataSet>`
    select d.id, d.title || ' ' || d.ds_version as name, d.matrix_storage_key, d.row_statistics_storage_key,
           d.number_of_features, d.number_of_samples, l.identifiers as features, f.storage_key,
           array(select s.label from sample s where s.owner_type = 'ds' and s.owner_id = d.id order by s.sample_index) as labels
      from data_set d join feature_list l on l.id = d.feature_list_id
      join file f on f.entity_type = 'ds' and f.owner_id = d.id and f.name = d.analyte_file
     order by d.id`.execute(services.db);
  return rows;
}

/** Rows of values by an independent reader: the columns of the samples, in the order of the sample index. */
async function readCsv({ services }: TestPortal, { storage_key, labels }: DataSet): Promise<number[][]> {
  const { data } = Papa.parse<string[]>(await text(await services.store.read(storage_key)), {
    skipEmptyLines: 'greedy',
  });
  const hasTwoLines = data[0]?.[0]?.toUpperCase() === 'INDEX' && data[1]?.[0] === '';
  const header = (hasTwoLines ? data[1] : data[0]) ?? [];
  const columns = labels.map((label) => header.lastIndexOf(label));
  expect(columns).not.toContain(-1);
  return data
    .slice(hasTwoLines ? 2 : 1)
    .map((row) => columns.map((at) => Number(row[at] === 'NA' ? 'NaN' : row[at])));
}

export function describeCorpusExpression(portal: () => TestPortal): void {
  test('every value of every data set is the one of its file', async () => {
    const dataSets = await listDataSets(portal());
    expect(dataSets.length).toBeGreaterThan(20);
    for (const dataSet of dataSets) {
      const rows = await readCsv(portal(), dataSet);
      const stored = await readFeatures(portal().services.store, dataSet, [...rows.keys()]);
      expect(rows).toHaveLength(dataSet.number_of_features);
      for (const [index, row] of rows.entries())
        if (!row.every((value, at) => Object.is(value, stored[index]?.[at])))
          expect([...(stored[index] ?? [])], `${dataSet.name}, ${dataSet.features[index]}`).toEqual(row);
    }
  });

  test('some rows in any order are the same rows', async () => {
    const [dataSet] = (await listDataSets(portal())).toSorted(
      (a, b) => b.number_of_features - a.number_of_features,
    );
    if (dataSet === undefined) throw new Error('The corpus has no data set.');
    const { store } = portal().services;
    const last = dataSet.number_of_features - 1;
    const wanted = [last, 0, 17, 17, Math.floor(last / 2), 1];
    const all = await readFeatures(
      store,
      dataSet,
      Array.from({ length: last + 1 }, (_, row) => row),
    );
    expect(await readFeatures(store, dataSet, wanted)).toEqual(wanted.map((row) => all[row]));
    await expect(readFeatures(store, dataSet, [last + 1])).rejects.toThrow(RangeError);
  });

  const answers = existsSync(ANSWERS) ? readdirSync(ANSWERS).filter((name) => name.startsWith('rows_')) : [];
  test('the statistics of the rows are those of R', async () => {
    expect(answers.length).toBeGreaterThan(3);
    const dataSets = await listDataSets(portal());
    let compared = 0;
    for (const name of answers) {
      const { input, rows } = rowsAnswer.parse(JSON.parse(readFileSync(path.join(ANSWERS, name), 'utf8')));
      const dataSet = dataSets.find((each) => each.name === input.title_and_version);
      if (input.root !== 'corpus') continue;
      if (dataSet === undefined) throw new Error(`There is no data set ${input.title_and_version}.`);
      expect(rows.feature).toEqual(dataSet.features);
      const stored = await readRowStatistics(portal().services.store, dataSet, [...rows.feature.keys()]);
      for (const [at, own] of stored.entries()) {
        for (const figure of ['mean', 'min', 'max', 'missing', 'percentile'] as const)
          expect(Math.abs(own[figure] - (rows[figure][at] ?? Number.NaN))).toBeLessThan(1e-12);
        expect(Math.abs(own.sd / (rows.sd[at] ?? Number.NaN) - 1)).toBeLessThan(1e-9);
        compared += 1;
      }
    }
    expect(compared).toBeGreaterThan(1000);
  });

  test('a data set that came in before gets the same values by its job', async () => {
    const { services } = portal();
    const [dataSet] = await listDataSets(portal());
    if (dataSet === undefined) throw new Error('The corpus has no data set.');
    const keys = services.db
      .selectFrom('data_set')
      .select(['matrix_storage_key', 'row_statistics_storage_key']);
    await services.db
      .updateTable('data_set')
      .set({ matrix_storage_key: null, row_statistics_storage_key: null })
      .where('id', '=', dataSet.id)
      .execute();
    await storeMatrix(services, dataSet.id);
    expect(await keys.where('id', '=', dataSet.id).execute()).toEqual([
      {
        matrix_storage_key: dataSet.matrix_storage_key,
        row_statistics_storage_key: dataSet.row_statistics_storage_key,
      },
    ]);
  });
}
