/** The picture of a module, on the small laboratory: two modules, four samples. */
import { getModulePicture, listPictureSets } from '@omicon/contract/areas/analyses/module-picture.ts';
import type { QueryInput } from '@omicon/contract/base/endpoint.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { aLaboratory, type LaboratoryNumbers } from '../../test-support/intake.ts';
import { type Caller, openTestPortal, type TestPortal } from '../../test-support/portal.ts';

let portal: TestPortal;
let guest: Caller;
let numbers: LaboratoryNumbers;
let module: number;
beforeAll(async () => {
  portal = await openTestPortal();
  numbers = await aLaboratory(portal);
  guest = await portal.signInAs('GU');
  const row = await portal.services.db
    .selectFrom('covariation_module')
    .select('number')
    .orderBy('page')
    .limit(1)
    .executeTakeFirstOrThrow();
  module = row.number;
});
afterAll(() => portal.close());

const ask = (query: QueryInput<typeof getModulePicture> = {}) =>
  portal.call(getModulePicture, { as: guest, params: { id: module }, query });

const changeDataSet = (change: { visibility?: 'public' | 'private'; matrix_storage_key?: string | null }) =>
  portal.services.db.updateTable('data_set').set(change).where('number', '=', numbers.primary).execute();

describe('a picture', () => {
  test('has a row for every member, a value for every sample and one strip unless asked otherwise', async () => {
    const { reply } = await ask();
    expect(reply.values_state).toBe('ready');
    expect(reply.rows).toHaveLength(Math.min(30, reply.number_of_members));
    expect(reply.number_of_matching).toBe(reply.number_of_members);
    expect(reply.values.map((row) => row.length)).toEqual(reply.rows.map(() => reply.samples.length));
    expect(reply.eigengene).toHaveLength(reply.samples.length);
    expect(reply.strips).toHaveLength(1);
    expect(reply.attributes).toContain('Sex');
    const kmes = reply.rows.map(({ kme }) => kme ?? Number.NaN);
    expect(kmes).toEqual(kmes.toSorted((a, b) => b - a));
  });

  test('is cut to the rows asked for, the strongest', async () => {
    const { reply: all } = await ask();
    const { reply } = await ask({ rows: 1 });
    expect(reply.rows).toEqual(all.rows.slice(0, 1));
    expect(reply.values).toEqual(all.values.slice(0, 1));
    expect(reply.number_of_members).toBe(all.number_of_members);
  });

  test('shows the attributes asked for in their order, and no unknown one', async () => {
    const { reply } = await ask({ attributes: 'Sex\nNo such\nTissue\nSex' });
    expect(reply.strips.map(({ attribute }) => attribute)).toEqual(['Sex', 'Tissue']);
    expect(reply.strips[0]?.values).toHaveLength(reply.samples.length);
    expect((await ask({ attributes: '' })).reply.strips).toEqual([]);
  });

  test('refuses more strips than it can show, and more rows', async () => {
    const attributes = ['a', 'b', 'c', 'd', 'e'].join('\n');
    expect((await ask({ attributes })).refusal.detail).toBe('A picture shows at most 4 sample attributes.');
    expect((await ask({ rows: 501 })).refusal.code).toBe('invalid_input');
  });

  test('of very many samples has fewer rows, and says how many there would be', async () => {
    const change = (sample_labels: string[]) =>
      portal.services.db.updateTable('covariation_network').set({ sample_labels }).execute();
    const { reply: before } = await ask();
    expect(before.rows.length).toBeGreaterThan(1);
    // Two rows of these would be more values than one reply holds.
    await change([...before.samples, ...Array.from({ length: 100_001 }, (_, at) => `more ${at}`)]);
    const { reply } = await ask();
    await change(before.samples);
    expect(reply.rows).toHaveLength(1);
    expect(reply.number_of_matching).toBe(before.number_of_matching);
  });

  test('of a definition without members has no rows, and says how many there are', async () => {
    const { reply } = await ask({ definition: 'NegFDR' });
    expect(reply).toMatchObject({ rows: [], values: [], number_of_members: 0 });
  });

  test('has eigengene and kME, and nothing of the samples, where the data set may not be read', async () => {
    const { reply: before } = await ask();
    await changeDataSet({ visibility: 'private' });
    const { reply } = await ask();
    await changeDataSet({ visibility: 'public' });
    expect(reply).toMatchObject({
      input_data_set_id: null,
      values_state: 'none',
      values: [],
      attributes: [],
      strips: [],
      eigengene: before.eigengene,
    });
    expect(reply.rows).toEqual(before.rows.map((row) => ({ ...row, percentile: null })));
  });

  test('says that values are being prepared where the data set has no matrix yet', async () => {
    const { matrix_storage_key } = await portal.services.db
      .selectFrom('data_set')
      .select('matrix_storage_key')
      .where('number', '=', numbers.primary)
      .where('is_current', '=', true)
      .executeTakeFirstOrThrow();
    await changeDataSet({ matrix_storage_key: null });
    const { reply } = await ask();
    await changeDataSet({ matrix_storage_key });
    expect(reply).toMatchObject({ values_state: 'waiting', values: [] });
    expect(reply.strips).toHaveLength(1);
  });

  test('of a module that is not there looks as one that cannot be read', async () => {
    const { refusal } = await portal.call(getModulePicture, { as: guest, params: { id: 999_999 } });
    expect(refusal.code).toBe('not_found');
  });
});

test('gene sets come by P with the members that they share', async () => {
  const { reply } = await portal.call(listPictureSets, { as: guest, params: { id: module } });
  const { reply: picture } = await ask({ rows: 500 });
  expect(reply.results.length).toBeGreaterThan(0);
  expect(picture.rows.map(({ rank }) => rank)).toEqual([...picture.rows.keys()]);
  for (const { overlap, gene_set_id, ranks } of reply.results) {
    expect(overlap).toBeLessThanOrEqual(picture.number_of_members);
    const { reply: narrowed } = await ask({ rows: 500, gene_set: gene_set_id });
    expect(narrowed.number_of_matching).toBe(overlap);
    expect(narrowed.rows.map(({ rank }) => rank)).toEqual(ranks);
    expect(narrowed.rows.map(({ feature }) => feature)).toEqual(
      ranks.map((rank) => picture.rows[rank]?.feature),
    );
  }
});
