/** Planner statistics right after an import. */
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

/** Estimated rows of a table; -1 if never analyzed. */
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

test('tables with many changes are analyzed, those with few are not', async () => {
  await addEvents(40);
  await analyzeChanged(db);
  expect(await plannedRows('audit_event')).toBe(-1);
  await addEvents(40);
  await analyzeChanged(db);
  expect(await plannedRows('audit_event')).toBe(80);
  expect(await plannedRows('data_set')).toBe(-1);
  // A few more rows do not trigger another analysis.
  await addEvents(20);
  await analyzeChanged(db);
  expect(await plannedRows('audit_event')).toBe(80);
});
