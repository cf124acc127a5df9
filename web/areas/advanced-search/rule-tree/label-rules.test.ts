import { expect, test } from 'vitest';
import type { Draft } from '../query-address.ts';
import { describeLabelledQuery, describeLabelledRule, labelledTitleOf } from './label-rules.ts';

const LABELS = {
  chr1p_Mut: { 'SO:0001743': 'copy number loss', 4: 'four copies' },
  Title: { 'SO:0001743': 'never shown' },
};
const LOSS = { field: 'chr1p_Mut', operator: 'in', value: ['SO:0001743', 'WT', 4] } as const;
const rule = (change = {}) => ({ ...LOSS, value: [...LOSS.value], ...change });

test('a rule is read with labels, and its tooltip adds the codes', () => {
  expect(describeLabelledRule({ rule: rule(), section: 'sample' }, LABELS)).toEqual({
    words: 'chr1p Mut Includes copy number loss, WT, four copies',
    tooltip: 'chr1p Mut Includes copy number loss (SO:0001743), WT, four copies (4)',
  });
});

test('a rule of recurrence is read with the labels of its attribute', () => {
  const recurs = rule({ field: 'recurs_in', attribute: 'chr1p_Mut', operator: 'none' });
  expect(describeLabelledRule({ rule: recurs, section: 'modules' }, LABELS)).toEqual({
    words: 'Recurs in no data set with chr1p Mut copy number loss, WT, four copies',
    tooltip: 'Recurs in no data set with chr1p Mut copy number loss (SO:0001743), WT, four copies (4)',
  });
});

test('without a label a rule is read as it is, without a tooltip', () => {
  const plain = { words: 'chr1p Mut Equals WT', tooltip: undefined };
  const found = { rule: rule({ operator: 'equal', value: 'WT' }), section: 'sample' } as const;
  expect(describeLabelledRule(found, LABELS)).toEqual(plain);
  expect(describeLabelledRule(found)).toEqual(plain);
});

test('a part of a value is no code, and attributes of records have no labels', () => {
  const part = { rule: rule({ operator: 'contains', value: 'SO:0001743' }), section: 'sample' } as const;
  expect(describeLabelledRule(part, LABELS).words).toBe('chr1p Mut Contains SO:0001743');
  const title = { field: 'Title', operator: 'equal', value: 'SO:0001743' } as const;
  expect(describeLabelledRule({ rule: title, section: 'dataset' }, LABELS).words).toBe(
    'Title Equals SO:0001743',
  );
  const inherited = { ...title, field: 'constructor' };
  expect(describeLabelledRule({ rule: inherited, section: 'sample' }, LABELS).words).toBe(
    'constructor Equals SO:0001743',
  );
});

test('a whole query and its title are read with labels, and the query keeps its codes', () => {
  const draft: Draft = {
    result_type: 'samples',
    filters: {
      sample: {
        combinator: 'and',
        not: true,
        quantifier: 'solely',
        rules: [rule({ value: ['SO:0001743'] })],
      },
    },
    description: '',
    show: 'records',
  };
  const before = JSON.stringify(draft);
  expect(describeLabelledQuery(draft, LABELS)).toEqual([
    {
      section: 'sample',
      title: 'Sample, solely',
      words: 'NOT (chr1p Mut Includes copy number loss)',
      tooltip: 'NOT (chr1p Mut Includes copy number loss (SO:0001743))',
    },
  ]);
  expect(labelledTitleOf(draft, LABELS)).toEqual({
    words: 'Samples: NOT (chr1p Mut Includes copy number loss)',
    tooltip: 'Samples: NOT (chr1p Mut Includes copy number loss (SO:0001743))',
  });
  expect(JSON.stringify(draft)).toBe(before);
});
