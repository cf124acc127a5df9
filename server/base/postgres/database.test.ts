/** Prepared statements: only marked ones, and a limited number. */
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { type Db, type OpenDatabase, openDatabase, PREPARED, sql } from './database.ts';

let opened: OpenDatabase;
beforeAll(() => {
  opened = openDatabase(inject('databaseUrl'), { connections: 1 });
});
afterAll(() => opened.close());

async function listPrepared(db: Db): Promise<{ statement: string; runs: number }[]> {
  const { rows } = await sql<{ statement: string; runs: number }>`
    select statement, (generic_plans + custom_plans)::int as runs from pg_prepared_statements order by name`.execute(
    db,
  );
  return rows;
}

test('a marked statement is prepared once per connection, for any values; others are not', async () => {
  const { db } = opened;
  const answers: unknown[] = [];
  for (const value of [1, 2, 3]) {
    const { rows } = await sql`${PREPARED} select ${value}::int as n`.execute(db);
    answers.push(...rows);
    await sql`select ${value}::int as other`.execute(db);
  }
  expect(answers).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }]);
  expect(await listPrepared(db)).toEqual([{ statement: '/* prepared */ select $1::int as n', runs: 3 }]);
});

test('a failing one throws each time, and the connection still works', async () => {
  const { db } = opened;
  for (const divisor of [0, 4, 0]) {
    const answer = sql<{ n: number }>`${PREPARED} select 8 / ${divisor}::int as n`.execute(db);
    if (divisor === 0) await expect(answer).rejects.toThrow('division by zero');
    else expect((await answer).rows).toEqual([{ n: 2 }]);
  }
});

test('statements beyond the limit run unprepared', async () => {
  const { db } = opened;
  for (let number = 0; number < 300; number += 1) {
    const { rows } = await sql`${PREPARED} select ${sql.lit(number)}::int as n, ${number}::int as m`.execute(
      db,
    );
    expect(rows).toEqual([{ n: number, m: number }]);
  }
  expect((await listPrepared(db)).length).toBeLessThanOrEqual(200);
});
