import { rankModules } from '@omicon/contract/areas/genes/gene-lists.ts';
import { describe, expect, test } from 'vitest';
import { moduleQuestion, rankingShape, readRules, setQuestion, writeRules } from './ranking-query.ts';

const LISTS = { identifiers: ['AIF1', 'CD68'], background: [] };
const questionOf = (address: string) =>
  moduleQuestion(rankingShape.parse(Object.fromEntries(new URLSearchParams(address))), LISTS);

describe('an address', () => {
  test('without filters requests all modules under any definition', () => {
    expect(questionOf('')).toEqual({
      identifiers: ['AIF1', 'CD68'],
      direction: 'over',
      definition: 'Any',
      fold: 'meta-module',
      filters: {},
    });
  });

  test('with filters restricts data sets, networks and samples', () => {
    const question = questionOf(
      'direction=under&per=data-set&definition=FDR&title=Phillips&technology=Microarray&relsignum=0.99&minsize=12&minsize_is=equal&samples=Tumor_Grade+greaterthan+2%0ADisease+in+glioma, astrocytoma&quantifier=share&amount=10',
    );
    expect(question).toEqual({
      identifiers: ['AIF1', 'CD68'],
      direction: 'under',
      definition: 'FDR',
      fold: 'data-set',
      filters: {
        dataset: {
          rules: [
            { field: 'Title', operator: 'contains', value: 'Phillips' },
            { field: 'Technology', operator: 'equal', value: 'Microarray' },
          ],
        },
        networks: {
          rules: [
            { field: 'RelSignum', operator: 'greaterthanorequal', value: 0.99 },
            { field: 'MinSize', operator: 'equal', value: 12 },
          ],
        },
        sample: {
          quantifier: 'share',
          percent: 10,
          rules: [
            { field: 'Tumor_Grade', operator: 'greaterthan', value: '2' },
            { field: 'Disease', operator: 'in', value: ['glioma', 'astrocytoma'] },
          ],
        },
      },
    });
    expect(rankModules.body?.safeParse(question).success).toBe(true);
  });

  test('with invalid parameters ignores them', () => {
    expect(questionOf('definition=Best&per=cohort&relsignum=high&samples=Tumor_Grade+2&tab=other')).toEqual(
      questionOf(''),
    );
  });

  test('with a quantifier without its number requires at least one sample', () => {
    expect(questionOf('samples=Sex+equal+Female&quantifier=at_least').filters).toMatchObject({
      sample: { quantifier: 'at_least', count: 1 },
    });
  });
});

test('gene sets are restricted by category, species and background', () => {
  const query = rankingShape.parse({
    category: 'CellType',
    species: 'Homo sapiens',
    title: 'ignored',
    fold: 'off',
  });
  expect(setQuestion(query, { identifiers: ['AIF1'], background: ['AIF1', 'MBP'] })).toEqual({
    identifiers: ['AIF1'],
    background: ['AIF1', 'MBP'],
    direction: 'over',
    fold: false,
    category: 'CellType',
    species: 'Homo sapiens',
  });
});

test('rules can be written to an address and read back, except those without a value', () => {
  const rules = [
    { field: 'Tumor_Grade', operator: 'greaterthan' as const, value: '2' },
    { field: 'Tissue', operator: 'contains' as const, value: 'frontal lobe' },
  ];
  expect(readRules(writeRules([...rules, { field: 'Sex', operator: 'equal', value: ' ' }]))).toEqual(rules);
});
