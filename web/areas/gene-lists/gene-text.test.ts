import { describe, expect, test } from 'vitest';
import { EXAMPLES, isSameList, refuseList } from './gene-text.ts';

describe('a list', () => {
  test('of 5,000 identifiers is accepted; one more is refused with both numbers', () => {
    const list = (length: number) => Array.from({ length }, (_, at) => `G${at}`);
    expect(refuseList(list(5000), 5000)).toBeNull();
    expect(refuseList(list(5001), 5000)).toBe('At most 5,000 identifiers at once; here are 5,001.');
  });

  test('with an overlong identifier is refused, citing its beginning', () => {
    expect(refuseList(['AIF1', 'A'.repeat(101)], 5000)).toContain(`“${'A'.repeat(30)}…”`);
  });

  test('differs from another in identifiers, order or number', () => {
    expect(isSameList(['A', 'B'], ['A', 'B'])).toBe(true);
    for (const other of [['B', 'A'], ['A'], ['A', 'C']]) expect(isSameList(['A', 'B'], other)).toBe(false);
  });
});

test('each example has at least fifteen different genes', () => {
  for (const { genes } of EXAMPLES) expect(new Set(genes).size).toBeGreaterThanOrEqual(15);
});
