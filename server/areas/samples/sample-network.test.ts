/** The sample network of a data set, and the files of a sample. */
import { getSampleNetwork, listSampleFiles } from '@omicon/contract/areas/samples.ts';
import { getExpression } from '@omicon/contract/areas/statistics/expression.ts';
import { pearson } from '@omicon/domain/statistics/correlation.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aLaboratory, type LaboratoryNumbers } from '../../test-support/intake.ts';
import { GENES, pathsOf, smallLaboratory } from '../../test-support/laboratories/small-laboratory.ts';
import { type Caller, openTestPortal, type TestPortal } from '../../test-support/portal.ts';

const LABEL = 'GSM96951';
const SCAN = `${LABEL}_scan.txt`;

let portal: TestPortal;
let guest: Caller;
let numbers: LaboratoryNumbers;
beforeAll(async () => {
  portal = await openTestPortal();
  const { collection, analysis } = pathsOf();
  const files = {
    ...smallLaboratory(),
    [`${collection}/scans/${SCAN}`]: 'scanned',
    [`${collection}/scans/GSM96950_scan.txt`]: 'scanned',
    [`${analysis}/${LABEL}/notes.txt`]: 'odd',
  };
  numbers = await aLaboratory(portal, { files });
  guest = await portal.signInAs('GU');
  await portal.runJobs();
});
afterAll(() => portal.close());

const setVisibility = (
  table: 'data_set' | 'analysis' | 'file',
  number: number,
  visibility: 'public' | 'private',
) =>
  portal.services.db
    .updateTable(table)
    .set({ visibility })
    .where(table === 'file' ? 'entity_number' : 'number', '=', number)
    .execute();

test('each sample has its mean correlation with all others, and Z.K is K in standard deviations', async () => {
  const { reply } = await portal.call(getSampleNetwork, { as: guest, params: { id: numbers.loaded } });
  const { samples, features } = (
    await portal.call(getExpression, {
      as: guest,
      params: { id: numbers.loaded },
      query: { features: GENES.join('\n') },
    })
  ).reply;
  const columns = samples.map((_, sample) => features.map(({ values }) => values[sample] ?? 0));
  expect(reply).toMatchObject({ complete_features: 8, number_of_features: 8, cut: -2 });
  expect(reply.samples.map(({ label }) => label).toSorted()).toEqual(samples.toSorted());
  for (const { label, mean_correlation, mean_adjacency } of reply.samples) {
    const own = samples.indexOf(label);
    const others = columns.filter((_, at) => at !== own).map((other) => pearson(columns[own] ?? [], other));
    const sum = (numbers: number[]) => numbers.reduce((total, value) => total + value, 0);
    expect(mean_correlation).toBeCloseTo(sum(others) / 5, 12);
    expect(mean_adjacency).toBeCloseTo(sum(others.map((r) => ((1 + r) / 2) ** 2)) / 5, 12);
  }
  const z = reply.samples.map(({ z_connectivity }) => z_connectivity ?? Number.NaN);
  expect(z).toEqual(z.toSorted((a, b) => a - b));
  expect(z.reduce((sum, value) => sum + value, 0)).toBeCloseTo(0, 10);
  expect(z.reduce((sum, value) => sum + value * value, 0)).toBeCloseTo(5, 10);
  expect(Math.max(...reply.samples.map(({ connectivity }) => connectivity ?? 0))).toBe(1);
});

test('a data set with more samples than the limit is refused, and the limit said', async () => {
  const resize = (number_of_samples: number) =>
    portal.services.db
      .updateTable('data_set')
      .set({ number_of_samples })
      .where('number', '=', numbers.loaded)
      .execute();
  await resize(1001);
  const { status, refusal } = await portal.call(getSampleNetwork, {
    as: guest,
    params: { id: numbers.loaded },
  });
  await resize(6);
  expect([status, refusal.detail]).toEqual([
    400,
    'This data set has 1,001 samples. The sample network is computed for up to 1,000.',
  ]);
});

async function files(label = LABEL, query: object = {}) {
  const { reply } = await portal.call(listSampleFiles, {
    as: guest,
    params: { id: numbers.collection, label },
    query: { page_size: 100, ...query },
  });
  expect(reply.results.length).toBe(reply.total);
  return reply.results;
}

test('the files of a sample are those of its data sets and those whose name or folder is its own', async () => {
  const listed = await files();
  const owners = new Set(listed.map(({ entity_type, entity_id }) => `${entity_type} ${entity_id}`));
  expect(owners).toEqual(
    new Set([
      ...[numbers.loaded, numbers.probes, numbers.primary].map((id) => `ds ${id}`),
      `dc ${numbers.collection}`,
      `project ${numbers.analysis}`,
    ]),
  );
  expect(listed.filter(({ entity_type }) => entity_type === 'dc').map(({ name }) => name)).toEqual([SCAN]);
  expect(listed.filter(({ entity_type }) => entity_type === 'project').map(({ name }) => name)).toEqual([
    'notes.txt',
  ]);
  // A recurrent tumour is in one data set, and no other file names it.
  const recurrent = await files('GSM96955');
  expect(new Set(recurrent.map(({ entity_id }) => entity_id))).toEqual(new Set([numbers.loaded]));
  expect((await files(LABEL, { search: 'SCAN' })).map(({ name }) => name)).toEqual([SCAN]);
});

test('private records and files change nothing in the files of a sample', async () => {
  const before = await files();
  await setVisibility('data_set', numbers.primary, 'private');
  await setVisibility('analysis', numbers.analysis, 'private');
  const withoutRecords = await files();
  await setVisibility('data_set', numbers.primary, 'public');
  await setVisibility('analysis', numbers.analysis, 'public');
  await setVisibility('file', numbers.loaded, 'private');
  const withoutFiles = await files();
  await setVisibility('file', numbers.loaded, 'public');
  const without = (...hidden: number[]) =>
    before.filter(({ entity_id }) => !hidden.includes(entity_id)).map(({ key }) => key);
  expect(withoutRecords.map(({ key }) => key)).toEqual(without(numbers.primary, numbers.analysis));
  expect(withoutFiles.map(({ key }) => key)).toEqual(without(numbers.loaded));
});
