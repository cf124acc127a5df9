/** Treemaps of sample attributes: counted in packed columns, compared with the rows they are packed from. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { createSampleAttribute, updateSampleAttribute } from '@omicon/contract/areas/attributes.ts';
import {
  getAnalysisSampleAttributes,
  getCollectionSampleAttributes,
  getDataSetSampleAttributes,
  listCollectionSamples,
  listDataSetSamples,
} from '@omicon/contract/areas/samples.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { REPOSITORY } from '../../config.ts';
import { verifyConsistency } from '../../database/operations/verify.ts';
import { countWrongColumns } from '../../database/operations/verify-samples.ts';
import { takeIn } from '../../test-support/intake.ts';
import { smallLaboratory, smallResources } from '../../test-support/laboratories/small-laboratory.ts';
import { type Caller, openTestPortal, type TestPortal } from '../../test-support/portal.ts';
import { ALL_IN_ORDER } from '../../test-support/tables.ts';

const MIGRATION = path.join(REPOSITORY, 'server/database/migrations/0016_sample_columns.sql');

let portal: TestPortal;
let lab: Caller;
beforeAll(async () => {
  portal = await openTestPortal();
  lab = await portal.signInAs('LAB');
  const taken = await takeIn(portal, { ...smallLaboratory(), ...smallResources() });
  expect(taken.faults).toEqual([]);
});
afterAll(() => portal.close());

interface Selection {
  attribute: string;
  value: string | null;
}

interface SampleRow {
  owner_type: 'dc' | 'ds';
  number: number;
  sample_columns: string[];
  samples: Record<string, string>[];
}

async function listRecords(): Promise<SampleRow[]> {
  const { rows } = await portal.pool.query<SampleRow>(`
    select o.*, (select json_agg(s.attributes order by s.sample_index) from sample s
                  where s.owner_type = o.owner_type and s.owner_id = o.id) as samples
      from (select 'ds' as owner_type, id, number, sample_columns from data_set where is_current
            union all select 'dc', id, number, sample_columns from data_collection where is_current) o`);
  return rows;
}

function cellOf(sample: Record<string, string>, attribute: string): string | null {
  return Object.hasOwn(sample, attribute) ? (sample[attribute] ?? null) : null;
}

async function treemapOf(record: SampleRow, selection: Selection[]) {
  const endpoint = record.owner_type === 'ds' ? getDataSetSampleAttributes : getCollectionSampleAttributes;
  const body = { id: record.number, optional_attributes: record.sample_columns, selection };
  return (await portal.call(endpoint, { as: lab, body })).reply;
}

/** What going through the rows one by one counts. */
function countRows(record: SampleRow, selection: readonly Selection[], attribute: string) {
  const chosen = record.samples.filter((sample) =>
    selection.every((wanted) => cellOf(sample, wanted.attribute) === wanted.value),
  );
  return Map.groupBy(chosen, (sample) => cellOf(sample, attribute));
}

async function expectCounted(record: SampleRow, selection: Selection[]): Promise<void> {
  const reply = await treemapOf(record, selection);
  for (const { name, values } of reply.sample_attributes) {
    const expected = countRows(record, selection, name);
    expect(new Map(values.map((value) => [value.name, value.count]))).toEqual(
      new Map([...expected].map(([value, rows]) => [value, rows.length])),
    );
    const ranked = values.map(({ count }) => count);
    expect(ranked).toEqual(ranked.toSorted((a, b) => b - a));
  }
  expect(reply.sample_attributes.map(({ name }) => name).toSorted()).toEqual(
    record.sample_columns.toSorted(),
  );
}

test('the selected samples are listed by their labels, if their collection is readable and lists them', async () => {
  const { rows } = await portal.pool.query<{ id: number; collection: number; labels: string[] }>(`
    select d.number as id, d.data_collection_number as collection,
           array(select s.label from sample s where s.owner_type = 'ds' and s.owner_id = d.id
                    and s.attributes->>'Sex' = 'F' order by s.sample_index) as labels
      from data_set d where d.is_current and 'Sex' = any(d.sample_columns) order by d.number limit 1`);
  const [{ id, collection, labels } = { id: 0, collection: 0, labels: [] }] = rows;
  expect(labels.length).toBeGreaterThan(1);
  const selection = [{ attribute: 'Sex', value: 'F' }];
  const listed = await portal.call(listDataSetSamples, { as: lab, body: { id, selection } });
  expect(listed.reply).toMatchObject({ collection_id: collection, total: labels.length });
  expect(listed.reply.results.map(({ label }) => label)).toEqual(labels);
  const second = { id, selection, page: 2, page_size: 1 };
  const paged = await portal.call(listDataSetSamples, { as: lab, body: second });
  expect(paged.reply).toMatchObject({ results: [{ label: labels[1] }], total: labels.length });
  const body = { id: collection, selection };
  const all = await portal.call(listCollectionSamples, { as: lab, body });
  expect(all.reply.results.map(({ label }) => label)).toEqual(expect.arrayContaining(labels));

  const guest = await portal.signInAs('GU');
  const hide = (visibility: string) =>
    portal.pool.query('update data_collection set visibility = $1 where number = $2', [
      visibility,
      collection,
    ]);
  await hide('private');
  const ofGuest = await portal.call(listDataSetSamples, { as: guest, body: { id, selection } });
  await hide('public');
  expect([ofGuest.status, ofGuest.reply.total]).toEqual([200, 0]);
});

describe('the treemap', () => {
  test('counts every value, unfiltered and for each selected value and pair of values', async () => {
    const records = await listRecords();
    expect(records.length).toBeGreaterThan(3);
    for (const record of records) {
      await expectCounted(record, []);
      for (const attribute of record.sample_columns) {
        const values = new Set(record.samples.map((sample) => cellOf(sample, attribute)));
        for (const value of values) {
          await expectCounted(record, [{ attribute, value }]);
          await expectCounted(record, [
            { attribute, value },
            { attribute: 'Sex', value: 'F' },
          ]);
        }
      }
    }
  });

  test('of an analysis is that of its input data set', async () => {
    const { rows } = await portal.pool.query<{ id: number; input: number }>(
      'select number as id, input_data_set_number as input from analysis where is_current',
    );
    const { id, input } = rows[0] ?? { id: 0, input: 0 };
    const selection = [{ attribute: 'Sex', value: 'F' }];
    const ask = async (endpoint: typeof getDataSetSampleAttributes, number: number) =>
      (await portal.call(endpoint, { as: lab, body: { id: number, selection } })).reply;
    const ofAnalysis = (await portal.call(getAnalysisSampleAttributes, { as: lab, body: { id, selection } }))
      .reply;
    expect(ofAnalysis).toEqual(await ask(getDataSetSampleAttributes, input));
  });

  test('labels coded values by attribute and keeps their codes', async () => {
    const record = (await listRecords()).find(({ owner_type }) => owner_type === 'ds');
    if (!record) throw new Error('There is no data set.');
    const { sample_attributes } = await treemapOf(record, []);
    const attributeOf = (name: string) => sample_attributes.find((attribute) => attribute.name === name);
    expect(attributeOf('UBERON_ID')?.value_labels).toMatchObject({ 'UBERON:0000955': 'brain' });
    expect(attributeOf('UBERON_ID')?.values.map(({ name }) => name)).toContain('UBERON:0000955');
    expect(attributeOf('Tissue')?.value_labels).toEqual({});
  });

  test('shows a label as soon as it is stored', async () => {
    const record = (await listRecords()).find(({ owner_type }) => owner_type === 'ds');
    if (!record) throw new Error('There is no data set.');
    const body = {
      sampleAttributeSource: 'Batch',
      type: 'Mixed',
      examples: '1',
      required: 'No',
      indexed: 'Yes',
      dataSource: 'Laboratory',
      description: 'Batch of the sample.',
    } as const;
    const labels = async () => {
      const { sample_attributes } = await treemapOf(record, []);
      return sample_attributes.find(({ name }) => name === 'Batch')?.value_labels;
    };
    expect(await labels()).toEqual({});
    const made = await portal.call(createSampleAttribute, {
      as: lab,
      body: { ...body, value_labels: { 1: 'March' } },
    });
    expect(await labels()).toEqual({ 1: 'March' });
    await portal.call(updateSampleAttribute, {
      as: lab,
      params: { id: made.reply.id },
      body: { ...body, value_labels: { 1: 'April' }, version: 1 },
    });
    expect(await labels()).toEqual({ 1: 'April' });
  });

  test('of an unused value is empty, and NA of an unknown attribute keeps every sample', async () => {
    const record = (await listRecords())[0];
    if (!record) throw new Error('There is no record with samples.');
    const none = await treemapOf(record, [{ attribute: 'Sex', value: 'unknown' }]);
    expect(none.number_of_samples).toBe(0);
    expect(none.sample_attributes.flatMap(({ values }) => values)).toEqual([]);
    for (const attribute of ['Handedness', 'constructor', '__proto__']) {
      expect((await treemapOf(record, [{ attribute, value: null }])).number_of_samples).toBe(
        record.samples.length,
      );
      expect((await treemapOf(record, [{ attribute, value: 'left' }])).number_of_samples).toBe(0);
    }
  });
});

describe('packed columns', () => {
  async function listColumns() {
    const { rows } = await portal.pool.query('select * from sample_column order by 1, 2, 3');
    return rows;
  }

  test('created later for old records equal those written by intake', async () => {
    const written = await listColumns();
    expect(written.length).toBeGreaterThan(20);
    const migration = readFileSync(MIGRATION, 'utf8');
    await portal.pool.query('drop table sample_column');
    await portal.pool.query(migration);
    expect(await listColumns()).toEqual(written);
  });

  test('that differ from the rows are found by the consistency check', async () => {
    expect(await verifyConsistency(portal.services)).toEqual(ALL_IN_ORDER);
    const half = async () => (await verifyConsistency(portal.services)).half;
    await portal.pool.query(
      "update sample set attributes = attributes || '{\"Sex\": \"F\"}' where (owner_type, owner_id, sample_index) = (select owner_type, owner_id, sample_index from sample where attributes ->> 'Sex' = 'M' limit 1)",
    );
    expect(await half()).toBe(1);
    await portal.pool.query("delete from sample_column where attribute = 'Tissue' and owner_type = 'dc'");
    expect(await half()).toBe(2);
  });

  test('of attributes with more values than a byte or two can count are packed from earlier rows, too', async () => {
    await portal.pool.query(`
      insert into sample (owner_type, owner_id, sample_index, label, attributes)
      select 'dc', (select min(id) from data_collection), n, 'S' || n,
             jsonb_strip_nulls(jsonb_build_object('Batch', 'B' || n % 300, 'Individual', case when n % 7 > 0 then 'I' || n end))
        from generate_series(1001, 81000) n;
      update data_collection set sample_columns = '{Sex,Batch,Individual}' where id = (select min(id) from data_collection);
      drop table sample_column`);
    await portal.pool.query(readFileSync(MIGRATION, 'utf8'));
    const { rows } = await portal.pool.query<{ attribute: string; width: number }>(`
      select attribute, length(codes) / (select count(*)::int from sample where owner_type = 'dc') as width from sample_column
       where owner_type = 'dc' order by 1`);
    expect(rows).toEqual([
      { attribute: 'Batch', width: 2 },
      { attribute: 'Individual', width: 4 },
      { attribute: 'Sex', width: 1 },
    ]);
    expect(await countWrongColumns(portal.services.db)).toBe(0);
  });
});

test('a record without samples has the specified message', async () => {
  const [record] = await listRecords();
  if (record === undefined) throw new Error('There is no record.');
  const table = record.owner_type === 'ds' ? 'data_set' : 'data_collection';
  const holding = await treemapOf(record, []);
  expect([holding.message, holding.number_of_samples > 0]).toEqual([null, true]);
  await portal.services.db
    .updateTable(table)
    .set({ sample_columns: [] })
    .where('number', '=', record.number)
    .execute();
  const { message, sample_attributes } = await treemapOf({ ...record, sample_columns: [] }, []);
  expect([message, sample_attributes]).toEqual(['No sample attributes are available!', []]);
});
