/** The table of a gene in every data set has the numbers of the picture of each. */
import { listGeneDataSets } from '@omicon/contract/areas/genes/genes.ts';
import { getExpression, listGeneExpression } from '@omicon/contract/areas/statistics/expression.ts';
import { adjustPValues } from '@omicon/domain/statistics/modules/traits.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '../../base/postgres/database.ts';
import { takeIn } from '../../test-support/intake.ts';
import { smallLaboratory, smallResources } from '../../test-support/laboratories/small-laboratory.ts';
import { type Caller, openTestPortal, type TestPortal } from '../../test-support/portal.ts';

const HIDDEN = { accession: 'GSE9999', study: 'Hidden 2020 GSE9999', availability: 'Lab' };

let portal: TestPortal;
let guest: Caller;
let member: Caller;
beforeAll(async () => {
  portal = await openTestPortal();
  guest = await portal.signInAs('GU');
  member = await portal.signInAs('LAB');
  for (const files of [smallResources(), smallLaboratory(), smallLaboratory(HIDDEN)])
    expect((await takeIn(portal, files)).faults).toEqual([]);
  await portal.runJobs();
});
afterAll(() => portal.close());

const table = async (query: object, as = guest, symbol = 'AIF1') =>
  (await portal.call(listGeneExpression, { as, params: { symbol }, query })).reply;

const picture = async (id: number, query: object, as = member) =>
  (await portal.call(getExpression, { as, params: { id }, query: { features: 'AIF1', ...query } })).reply;

/** An attribute of two groups, and one of numbers, of the samples of a data set. */
async function attributesOf(id: number): Promise<{ groups: string; numeric: string | undefined }> {
  const { attributes } = await picture(id, {});
  const kinds = await Promise.all(
    attributes.map(async (name) => [name, (await picture(id, { attribute: name })).attribute?.kind] as const),
  );
  const first = (kind: string) => kinds.find(([, of]) => of === kind)?.[0];
  return { groups: first('groups') ?? '', numeric: first('numeric') };
}

test('lists the readable data sets that measure the gene, and no others', async () => {
  for (const as of [guest, member]) {
    const listed = (
      await portal.call(listGeneDataSets, { as, params: { symbol: 'AIF1' }, query: { page_size: 100 } })
    ).reply;
    const { results, total, left_out, collections } = await table({}, as);
    // Of each collection the loaded data set and one made from it.
    expect([total, left_out, collections]).toEqual([listed.total, 0, listed.total / 2]);
    expect(results.map(({ id }) => id).toSorted()).toEqual(listed.results.map(({ id }) => id).toSorted());
    expect(listed.total).toBe(as === guest ? 2 : 4);
  }
  const { status } = await portal.call(listGeneExpression, { as: guest, params: { symbol: 'NOGENE' } });
  expect(status).toBe(404);
});

test('median, groups and test of every data set are those of its picture; q is over the data sets', async () => {
  const [first] = (await table({}, member)).results;
  const { groups, numeric } = await attributesOf(first?.id ?? 0);
  for (const attribute of [groups, ...(numeric === undefined ? [] : [numeric])]) {
    const { results, tested, tested_collections } = await table({ attribute, page_size: 100 }, member);
    expect(tested_collections).toBeLessThanOrEqual(2);
    const q = adjustPValues(Float64Array.from(results, (row) => row.test?.p_value ?? Number.NaN));
    expect(tested).toBeGreaterThan(0);
    for (const [at, row] of results.entries()) {
      const [all] = (await picture(row.id, {})).features[0]?.groups ?? [];
      expect([row.n, row.median]).toEqual([all?.samples.length, all?.median]);
      if (row.test === null) continue;
      const [feature] = (await picture(row.id, { attribute })).features;
      expect(row.groups.map(({ name, n, median }) => [name, n, median])).toEqual(
        feature?.groups.map(({ name, samples, median }) => [name, samples.length, median]),
      );
      const { facet: _, ...test } = feature?.tests[0] ?? { facet: null };
      expect(row.test).toEqual({ ...test, q_value: q[at] });
    }
  }
});

test('data sets whose samples do not have the attribute keep their median, without a test', async () => {
  const { results, tested, not_tested } = await table({ attribute: 'No_Such_Attribute' });
  expect([tested, not_tested]).toEqual([0, [{ reason: 'no such attribute', n: 2 }]]);
  expect(results.map((row) => [row.median !== null, row.groups, row.test])).toEqual([
    [true, [], null],
    [true, [], null],
  ]);
});

test('is sorted and paged over all data sets, untested ones last in any order', async () => {
  for (const sort of ['n', 'title', 'median', 'p_value']) {
    const [up, down] = await Promise.all(
      (['asc', 'desc'] as const).map(async (order) =>
        (await table({ sort, order, attribute: 'Sex' }, member)).results.map(({ id }) => id),
      ),
    );
    expect([sort, up?.toSorted()]).toEqual([sort, down?.toSorted()]);
    const pages = await Promise.all(
      [1, 2].map(
        async (page) => (await table({ sort, attribute: 'Sex', page, page_size: 2 }, member)).results,
      ),
    );
    expect(pages.flat().map(({ id }) => id)).toEqual(up);
  }
  const { results } = await table({ search: 'hidden' }, member);
  expect(results.every(({ title }) => title.startsWith('Hidden'))).toBe(true);
});

test('a data set whose values are not stored yet is listed without numbers', async () => {
  const [first] = (await table({})).results;
  await sql`update data_set set row_statistics_storage_key = null where number = ${first?.id}`.execute(
    portal.services.db,
  );
  const { results } = await table({});
  expect(results.find(({ id }) => id === first?.id)).toMatchObject({
    feature: null,
    n: 0,
    median: null,
    test: null,
  });
});
