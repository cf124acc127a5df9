import { listQueryRows, QUERY_ROW_COLUMNS } from '@omicon/domain/query/query-rows.ts';
import { expect, test } from 'vitest';
import { SAMPLE_QUERIES } from './sample-queries.ts';

test('the eighteen sample queries have the numbers of the laboratory and a description each', () => {
  const numbers = [1, 2, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 18, 19, 20];
  expect(SAMPLE_QUERIES.map(({ id }) => id)).toEqual(numbers.map((number) => `q${number}`));
  expect(new Set(SAMPLE_QUERIES.map(({ description }) => description)).size).toBe(18);
  for (const { query } of SAMPLE_QUERIES)
    for (const row of listQueryRows(query)) expect(row).toHaveLength(QUERY_ROW_COLUMNS.length);
});
