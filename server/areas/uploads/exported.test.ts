/** What was downloaded as an archive is imported again, and nothing changes. */
import { storeDraft } from '@omicon/contract/areas/drafts.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { downloadRecords, expectUnchanged, outcomesOf } from '../../test-support/exported.ts';
import { takeIn } from '../../test-support/intake.ts';
import { smallLaboratory } from '../../test-support/laboratories/small-laboratory.ts';
import { type Caller, openTestPortal, type TestPortal } from '../../test-support/portal.ts';
import { uploading } from '../../test-support/uploads.ts';

let portal: TestPortal;
let lab: Caller;
const uploads = uploading(() => ({ portal, lab }));
beforeAll(async () => {
  portal = await openTestPortal();
  lab = await portal.signInAs('LAB');
}, 60_000);
afterAll(() => portal.close());

test('a collection with its data sets and analysis is unchanged', async () => {
  const stored = await takeIn(portal, smallLaboratory());
  expect(stored.faults).toEqual([]);
  await expectUnchanged(portal, { as: lab, stored });
}, 60_000);

test('an empty portal takes the archive of another one', async () => {
  const empty = await openTestPortal();
  try {
    const stored = await takeIn(portal, smallLaboratory());
    const report = await takeIn(
      empty,
      Object.fromEntries(await downloadRecords(portal, { as: lab, stored })),
    );
    expect(report).toMatchObject({ faults: [], not_understood: [], missing_files: [] });
    expect(outcomesOf(report)).toEqual(stored.units.map(({ kind, title }) => `${kind} ${title} new`));
  } finally {
    await empty.close();
  }
}, 60_000);

test('a table that was brought, with the counts beside their log2 CPM, is unchanged', async () => {
  const samples = ['S1', 'S2', 'S3', 'S4'];
  const rows = ['TP53,12,0,7,5', 'IDH1,100,250,31,80', '"7-Sep",4,5,6,7', 'OLIG2,900,1000,1100,1200'];
  const files: [name: string, content: Buffer][] = [
    ['DOE9.csv', Buffer.from(`${[`gene,${samples.join(',')}`, ...rows].join('\n')}\n`)],
    ['samples.csv', Buffer.from('sample,gender,age\nS1,F,50\nS2,M,61.5\nS3,F,\nS4,M,"48"\n')],
  ];
  const id = await uploads.uploadWhole(Buffer.concat(files.map(([, content]) => content)), {
    kind: 'data',
    files: files.map(([name, { length }]) => ({ name, size_bytes: length })),
  });
  expect((await portal.call(storeDraft, { as: lab, params: { id } })).status).toBe(202);
  await portal.runJobs();
  const stored = await uploads.reportOf(id);
  expect(stored.units.map(({ kind, outcome }) => [kind, outcome])).toEqual([
    ['data collection', 'new'],
    ['data set', 'new'],
    ['data set', 'new'],
  ]);
  await expectUnchanged(portal, { as: lab, stored });
}, 60_000);
