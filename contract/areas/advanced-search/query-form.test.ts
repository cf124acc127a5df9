/** The reference of queries is as complete as the kinds of rules. */
import { QUERY_SECTIONS } from '@omicon/domain/query/query.ts';
import { RULE_KINDS } from '@omicon/domain/query/rules/rule-kinds.ts';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { queryRule } from './advanced-search.ts';
import { describeQueryForm } from './query-form.ts';

const described = z.object({
  properties: z.record(z.string(), z.object({ description: z.string().min(1) })),
});
const kinds = QUERY_SECTIONS.flatMap((section) => RULE_KINDS[section].map((kind) => ({ section, kind })));

test.each(kinds)('$kind.kind is described in $section with its meaning', ({ section, kind }) => {
  const { properties } = described.parse(describeQueryForm().QueryFilters);
  expect(properties[section]?.description).toContain(`"${kind.kind}" ${kind.meaning}`);
  expect(queryRule.safeParse({ ...kind.initial, value: kind.initial.value || undefined }).success).toBe(true);
});

test('every part of a rule has a meaning, and belongs to a kind', () => {
  const { operator, ...parts } = z
    .object({
      properties: z.record(z.string(), z.looseObject({ description: z.string().min(1).optional() })),
    })
    .parse(describeQueryForm().QueryRule).properties;
  // Each operator has a meaning of its own.
  expect(operator).toHaveProperty('oneOf');
  expect(Object.keys(parts).filter((part) => parts[part]?.description === undefined)).toEqual([]);
  // A part that several kinds take has the meaning of each.
  expect(parts.attribute?.description).toMatch(/^Trait: .+\. Recurs in data sets: /);
  const own = new Set(['field', 'value', 'columns', ...kinds.flatMap(({ kind }) => Object.keys(kind.parts))]);
  expect(new Set(Object.keys(parts))).toEqual(own);
});
