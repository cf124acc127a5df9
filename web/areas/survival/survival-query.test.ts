import { expect, test } from 'vitest';
import { bodyOf, parseBy, survivalShape } from './survival-query.ts';

test('the address names an attribute, a feature or a module', () => {
  expect(parseBy('attribute:Tumor_Status')).toEqual({ kind: 'attribute', name: 'Tumor_Status' });
  expect(parseBy('feature:HLA-A:1')).toEqual({ kind: 'feature', name: 'HLA-A:1' });
  expect(parseBy('module:12')).toEqual({ kind: 'module', id: 12 });
  for (const text of ['', 'Sex', 'module:x', 'module:-1', 'attribute:'])
    expect(parseBy(text)).toBeUndefined();
});

test('only what the address says is asked for', () => {
  expect(bodyOf(survivalShape.parse({}))).toEqual({
    by: undefined,
    split: 'halves',
    interval: 'log',
    adjust_for: [],
  });
  const query = survivalShape.parse({
    by: 'feature:MKI67',
    split: 'thirds',
    interval: 'log',
    cut: '8.5',
    adjust: 'Age\nSex',
    facet: 'Batch',
  });
  expect(bodyOf(query)).toEqual({
    by: { kind: 'feature', name: 'MKI67' },
    split: 'thirds',
    interval: 'log',
    cut: 8.5,
    facet: 'Batch',
    adjust_for: ['Age', 'Sex'],
  });
});
