import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { ENDPOINTS } from '../api.ts';
import { searchQueryBody } from '../areas/advanced-search/advanced-search.ts';
import { listQuery, text } from './endpoint.ts';
import { FIELD_LABELS } from './field-labels.ts';
import { readInput } from './sentences.ts';

const shape = z.strictObject({
  userName: text(5).min(1, 'Enter user name'),
  set_source: text(20),
  kind: z.enum(['all', 'files', 'folders']),
  days: z.int().min(1).max(366),
  percent: z.number().positive().max(0.05),
  isOpen: z.boolean(),
  keys: z.array(text(3)).min(1).max(2),
  value: z.union([text(4), z.number()]),
  version: z.int32().optional(),
  dated: z.iso.date().optional(),
});
const good = {
  userName: 'rita',
  set_source: 'MSigDB',
  kind: 'all',
  days: 9,
  percent: 0.01,
  isOpen: true,
  keys: ['a'],
  value: 'x',
};

function faults(change: Record<string, unknown>): Record<string, string> {
  const read = readInput(shape, { ...good, ...change });
  return 'fields' in read ? { ...read.fields } : {};
}

describe('faults are described in a sentence:', () => {
  test.each([
    ['a missing text in the words of its form', { userName: undefined }, { userName: 'Enter user name' }],
    ['an empty one alike', { userName: '' }, { userName: 'Enter user name' }],
    ['a missing text without such words', { set_source: null }, { set_source: 'Enter a set source.' }],
    ['no text', { set_source: 5 }, { set_source: '"set_source" is text.' }],
    ['a long text', { userName: 'santiago' }, { userName: 'Maximum length is 5' }],
    ['a wrong choice', { kind: 'x' }, { kind: 'Choose one of: all, files, folders.' }],
    ['a missing choice', { kind: undefined }, { kind: 'Choose one of: all, files, folders.' }],
    ['a small number', { days: 0 }, { days: '"days" is a whole number from 1 to 366.' }],
    ['a large number', { days: 367 }, { days: '"days" is a whole number from 1 to 366.' }],
    ['a broken number', { days: 1.5 }, { days: '"days" is a whole number from 1 to 366.' }],
    ['no number', { days: '9' }, { days: '"days" is a whole number from 1 to 366.' }],
    [
      'a number that is not above 0',
      { percent: 0 },
      { percent: '"percent" is a number above 0 and up to 0.05.' },
    ],
    ['a number for the database', { version: 2 ** 40 }, { version: '"version" is a whole number.' }],
    ['neither true nor false', { isOpen: 'yes' }, { isOpen: '"isOpen" is true or false.' }],
    ['no list', { keys: 'a' }, { keys: '"keys" is a list of 1 to 2 entries.' }],
    ['a long list', { keys: ['a', 'b', 'c'] }, { keys: '"keys" is a list of 1 to 2 entries.' }],
    ['a wrong entry', { keys: ['a', 5] }, { 'keys.1': 'Entry 2 of "keys" is text.' }],
    ['neither of two kinds', { value: [] }, { value: '"value" is text or a number.' }],
    ['one of two kinds that is wrong itself', { value: 'abcde' }, { value: 'Maximum length is 4' }],
    ['a wrong form', { dated: '1.2.2026' }, { dated: '"dated" is not written as it is needed.' }],
    ['an unknown field', { colour: 'red' }, { colour: 'Unknown field: colour.' }],
    [
      'two unknown fields',
      { colour: 1, sizes: 2 },
      { colour: 'Unknown fields: colour, sizes.', sizes: 'Unknown fields: colour, sizes.' },
    ],
  ])('%s', (_, change, expected) => {
    expect(faults(change)).toEqual(expected);
  });

  test('a missing text, by its label if its wire name is not readable', () => {
    const asked = z.object({
      userName: text(5),
      confirm_password: text(5),
      pubMedId: text(5),
      covariation_network: text(5),
      set_source: text(5),
      externalCode: text(5),
    });
    expect(readInput(asked, {})).toEqual({
      fields: {
        userName: 'Enter a name.',
        confirm_password: 'Enter the password again.',
        pubMedId: 'Enter a PubMed ID.',
        covariation_network: 'Enter a covariation network.',
        set_source: 'Enter a set source.',
        externalCode: 'Enter an external code.',
      },
    });
  });

  test('no fields at all', () => {
    expect(readInput(shape, [])).toEqual({ fields: { body: 'The request is an object with named fields.' } });
  });

  test('an invalid page number', () => {
    expect(readInput(listQuery(['title']), { page_size: '101', order: 'up' })).toEqual({
      fields: {
        page_size: '"page_size" is a whole number from 1 to 100.',
        order: 'Choose one of: asc, desc.',
      },
    });
  });

  test('a rule of a query, by its number', () => {
    const rules = [
      { field: 'Size', count: 0 },
      { field: 'Size', colour: 1 },
    ];
    const said = rules.map((rule) =>
      readInput(searchQueryBody, { result_type: 'samples', filters: { sample: { rules: [rule] } } }),
    );
    expect(said).toEqual([
      { fields: { 'filters.sample.rules.0.count': '"count" is a whole number from 1 to 1,000,000.' } },
      { fields: { 'filters.sample.rules.0': 'Unknown field: colour.' } },
    ]);
  });
});

test('every label belongs to a field of a call', () => {
  const names = [...ENDPOINTS.values()].flatMap(({ params, query, body, form }) =>
    [params, query, body, form?.json.shape].flatMap((each) =>
      each === undefined
        ? []
        : [
            ...JSON.stringify(z.toJSONSchema(each, { io: 'input', unrepresentable: 'any' })).matchAll(
              /"(\w+)":/g,
            ),
          ].map(([, name]) => name ?? ''),
    ),
  );
  expect(Object.keys(FIELD_LABELS).filter((name) => !names.includes(name))).toEqual([]);
});
