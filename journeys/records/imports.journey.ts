/** Past imports: reports of refused imports and of those with warnings stay readable. */
import { openDatabase, sql } from '@omicon/server/base/postgres/database.ts';
import { embeddedUrl } from '@omicon/server/base/postgres/embedded-postgres.ts';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  closeVisitors,
  comeHome,
  expectAccessible,
  inFourForms,
  openVisitor,
  shareBrowser,
  signIn,
  type Visitor,
} from '../browser/browser.ts';
import { startLaboratory } from '../browser/prepared.ts';
import { expectHeading, rowOf, settleScreen } from '../browser/screens.ts';
import type { Portal } from '../harness/portal.ts';
import { writeSmallCollection, zipFiles } from '../harness/small-collection.ts';

const SMALL = { name: 'GSE90003', samples: 12, features: 40 };
const REFUSED = 'Refused: nothing was stored. 1 fault.';
const STORED = 'Stored: 2 new records.';

let portal: Portal;
let browser: Browser;
let visitor: Visitor;
let page: Page;

beforeAll(async () => {
  portal = await startLaboratory('empty');
  browser = await shareBrowser();
  visitor = await openVisitor(browser, portal.address);
  page = visitor.page;
  await comeHome(visitor, 'demo_lab');
});

afterAll(async () => {
  await closeVisitors();
  await portal?.remove();
});

/** Uploads an archive with one file changed by `change`. */
async function upload(name: string, ending: string, change: (text: string) => string): Promise<void> {
  const files = new Map(
    [...writeSmallCollection(SMALL)].map(([file, text]) => [
      file,
      file.endsWith(ending) ? change(text) : text,
    ]),
  );
  await page.goto('/home/add-new-collection');
  await page
    .locator('input[type="file"]')
    .setInputFiles({ name: `${name}.zip`, mimeType: 'application/zip', buffer: await zipFiles(files) });
}

function imports() {
  return page.getByRole('grid', { name: 'Imports', exact: true });
}

/** Message and position of each entry of a list of the report; the file without its folder. */
async function messagesIn(list: string): Promise<string[][]> {
  const entries = page.getByRole('list', { name: list, exact: true }).getByRole('listitem');
  await entries.first().waitFor();
  const texts = await entries.allInnerTexts();
  return texts.map((text) => text.split(/\n+/).map((part) => part.replace(/^\S*\//, '')));
}

/** The page has the same text in all forms, and nothing is wider than the window. */
async function expectSoundReport(): Promise<void> {
  await inFourForms(page, async ({ width }) => {
    await settleScreen(page);
    await expectAccessible(page);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
  });
}

test('an empty list explains what it will contain', async () => {
  await page.goto('/home/add-new-collection');
  await page.getByRole('link', { name: 'Past imports and their reports' }).click();
  await expectHeading(page, 'Imports');
  await page.getByText('Archives that you upload appear here with their reports.').waitFor();
  await expectAccessible(page);
});

test('the list distinguishes a refused import from one stored with a warning', async () => {
  await upload('refused', 'DS1.csv', (text) => text.replace(/^3,GENE3,[^,]*/m, '3,GENE3,high'));
  await page.getByRole('dialog', { name: 'Zip file upload failed' }).getByText('Close').click();
  await upload('warned', '_sample_attributes.csv', (text) => text.replace(/,Sex$/m, ',Gender'));
  await page.getByRole('grid', { name: 'Records of the import' }).waitFor();

  await page.goto('/home/imports');
  await rowOf(imports(), 'refused.zip').getByText(REFUSED, { exact: true }).waitFor();
  await rowOf(imports(), 'warned.zip').getByText(STORED, { exact: true }).waitFor();
  await expectSoundReport();
});

test('the report of the refused import shows each fault with its cell, also after a reload', async () => {
  await imports().getByRole('link', { name: 'refused.zip', exact: true }).click();
  await expectHeading(page, 'refused.zip');
  const read = async () => {
    await page.getByRole('alert').getByText(REFUSED, { exact: true }).waitFor();
    return messagesIn('What is wrong');
  };
  const faults = [['"high" is not a number.', `${SMALL.name}_DS1.csv, line 5, column ${SMALL.name}_S1`]];
  expect(await read()).toEqual(faults);
  await page.reload();
  expect(await read()).toEqual(faults);
  await expectSoundReport();
});

test('Back leads to the list, and from there to the warnings of the stored import', async () => {
  await page.getByRole('navigation').getByRole('link', { name: 'Imports', exact: true }).click();
  await imports().getByRole('link', { name: 'warned.zip', exact: true }).click();
  await expectHeading(page, 'warned.zip');
  const read = () => messagesIn('Warnings');
  const sentence = `The laboratory's name for this column is "Sex"; searches for Sex do not find "Gender".`;
  const warnings = [
    [sentence, `${SMALL.name}_sample_attributes.csv, line 1, column Gender`],
    [sentence, `${SMALL.name}_DS1_sample_attributes.csv, line 1, column Gender`],
  ];
  expect(await read()).toEqual(warnings);
  await page.reload();
  expect(await read()).toEqual(warnings);
  const records = page.getByRole('grid', { name: 'Records of the import' });
  await expect.poll(() => records.getByText('new', { exact: true }).count()).toBe(2);
  await expectSoundReport();
  expect(visitor.troubles).toEqual([]);
});

test('an administrator sees all imports, and failed background jobs', async () => {
  const admin = await openVisitor(browser, portal.address);
  await signIn(admin, 'demo_admin');
  page = admin.page;
  await page.goto('/home/imports?run=999');
  await page.getByRole('alert').waitFor();
  await page.goto('/home/imports');
  await rowOf(imports(), 'refused.zip').getByText('Lena Okafor', { exact: true }).waitFor();

  await page.goto('/home/admin/jobs');
  await page.getByText('No background job has been given up.').waitFor();
  const { db, close } = openDatabase(embeddedUrl(portal.dataDir), { connections: 1 });
  await sql`select graphile_worker.add_job('sweep', max_attempts := 1, job_key := 'journey', run_at := now() + interval '1 day')`.execute(
    db,
  );
  await sql`
    update graphile_worker._private_jobs set attempts = max_attempts,
           last_error = 'ENOSPC: no space left on device, open ''objects/ab/cd/0123456789''' where key = 'journey'`.execute(
    db,
  );
  await close();
  await page.reload();
  const jobs = page.getByRole('grid', { name: 'Failed jobs' });
  await rowOf(jobs, 'Remove what has expired')
    .getByText(/^ENOSPC: no space left on device/)
    .waitFor();
  await expectSoundReport();
  await page.getByRole('button', { name: 'Actions for Remove what has expired', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Try again' }).click();
  await page.getByText('Started again', { exact: true }).waitFor();
  await page.getByText('No background job has been given up.').waitFor();
});
