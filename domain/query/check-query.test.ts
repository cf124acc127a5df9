/** Which queries are refused, and by which rule. */
import { describe, expect, test } from 'vitest';
import { checkQuery } from './check-query.ts';
import type { FieldKind, Group, KnownField, KnownFields, Query, QuerySection, Rule } from './query.ts';

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

describe('a trait rule', () => {
  const grade: Rule = { field: 'trait', attribute: 'Tumor_Grade', q_below: 0.01, sign: 'positive' };

  test('names a sample attribute, in any spelling', () => {
    expect(faultsOf({ modules: group([grade, { field: 'trait', attribute: 'tumor grade' }]) })).toEqual([]);
    expect(faultsOf({ modules: group([{ field: 'trait' }]) })).toEqual([
      'modules.rules[0]: Please choose a sample attribute.',
    ]);
    expect(faultsOf({ modules: group([{ ...grade, attribute: 'Mood' }]) })).toEqual([
      'modules.rules[0]: There is no sample attribute "Mood".',
    ]);
  });

  test('takes no value and no parts of other rules, and belongs to modules', () => {
    expect(faultsOf({ modules: group([{ ...grade, value: 4 }]) })).toEqual([
      'modules.rules[0]: A trait rule takes attribute, q_below, sign and higher_in.',
    ]);
    expect(faultsOf({ modules: group([{ ...grade, p_below: 0.01 }]) })).toEqual([
      'modules.rules[0]: "p_below" does not belong to a rule of trait.',
    ]);
    expect(faultsOf({ networks: group([grade]) })).toEqual([
      'networks.rules[0]: "attribute" does not belong to a rule of trait.',
    ]);
  });

  test('selects modules whose features can be the result', () => {
    expect(faultsOf({ modules: group([grade]) }, 'features')).toEqual([]);
  });
});

describe('a kME rule', () => {
  const trem2: Rule = { field: 'kme_of_gene', gene: 'TREM2', operator: 'greaterthanorequal', kme: 0.7 };

  test('names a gene and compares by at least or at most', () => {
    expect(
      faultsOf({ modules: group([trem2, { ...trem2, operator: 'lessthanorequal', kme: -0.5 }]) }),
    ).toEqual([]);
    expect(faultsOf({ modules: group([{ ...trem2, gene: ' ' }]) })).toEqual([
      'modules.rules[0]: Please enter the symbol of a gene.',
    ]);
    expect(faultsOf({ modules: group([{ ...trem2, operator: 'equal' }]) })).toEqual([
      'modules.rules[0]: kME of a gene is compared by "greaterthanorequal" or "lessthanorequal".',
    ]);
  });

  test('takes no value and no parts of other rules, and belongs to modules', () => {
    expect(faultsOf({ modules: group([{ ...trem2, value: 1 }]) })).toEqual([
      'modules.rules[0]: A kME rule takes gene, operator and kme.',
    ]);
    expect(faultsOf({ modules: group([{ ...trem2, q_below: 0.01 }]) })).toEqual([
      'modules.rules[0]: "q_below" does not belong to a rule of kme_of_gene.',
    ]);
    expect(faultsOf({ networks: group([trem2]) }).length).toBe(1);
  });

  test('selects modules whose features can be the result', () => {
    expect(faultsOf({ modules: group([trem2]) }, 'features')).toEqual([]);
  });
});

describe('a rule of recurrence', () => {
  const gliomas: Rule = { field: 'recurs_in', operator: 'all', attribute: 'Disease', value: 'glioma' };

  test('is asked of all, any or none of the data sets with a value of theirs, or of a sample', () => {
    const others: Rule[] = [
      { ...gliomas, operator: 'none', value: ['glioma', 'Normal'] },
      { ...gliomas, operator: 'any', attribute: 'technology', value: 'RNA-seq' },
    ];
    expect(faultsOf({ modules: group([gliomas, ...others]) })).toEqual([]);
    expect(faultsOf({ modules: group([{ ...gliomas, operator: 'in' }]) })).toEqual([
      'modules.rules[0]: The operator of recurs_in is one of all, any, none.',
    ]);
    expect(
      faultsOf({ sample: group([{ field: 'Disease', operator: 'none', value: 'glioma' }]) }),
    ).toHaveLength(1);
  });

  test('names a known attribute, and values of its kind', () => {
    expect(faultsOf({ modules: group([{ ...gliomas, attribute: undefined }]) })).toEqual([
      'modules.rules[0]: Please choose an attribute of samples or data sets.',
    ]);
    expect(faultsOf({ modules: group([{ ...gliomas, attribute: 'Size' }]) })).toEqual([
      'modules.rules[0]: There is no attribute "Size" of samples or data sets.',
    ]);
    expect(faultsOf({ modules: group([{ ...gliomas, value: ' ' }]) })).toEqual([
      'modules.rules[0]: Please give a value.',
    ]);
    expect(faultsOf({ modules: group([{ ...gliomas, attribute: 'Tumor_Grade', value: 'IV' }]) })).toEqual([
      'modules.rules[0]: "IV" is not a number.',
    ]);
  });

  test('of an attribute that samples and data sets have, its values suit one of them', () => {
    const grade = new Map([field('Tumor_Grade', 'text')]);
    const both: KnownFields = new Map([...known, ['dataset', grade]]);
    const modules = group([{ ...gliomas, attribute: 'Tumor_Grade', value: 'IV' }]);
    expect(checkQuery({ result_type: 'covariation-modules', filters: { modules } }, both)).toEqual([]);
  });

  test('takes no parts of other rules, and selects modules whose features can be the result', () => {
    expect(faultsOf({ modules: group([{ ...gliomas, count: 2 }]) })).toEqual([
      'modules.rules[0]: "count" does not belong to a rule of recurs_in.',
    ]);
    expect(faultsOf({ modules: group([gliomas]) }, 'features')).toEqual([]);
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
    'modules: Unique features are those of modules: please add a rule for features, traits, kME, recurrence or enrichment.',
  ]);
});
