import type { QueryField } from '@omicon/contract/areas/advanced-search/advanced-search.ts';
import type { Filters, Rule } from '@omicon/domain/query/query.ts';
import { kindOf } from '@omicon/domain/query/rules/rule-kinds.ts';
import { describe, expect, test } from 'vitest';
import {
  completeFilters,
  EMPTY_GROUP,
  ruleAt,
  ruleFor,
  rulePath,
  withoutRule,
  withSection,
} from './edit-query.ts';

const ADULT = { field: 'Developmental_Epoch', operator: 'contains', value: 'adult' } as const;
const UNSAID = { field: 'Disease', operator: 'contains', value: ' ' } as const;
const MALE = { field: 'Sex', operator: 'equal', value: 'M' } as const;

describe('incomplete rules', () => {
  const filters: Filters = {
    sample: {
      ...EMPTY_GROUP,
      quantifier: 'solely',
      rules: [UNSAID, ADULT, { ...EMPTY_GROUP, combinator: 'or', rules: [UNSAID, MALE] }],
    },
  };

  test('are left out of counts, and the paths of the others map back to the draft', () => {
    const complete = completeFilters(filters);
    expect(complete.filters.sample).toEqual({
      ...EMPTY_GROUP,
      quantifier: 'solely',
      rules: [ADULT, { ...EMPTY_GROUP, combinator: 'or', rules: [MALE] }],
    });
    expect(complete.incomplete).toEqual(['sample.rules[0]', 'sample.rules[2].rules[0]']);
    expect(complete.pathOf.get('sample.rules[0]')).toBe('sample.rules[1]');
    expect(complete.pathOf.get('sample.rules[1]'), 'a group').toBe('sample.rules[2]');
    expect(complete.pathOf.get('sample.rules[1].rules[0]')).toBe('sample.rules[2].rules[1]');
    expect(ruleAt(filters, 'sample.rules[2].rules[1]')).toEqual({ rule: MALE, section: 'sample' });
  });

  test.each([
    ['a text', UNSAID, 'sample', true],
    ['zero', { field: 'Size', operator: 'equal', value: 0 }, 'modules', false],
    ['an empty list', { field: 'Sex', operator: 'in', value: [] }, 'sample', true],
    ['a trait without an attribute', { field: 'trait', q_below: 0.01 }, 'modules', true],
    ['a trait', { field: 'trait', attribute: 'Batch' }, 'modules', false],
    [
      'kME without a gene',
      { field: 'kme_of_gene', operator: 'greaterthanorequal', kme: 0.7 },
      'modules',
      true,
    ],
    ['kME of a gene', { field: 'kme_of_gene', gene: 'TREM2' }, 'modules', false],
    ['enrichment without a set', { field: 'enrichment' }, 'genesets', false],
    [
      'at least k without k',
      { field: 'features', operator: 'greaterthanorequal', value: ['OLIG2'] },
      'modules',
      true,
    ],
    [
      'at least f %',
      { field: 'features', operator: 'greaterthanorequal', value: ['OLIG2'], percent: 0 },
      'modules',
      false,
    ],
  ] as const)('%s', (_name, rule, section, isMissing) => {
    const value = 'value' in rule && Array.isArray(rule.value) ? [...rule.value] : undefined;
    const written = { ...rule, ...(value ? { value } : {}) } as Rule;
    expect(kindOf(written, section).isIncomplete(written)).toBe(isMissing);
  });
});

test('a refusal is mapped to its rule, whether the shape or the meaning is wrong', () => {
  expect(rulePath('filters.sample.rules[1].rules[0]')).toBe('sample.rules[1].rules[0]');
  expect(rulePath('filters.genesets.rules.2.p_below')).toBe('genesets.rules[2]');
  expect(rulePath('filters.sample')).toBe('sample');
  expect(ruleAt({}, 'sample.rules[0]')).toBeNull();
  expect(ruleAt({ sample: { ...EMPTY_GROUP, rules: [EMPTY_GROUP] } }, 'sample.rules[0]')).toBeNull();
});

test('a filter without rules is removed from the query', () => {
  expect(withSection({ sample: { ...EMPTY_GROUP, rules: [ADULT] } }, 'sample', EMPTY_GROUP)).toEqual({});
  const kept = { ...EMPTY_GROUP, quantifier: 'solely' } as const;
  expect(withSection({}, 'sample', kept)).toEqual({ sample: kept });
});

test('a new rule for a field that an ontology describes finds its kinds, too', () => {
  const field = (name: string, ontology: string | null, operators: QueryField['operators']): QueryField => ({
    ...{ field: name, key: name, label: name, type: 'string', operators, possibleValues: [] },
    ...{ isAutoComplete: true, IsOntologyId: false, ontology },
  });
  const text = ['equal', 'contains', 'under'] as const;
  expect(ruleFor(field('Disease', 'MONDO', [...text])).operator).toBe('under');
  expect(ruleFor(field('Disease', null, [...text])).operator).toBe('contains');
  expect(ruleFor(field('Sex', null, ['equal', 'contains'])).operator).toBe('contains');
  expect(ruleFor(field('Age', null, ['equal', 'greaterthan'])).operator).toBe('equal');
});

test('a rule is left out by its path, also of a group, and a section that says nothing more with it', () => {
  const inner = { ...EMPTY_GROUP, combinator: 'or' as const, rules: [ADULT, MALE] };
  const filters: Filters = {
    dataset: { ...EMPTY_GROUP, rules: [UNSAID] },
    sample: { ...EMPTY_GROUP, quantifier: 'solely', rules: [UNSAID, inner] },
  };
  expect(withoutRule(filters, 'sample.rules[1].rules[0]')).toEqual({
    ...filters,
    sample: { ...filters.sample, rules: [UNSAID, { ...inner, rules: [MALE] }] },
  });
  expect(withoutRule(filters, 'dataset.rules[0]')).toEqual({ sample: filters.sample });
});
