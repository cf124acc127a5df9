import { expect, test } from 'vitest';
import { orderCounterparts } from './order-counterparts.ts';

const row = (id: number, p_value: number | null, rho: number | null, q_value = p_value) => ({
  ...{ id, p_value, q_value, rho },
});
const ids = (rows: Parameters<typeof orderCounterparts>[0]) => orderCounterparts(rows).map(({ id }) => id);

test('a module that is good by overlap and by correlation is before one that is best by one alone', () => {
  expect(ids([row(1, 0.6, 0.95), row(2, 1e-30, 0.9), row(3, 1e-40, 0.1), row(4, 0.5, 0)])).toEqual([
    2, 3, 1, 4,
  ]);
});

test('what overlaps by chance is last, however well its kME correlates', () => {
  expect(ids([row(1, 0.8, 0.99, 1), row(2, 0.01, -0.6), row(3, 0.02, null)])).toEqual([2, 3, 1]);
});

test('a module too small for a test is compared by correlation, and without kME by overlap', () => {
  expect(ids([row(1, null, 0.2), row(2, null, 0.9), row(3, null, -0.4)])).toEqual([2, 1, 3]);
  expect(ids([row(1, 0.2, null), row(2, 1e-9, null), row(3, 1e-3, null)])).toEqual([2, 3, 1]);
});

test('equal modules are in the order of their ids, and the list given stays as it is', () => {
  const rows = [row(2, 0.1, 0.5), row(1, 0.1, 0.5)];
  expect(ids(rows)).toEqual([1, 2]);
  expect(rows.map(({ id }) => id)).toEqual([2, 1]);
});
