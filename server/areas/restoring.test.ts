/** Deleted records can be restored for thirty days (REL-23), but not into a deleted record. */
import { deleteAnalysis, getAnalysis, restoreAnalysis } from '@omicon/contract/areas/analyses/analyses.ts';
import {
  deleteDataCollection,
  getDataCollection,
  restoreDataCollection,
} from '@omicon/contract/areas/collections.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { aLaboratory, type LaboratoryNumbers } from '../test-support/intake.ts';
import { type Caller, openTestPortal, type TestPortal } from '../test-support/portal.ts';

let portal: TestPortal;
let admin: Caller;
let numbers: LaboratoryNumbers;
let count = 0;

beforeAll(async () => {
  portal = await openTestPortal();
  admin = await portal.signInAs('admin');
});
beforeEach(async () => {
  count += 1;
  numbers = await aLaboratory(portal, {
    accession: `GSE${count}`,
    study: `Phillips 2006 GSE${count}`,
    visibility: 'public',
  });
});
afterAll(() => portal.close());

const ofCollection = () => ({ as: admin, params: { id: numbers.collection } });
const ofAnalysis = () => ({ as: admin, params: { id: numbers.analysis } });

/** Moves all deletions back in time. */
async function letPass(time: string): Promise<void> {
  for (const table of ['data_collection', 'data_set', 'analysis'])
    await sql`update ${sql.table(table)} set deleted_at = deleted_at - ${time}::interval where deleted_at is not null`.execute(
      portal.services.db,
    );
}

test('a data collection can be restored with its analysis for thirty days', async () => {
  await portal.call(deleteDataCollection, ofCollection());
  await letPass('29 days 23 hours');
  expect((await portal.call(restoreDataCollection, ofCollection())).status).toBe(200);
  expect((await portal.call(getAnalysis, ofAnalysis())).status).toBe(200);
});

test('a data collection deleted more than thirty days ago cannot be restored', async () => {
  await portal.call(deleteDataCollection, ofCollection());
  await letPass('30 days 1 minute');
  const late = await portal.call(restoreDataCollection, ofCollection());
  expect([late.status, late.refusal.detail]).toEqual([
    409,
    `${numbers.title} was deleted more than 30 days ago and cannot be restored any more.`,
  ]);
  expect((await portal.call(getDataCollection, ofCollection())).status).toBe(404);
});

test('an analysis deleted more than thirty days ago cannot be restored', async () => {
  await portal.call(deleteAnalysis, ofAnalysis());
  await letPass('30 days 1 minute');
  const late = await portal.call(restoreAnalysis, ofAnalysis());
  expect([late.status, late.refusal.detail]).toEqual([
    409,
    `${numbers.title} Primary was deleted more than 30 days ago and cannot be restored any more.`,
  ]);
  await letPass('-1 hour');
  expect((await portal.call(restoreAnalysis, ofAnalysis())).status).toBe(200);
});

test('an analysis is not restored while its data collection is deleted', async () => {
  await portal.call(deleteAnalysis, ofAnalysis());
  await portal.call(deleteDataCollection, ofCollection());
  const early = await portal.call(restoreAnalysis, ofAnalysis());
  expect([early.status, early.refusal.detail]).toEqual([
    409,
    `The data collection ${numbers.title} of this analysis is deleted, too. Please restore the data collection first.`,
  ]);
  await portal.call(restoreDataCollection, ofCollection());
  // It was deleted alone, so it is restored alone.
  expect((await portal.call(getAnalysis, ofAnalysis())).status).toBe(404);
  expect((await portal.call(restoreAnalysis, ofAnalysis())).status).toBe(200);
  expect((await portal.call(getAnalysis, ofAnalysis())).status).toBe(200);
});

test('concurrently restoring an analysis and deleting its data collection never separates them', async () => {
  for (let round = 0; round < 10; round += 1) {
    await portal.call(deleteAnalysis, ofAnalysis());
    await Promise.all([
      portal.call(restoreAnalysis, ofAnalysis()),
      portal.call(deleteDataCollection, ofCollection()),
    ]);
    const { rows } = await sql<{ is_apart: boolean }>`
      select c.deleted_at is not null and a.deleted_at is null as is_apart
        from analysis a join data_collection c on c.number = a.data_collection_number
       where a.number = ${numbers.analysis}`.execute(portal.services.db);
    expect(rows).toEqual([{ is_apart: false }]);
    await portal.call(restoreDataCollection, ofCollection());
    await portal.call(restoreAnalysis, ofAnalysis());
  }
});

test('unreadable records cannot be restored, and the refusal does not reveal them', async () => {
  await portal.call(deleteDataCollection, ofCollection());
  const { db } = portal.services;
  await db
    .updateTable('data_collection')
    .set({ visibility: 'private' })
    .where('number', '=', numbers.collection)
    .execute();
  await db.insertInto('role_permission').values({ role: 'RU', permission: 'COLLECTION_DELETE' }).execute();
  const as = await portal.signInAs('RU');
  const hidden = await portal.call(restoreDataCollection, { ...ofCollection(), as });
  const missing = await portal.call(restoreDataCollection, { as, params: { id: 999_999 } });
  expect([hidden.status, hidden.refusal.detail]).toEqual([missing.status, missing.refusal.detail]);
  expect(hidden.status).toBe(404);
  await db
    .deleteFrom('role_permission')
    .where('role', '=', 'RU')
    .where('permission', '=', 'COLLECTION_DELETE')
    .execute();
});
