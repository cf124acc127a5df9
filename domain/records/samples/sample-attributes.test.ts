import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  ATTRIBUTE_ORDER,
  displayAttribute,
  isMutationFlag,
  orderAttributes,
  treemapType,
} from './sample-attributes.ts';

test('a column is shown with blanks for its underscores', () => {
  expect(['Tumor_Grade', 'Sex', 'Neoadjuvant_Treatment', ''].map(displayAttribute)).toEqual([
    'Tumor Grade',
    'Sex',
    'Neoadjuvant Treatment',
    '',
  ]);
});

test.each([
  ['IDH1_Mut', true],
  ['chr1p_Mut', true],
  ['IDH1_Mut_2', true],
  ['IDH1_Mut_Source', false],
  ['Mutation', false],
  ['IDH1_mut', false],
  ['_Mut', true],
])('%s is a mutation flag: %s', (name, isFlag) => {
  expect(isMutationFlag(name)).toBe(isFlag);
});

describe('the treemap', () => {
  test.each([
    ['Organism', 'NORMAL'],
    ['Tumor_Grade', 'NORMAL'],
    ['KPSI', 'NORMAL'],
    ['IDH1_Mut', 'NORMAL'],
    ['MONDO_ID', 'OPTIONAL'],
    ['Individual', 'OPTIONAL'],
    ['Batch', 'OPTIONAL'],
    ['IDH1_Mut_Source', 'OPTIONAL'],
  ])('shows %s as %s', (name, type) => {
    expect(treemapType(name)).toBe(type);
  });

  test('orders the columns of a real sample table as the specification does: fixed ones, mutation flags, phenotypes, the rest', () => {
    const columns = [
      'Batch',
      'chr1p_Mut',
      'Pheno_Score',
      'IDH1_Mut',
      'Disease',
      'Sampling_Strategy',
      'Organism',
      'Sex',
      'Tumor_Grade',
      'MGMT_Status',
    ];
    expect(orderAttributes(columns)).toEqual([
      'Organism',
      'Sex',
      'Disease',
      'Tumor_Grade',
      'MGMT_Status',
      'IDH1_Mut',
      'chr1p_Mut',
      'Pheno_Score',
      'Batch',
      'Sampling_Strategy',
    ]);
  });
});

const names = fc.array(
  fc.oneof(
    fc.constantFrom(
      ...ATTRIBUTE_ORDER.map((name) => name.replaceAll(' ', '_')),
      'IDH1_Mut',
      'TP53_Mut_2',
      'Batch',
      'Pheno_1',
    ),
    fc.string(),
  ),
);

describe('ordering attributes', () => {
  test('does not change the list and loses nothing', () => {
    fc.assert(
      fc.property(names, (input) => {
        const before = [...input];
        expect(orderAttributes(input).toSorted()).toEqual(before.toSorted());
        expect(input).toEqual(before);
      }),
    );
  });

  test('does not depend on the input order', () => {
    fc.assert(
      fc.property(names, (input) => {
        expect(orderAttributes(input.toReversed())).toEqual(orderAttributes(input));
      }),
    );
  });

  test('is idempotent', () => {
    fc.assert(
      fc.property(names, (input) => {
        expect(orderAttributes(orderAttributes(input))).toEqual(orderAttributes(input));
      }),
    );
  });
});
