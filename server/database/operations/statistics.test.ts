/** What the planner knows of tables, right after rows came. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Database, sql } from '../../base/postgres/database.ts';
import { openTestPortal, type TestPortal } from '../../test-support/portal.ts';
import { analyzeChanged, tellChangesAtEnd } from './statistics.ts';

let portal: TestPortal;
let db: Database;
beforeAll(async () => {
  portal = await openTestPortal();
  ({ db } = portal.services);
});
afterAll(() => portal.close());

/** Rows that the planner takes a table to have; -1 where nobody looked. */
async function plannedRows(table: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select reltuples::int as n from pg_class where oid = ${table}::regclass`.execute(db);
  return rows[0]?.n ?? Number.NaN;
}

async function addEvents(count: number): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`
      insert into audit_event (action, result) select 'test', 'done' from generate_series(1, ${count}::int)`.execute(
      tx,
    );
    await tellChangesAtEnd(tx);
  });
}

test('a table of which much has changed is looked at, one of which little has changed is not', async () => {
  await addEvents(40);
  await analyzeChanged(db);
  expect(await plannedRows('audit_event')).toBe(-1);
  await addEvents(40);
  await analyzeChanged(db);
  expect(await plannedRows('audit_event')).toBe(80);
  expect(await plannedRows('data_set')).toBe(-1);
  // A few more change nothing worth another look.
  await addEvents(20);
  await analyzeChanged(db);
  expect(await plannedRows('audit_event')).toBe(80);
});
