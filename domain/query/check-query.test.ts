/** Which queries are refused, and by which rule. */
import { describe, expect, test } from 'vitest';
import { checkQuery, type KnownField, type KnownFields } from './check-query.ts';
import type { FieldKind, Group, Query, QuerySection, Rule } from './query.ts';

function field(name: string, kind: FieldKind): [string, KnownField] {
  return [name.toLowerCase(), { name, kind }];
}

const known: KnownFields = new Map<QuerySection, ReadonlyMap<string, KnownField>>([
  ['dataset', new Map([field('Technology', 'text'), field('Published', 'date')])],
  ['sample', new Map([field('Tumor_Grade', 'number'), field('Disease', 'text')])],
  ['modules', new Map([field('Size', 'number')])],
]);

function group(rules: (Rule | Group)[], change: Partial<Group> = {}): Group {
  return { combinator: 'and', not: false, rules, ...change };
}

function faultsOf(filters: Query['filters'], result_type: Query['result_type'] = 'covariation-modules') {
  return checkQuery({ result_type, filters }, known).map(({ path, sentence }) => `${path}: ${sentence}`);
}

const GENES: Rule = { field: 'features', operator: 'any', value: ['IDH1', 'OLIG2'] };
const ENRICHED: Rule = { field: 'enrichment', p_below: 0.01 };

describe('a list of features', () => {
  test('belongs to modules', () => {
    expect(faultsOf({ modules: group([GENES]) })).toEqual([]);
    expect(faultsOf({ networks: group([GENES]) })).toEqual([
      'networks.rules[0]: There is no attribute "features" here.',
    ]);
  });

  test('of which some are required says how many, by count or by percent', () => {
    const some: Rule = { ...GENES, operator: 'greaterthanorequal' };
    expect(faultsOf({ modules: group([{ ...some, count: 2 }]) })).toEqual([]);
    expect(faultsOf({ modules: group([{ ...some, percent: 50 }]) })).toEqual([]);
    expect(faultsOf({ modules: group([some]) })).toEqual([
      'modules.rules[0]: Please say how many of the features, by count or percent.',
    ]);
  });
});

describe('a rule of enrichment', () => {
  test('holds for all rows: it is not excluded, nor one of several alternatives', () => {
    const refused = 'Enrichment cannot be one of several alternatives, or excluded.';
    expect(faultsOf({ genesets: group([ENRICHED]) })).toEqual([]);
    expect(faultsOf({ genesets: group([ENRICHED], { combinator: 'or' }) })).toEqual([]);
    expect(faultsOf({ genesets: group([ENRICHED], { not: true }) })).toEqual([
      `genesets.rules[0]: ${refused}`,
    ]);
    const alternatives = group([ENRICHED, { field: 'Name', operator: 'equal', value: 'x' }], {
      combinator: 'or',
    });
    expect(faultsOf({ genesets: alternatives })).toContain(`genesets.rules[0]: ${refused}`);
  });

  test('is the only one of its query', () => {
    expect(faultsOf({ genesets: group([ENRICHED, group([ENRICHED])]) })).toEqual([
      'genesets.rules[1].rules[0]: A query can have only one enrichment rule.',
    ]);
  });
});

describe('values', () => {
  test('are several only for "in" and "notin"', () => {
    const rule: Rule = { field: 'Disease', value: ['glioma', 'Normal'] };
    expect(faultsOf({ sample: group([{ ...rule, operator: 'in' }]) })).toEqual([]);
    expect(faultsOf({ sample: group([{ ...rule, operator: 'notin' }]) })).toEqual([]);
    expect(faultsOf({ sample: group([{ ...rule, operator: 'equal' }]) })).toEqual([
      'sample.rules[0]: Only "in" and "notin" take a list of values.',
    ]);
  });

  test('of a number are all numbers, of a date all dates', () => {
    const grades: Rule = { field: 'Tumor_Grade', operator: 'in', value: ['3', 'IV'] };
    expect(faultsOf({ sample: group([grades]) })).toEqual(['sample.rules[0]: "IV" is not a number.']);
    const published: Rule = { field: 'Published', operator: 'equal', value: '2021-02-33' };
    expect(faultsOf({ dataset: group([published]) })).toEqual([
      'dataset.rules[0]: "2021-02-33" is not a date like 2021-04-01.',
    ]);
  });
});

test('features are a result only of a query for modules', () => {
  expect(faultsOf({ genesets: group([ENRICHED]) }, 'features')).toEqual([]);
  expect(faultsOf({}, 'features')).toEqual([
    'modules: Unique features are those of modules: please add a rule for features or for enrichment.',
  ]);
});
