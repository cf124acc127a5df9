import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isTermId, labelOf, labelWithCode, MUTATION_LABELS, repeatedValue } from './value-labels.ts';

describe('the label of a value', () => {
  test('replaces the code, which can follow it in brackets', () => {
    expect(labelOf('SO:0001743', MUTATION_LABELS)).toBe('copy number loss');
    expect(labelOf('NCIT:C172343', MUTATION_LABELS)).toBe('mutated');
    expect(labelWithCode('SO:0001743', MUTATION_LABELS)).toBe('copy number loss (SO:0001743)');
  });

  test('is the value itself where there is none, and NA stays NA', () => {
    expect(labelOf('WT', MUTATION_LABELS)).toBe('WT');
    expect(labelWithCode('WT', MUTATION_LABELS)).toBe('WT');
    expect(labelOf(null, MUTATION_LABELS)).toBeNull();
    expect(labelWithCode(null, MUTATION_LABELS)).toBeNull();
  });

  test('never comes from the prototype of objects', () => {
    for (const value of ['constructor', '__proto__', 'toString']) expect(labelOf(value, {})).toBe(value);
    fc.assert(fc.property(fc.string(), (value) => labelOf(value, {}) === value));
  });
});

test('ids of terms are distinguished from other values', () => {
  for (const id of ['UBERON:0000955', 'NCIT:C172343', 'NCBITAXON:9606', 'SO:0001743'])
    expect(isTermId(id)).toBe(true);
  for (const other of ['WT', 'glioblastoma', '4', 'a: b', ':1', 'https://x.test/1', ''])
    expect(isTermId(other)).toBe(false);
});

test('a value that is listed twice is named with its second place', () => {
  expect(repeatedValue(['WT', '1', 'WT', '1'])).toEqual({ value: 'WT', index: 2 });
  expect(repeatedValue(['WT', 'wt'])).toBeNull();
  expect(repeatedValue([])).toBeNull();
});
