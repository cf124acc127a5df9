/** Values of features by attribute, and features that correlate, as called. */
import {
  getExpression,
  listCorrelates,
  listGeneExpression,
} from '@omicon/contract/areas/statistics/expression.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '../../base/postgres/database.ts';
import { takeIn } from '../../test-support/intake.ts';
import { smallLaboratory, smallResources } from '../../test-support/laboratories/small-laboratory.ts';
import { type Caller, openTestPortal, type TestPortal } from '../../test-support/portal.ts';

let portal: TestPortal;
let guest: Caller;
let id: number;

/** CX3CR1 has the values of CD68, all values of SOX10 are 7, and three samples have none of MBP. */
function withOddFeatures() {
  const oddly = (text: string) => {
    const values = /^6,"CD68",(.*)$/m.exec(text)?.[1];
    return (values === undefined ? text : text.replace(/^7,"CX3CR1",.*$/m, `7,"CX3CR1",${values}`))
      .replace(/^(3,"SOX10")((?:,[\d.]+)+)$/m, (_, name, cells) => name + cells.replaceAll(/[\d.]+/g, '7'))
      .replace(/^(4,"MBP")(?:,[\d.]+){3}((?:,[\d.]+)*)$/m, '$1,NA,NA,NA$2');
  };
  return Object.fromEntries(
    Object.entries(smallLaboratory()).map(([path, content]) => [
      path,
      typeof content === 'string' ? oddly(content) : content,
    ]),
  );
}

beforeAll(async () => {
  portal = await openTestPortal();
  guest = await portal.signInAs('GU');
  for (const files of [smallResources(), withOddFeatures()])
    expect((await takeIn(portal, files)).faults).toEqual([]);
  await portal.runJobs();
  const { rows } = await sql<{ number: number }>`
    select number from data_set where number_of_samples = 6 and is_current`.execute(portal.services.db);
  id = rows[0]?.number ?? 0;
});
afterAll(() => portal.close());

const correlates = (query: object) => portal.call(listCorrelates, { as: guest, params: { id }, query });

test('a copy of the subject is last, whatever the order, and marked', async () => {
  for (const query of [{}, { sort: 'r' }, { order: 'asc' }]) {
    const { results } = (await correlates({ feature: 'CD68', ...query })).reply;
    expect(results.at(-1)).toMatchObject({ feature: 'CX3CR1', r: 1, is_copy: true });
    expect(results.slice(0, -1).some(({ is_copy }) => is_copy)).toBe(false);
  }
});

test('the strongest correlation is first, unless another order is asked for', async () => {
  const sizes = async (query: object) =>
    (await correlates({ feature: 'AIF1', ...query })).reply.results
      .filter(({ is_copy }) => !is_copy)
      .map(({ r, p_value }) => [Math.abs(r), p_value, r] as const);
  const byDefault = await sizes({});
  expect(byDefault.length).toBeGreaterThan(3);
  expect(byDefault).toEqual(byDefault.toSorted((a, b) => b[0] - a[0]));
  const weakest = await sizes({ order: 'asc' });
  expect(weakest).toEqual(weakest.toSorted((a, b) => a[0] - b[0]));
  const byP = await sizes({ sort: 'p_value' });
  expect(byP).toEqual(byP.toSorted((a, b) => a[1] - b[1]));
  const byR = await sizes({ sort: 'r' });
  expect(byR).toEqual(byR.toSorted((a, b) => b[2] - a[2]));
  // SOX10 does not vary, MBP has three samples.
  expect((await correlates({ feature: 'AIF1' })).reply).toMatchObject({ tested: 5, not_tested: 2 });
});

test('what has no correlates is refused with a sentence', async () => {
  const refuse = async (query: object) => {
    const { status, refusal } = await correlates(query);
    return [status, refusal.detail];
  };
  expect(await refuse({})).toEqual([400, 'Please name a feature or a module.']);
  expect(await refuse({ feature: 'NOGENE' })).toEqual([400, 'This data set has no feature NOGENE.']);
  expect(await refuse({ feature: 'SOX10' })).toEqual([
    400,
    'The values of SOX10 do not vary in these samples.',
  ]);
  expect(await refuse({ feature: 'MBP' })).toEqual([
    400,
    'Fewer than four samples of this data set have a value of MBP.',
  ]);
  expect((await refuse({ module: 999_999 }))[0]).toBe(404);
});

test.each([
  ['OLIG2,AIF1'],
  ['OLIG2; AIF1'],
  ['OLIG2 AIF1'],
  ['OLIG2\tAIF1'],
  ['OLIG2\r\nAIF1'],
  ['“OLIG2”, AIF1*'],
  [['OLIG2', 'AIF1']],
  [['OLIG2,AIF1', 'AIF1']],
  ['OLIG2/AIF1'],
  ['10215 AIF1\u200B'],
])('several features are named as %j', async (features) => {
  const { reply } = await portal.call(getExpression, { as: guest, params: { id }, query: { features } });
  expect(reply.features.map(({ feature }) => feature)).toEqual(['OLIG2', 'AIF1']);
  expect(reply.not_found).toEqual([]);
});

test('names that mean no feature of the data set are not found', async () => {
  const { status, refusal } = await portal.call(getExpression, {
    as: guest,
    params: { id },
    query: { features: 'NOGENE, NONE' },
  });
  expect([status, refusal.detail]).toEqual([404, 'This data set does not measure NOGENE, NONE.']);
});

test('values of a feature with the attributes that tell its samples apart', async () => {
  const { reply } = await portal.call(getExpression, {
    as: guest,
    params: { id },
    query: { features: 'AIF1\nNOGENE' },
  });
  expect(reply).toMatchObject({ number_of_features: 1, not_found: ['NOGENE'], attribute: null });
  expect(reply.features[0]).toMatchObject({ feature: 'AIF1', number_of_groups: 1, tests: [] });
  expect(reply.features[0]?.values).toHaveLength(6);
});

test('a feature that does not vary is drawn, and every test says that it does not', async () => {
  const { reply, status } = await portal.call(getExpression, {
    as: guest,
    params: { id },
    query: { features: 'SOX10\nAIF1', attribute: 'Tissue' },
  });
  expect(status).toBe(200);
  const [level, other] = reply.features;
  expect([level?.tests, level?.not_tested.map(({ kind, n, reason }) => [kind, n, reason])]).toEqual([
    [],
    [
      ['anova', 6, 'does not vary'],
      ['kruskal-wallis', 6, 'does not vary'],
    ],
  ]);
  // Two of the three tissues have one sample; they are drawn, and tested, as they are.
  expect(other?.groups.map(({ name, samples }) => [name, samples.length])).toEqual([
    ['brain', 4],
    ['frontal lobe', 1],
    ['temporal lobe', 1],
  ]);
  expect(other?.tests.map(({ kind, n, statistic_name }) => [kind, n, statistic_name])).toEqual([
    ['anova', 6, 'R2'],
    ['kruskal-wallis', 6, 'H'],
  ]);
  const bySex = await portal.call(getExpression, {
    as: guest,
    params: { id },
    query: { features: 'MBP', attribute: 'Sex', facet: 'Tumor_Occurrence' },
  });
  expect(
    bySex.reply.features[0]?.not_tested.map(({ facet, kind, n, left_out, reason }) => [
      facet,
      kind,
      n,
      left_out,
      reason,
    ]),
  ).toEqual([
    ['Primary', 'welch', 1, 3, 'one value of the attribute'],
    ['Primary', 'rank-sum', 1, 3, 'one value of the attribute'],
    ['Recurrent', 'welch', 1, 1, 'one value of the attribute'],
    ['Recurrent', 'rank-sum', 1, 1, 'one value of the attribute'],
  ]);
});

test('the table of data sets keeps a data set whose values do not vary, without a test', async () => {
  const { reply, status } = await portal.call(listGeneExpression, {
    as: guest,
    params: { symbol: 'SOX10' },
    query: { attribute: 'Tissue' },
  });
  expect(status).toBe(200);
  expect(reply.results.find((row) => row.id === id)).toMatchObject({
    test: null,
    not_tested: 'does not vary',
  });
  expect(reply.not_tested).toContainEqual({ reason: 'does not vary', n: 2 });
});
