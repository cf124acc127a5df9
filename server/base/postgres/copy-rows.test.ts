import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestPortal, type TestPortal } from '../../test-support/portal.ts';
import { copyRows, literal } from './copy-rows.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await openTestPortal();
});
afterAll(() => portal.close());

test('fields come as their bytes, also empty ones and nulls', async () => {
  const rows = await copyRows(
    portal.pool,
    `select 'Äpfel'::text, '\\x00ff5c0a'::bytea, null::text, ''::bytea from generate_series(1, 2)`,
  );
  const expected = [Buffer.from('Äpfel'), Buffer.from([0, 255, 92, 10]), null, Buffer.alloc(0)];
  expect(rows).toEqual([expected, expected]);
});

test('no rows yield an empty list, and rows of several megabytes are complete', async () => {
  expect(await copyRows(portal.pool, 'select 1 where false')).toEqual([]);
  const rows = await copyRows(
    portal.pool,
    "select repeat('ab', 2000000), decode(repeat('ff', 3000000), 'hex')",
  );
  expect(rows[0]?.map((field) => field?.length)).toEqual([4_000_000, 3_000_000]);
});

test('a failed statement throws the error of the database, and the pool still works', async () => {
  await expect(copyRows(portal.pool, 'select nothing')).rejects.toThrow('column "nothing" does not exist');
  expect(await copyRows(portal.pool, 'select 7::int2')).toEqual([[Buffer.from([0, 7])]]);
});

test('a text with quotation marks and backslashes stays a text', async () => {
  for (const text of ["it's", "\\'; drop table sample; --", '"$1"', '\\x00', "E'"]) {
    expect(await copyRows(portal.pool, `select ${literal(text)}::text`)).toEqual([[Buffer.from(text)]]);
  }
});
