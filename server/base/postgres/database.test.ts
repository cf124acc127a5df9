/** Statements whose plan Postgres keeps: those that are marked, as long as there are not too many of them. */
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

test('a marked statement is planned once for its connection, whatever its values; others leave nothing', async () => {
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

test('a failing one is refused each time, and the connection goes on', async () => {
  const { db } = opened;
  for (const divisor of [0, 4, 0]) {
    const answer = sql<{ n: number }>`${PREPARED} select 8 / ${divisor}::int as n`.execute(db);
    if (divisor === 0) await expect(answer).rejects.toThrow('division by zero');
    else expect((await answer).rows).toEqual([{ n: 2 }]);
  }
});

test('more texts than a caller may make a connection keep are answered, and not kept', async () => {
  const { db } = opened;
  for (let number = 0; number < 300; number += 1) {
    const { rows } = await sql`${PREPARED} select ${sql.lit(number)}::int as n, ${number}::int as m`.execute(
      db,
    );
    expect(rows).toEqual([{ n: number, m: number }]);
  }
  expect((await listPrepared(db)).length).toBeLessThanOrEqual(200);
});
