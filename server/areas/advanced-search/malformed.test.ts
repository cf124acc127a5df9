/** Invalid queries: five hundred, generated from a fixed seed, each refused with the path of the fault. */
import {
  countAdvancedSearch,
  exportAdvancedSearch,
  type SearchQueryInput,
  searchAdvanced,
} from '@omicon/contract/areas/advanced-search/advanced-search.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { aLaboratory } from '../../test-support/intake.ts';
import { type Caller, openTestPortal, type TestPortal } from '../../test-support/portal.ts';

let portal: TestPortal;
let person: Caller;
beforeAll(async () => {
  portal = await openTestPortal();
  person = await portal.signInAs('RU');
  await aLaboratory(portal, { visibility: 'public' });
});
afterAll(() => portal.close());

/** Deterministic random numbers in [0, 1). */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const PROTOTYPE_NAMES = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'valueOf'];
const INJECTIONS = [
  "' or '1'='1",
  "'; drop table search_query; --",
  '$1',
  '$(id)',
  '{{7*7}}',
  '%',
  '_',
  '\\',
  '"; select pg_sleep(60)',
  "E'\\x27'",
  '../../etc/passwd',
  '<script>alert(1)</script>',
  '(a+)+$',
  'NULL',
];
const NO_OPERATORS = ['like', '=', '==', 'EQUAL', 'between', '', ...PROTOTYPE_NAMES, ...INJECTIONS];
const WRONG_TYPES = [null, true, {}, [], [[]], [{}], { $gt: 1 }, { rules: 1 }];
const NO_TEXT = ['\u0000', 'a\u0000b', '\ud800', 'x'.repeat(501)];

type Parts = Record<string, unknown>;

const TEXT = { section: 'dataset', rule: { field: 'Title', operator: 'equal', value: 'x' } };
const NUMBER = {
  section: 'dataset',
  rule: { field: 'Number_of_Samples', operator: 'greaterthan', value: 3 },
};
const DAY = { section: 'analyses', rule: { field: 'Created', operator: 'equal', value: '2021-04-01' } };
const SAMPLE = { section: 'sample', rule: { field: 'Disease', operator: 'contains', value: 'glio' } };
const FEATURES = {
  section: 'modules',
  rule: { field: 'features', operator: 'all', value: ['OLIG2'], definition: 'Any', identifier: 'SYMBOL' },
};
const ENRICHMENT = {
  section: 'genesets',
  rule: { field: 'enrichment', p_below: 0.05, name_contains: 'glia' },
};
const GOOD = [TEXT, NUMBER, DAY, SAMPLE, FEATURES, ENRICHMENT];

/** Invalid rules, by fault. */
const WRONG_RULES: Record<string, { section: string; rule: unknown }[]> = {
  'an operator that does not exist': [...NO_OPERATORS, ...WRONG_TYPES].map((operator) => ({
    ...TEXT,
    rule: { ...TEXT.rule, operator },
  })),
  'an operator of another kind of value': [
    ...['greaterthan', 'lessthanorequal', 'under', 'all', 'any'].map((operator) => ({
      ...TEXT,
      rule: { ...TEXT.rule, operator },
    })),
    ...['contains', 'under', 'all'].map((operator) => ({ ...NUMBER, rule: { ...NUMBER.rule, operator } })),
    ...['contains', 'any'].map((operator) => ({ ...DAY, rule: { ...DAY.rule, operator } })),
    ...['equal', 'contains', 'in', 'notequal'].map((operator) => ({
      ...FEATURES,
      rule: { ...FEATURES.rule, operator },
    })),
    { ...FEATURES, rule: { ...FEATURES.rule, operator: 'greaterthanorequal' } },
  ],
  'an attribute that does not exist': ['', ' ', 'Mood', '😀', ...PROTOTYPE_NAMES, ...INJECTIONS].flatMap(
    (field) => GOOD.slice(0, 4).map(({ section, rule }) => ({ section, rule: { ...rule, field } })),
  ),
  'a field that is no text': [...WRONG_TYPES, 1, ...NO_TEXT].map((field) => ({
    ...TEXT,
    rule: { ...TEXT.rule, field },
  })),
  'a value of a wrong type': [...WRONG_TYPES, ...NO_TEXT].flatMap((value) =>
    GOOD.slice(0, 5).map(({ section, rule }) => ({ section, rule: { ...rule, value } })),
  ),
  'a value that does not fit': [
    ...['', ' ', 'ten', '1,5', '0x', 'NaN', 'Infinity', '--1'].map((value) => ({
      ...NUMBER,
      rule: { ...NUMBER.rule, value },
    })),
    ...['', 'yesterday', '2021', '2021-13-01', '01.04.2021', 20_210_401].map((value) => ({
      ...DAY,
      rule: { ...DAY.rule, value },
    })),
    { ...TEXT, rule: { ...TEXT.rule, value: ['a', 'b'] } },
    { ...TEXT, rule: { ...TEXT.rule, operator: 'in', value: Array.from({ length: 5001 }, () => 'x') } },
    { ...FEATURES, rule: { ...FEATURES.rule, value: ['', ' '] } },
  ],
  'a part that no rule has': [
    'toString',
    'hasOwnProperty',
    'valueOf',
    'sql',
    'where',
    '$where',
    'limit',
  ].flatMap((part) => GOOD.map(({ section, rule }) => ({ section, rule: { ...rule, [part]: 1 } }))),
  'a part of another kind of rule': [
    { ...TEXT, rule: { ...TEXT.rule, columns: 'any' } },
    { ...TEXT, rule: { ...TEXT.rule, p_below: 0.01 } },
    { ...SAMPLE, rule: { ...SAMPLE.rule, keep: 'all' } },
    { ...ENRICHMENT, rule: { ...ENRICHMENT.rule, operator: 'equal', value: 'x' } },
    { ...FEATURES, rule: { ...FEATURES.rule, set_id: ['MOSET1'] } },
  ],
  'an enrichment that cannot be': [
    ...[0, -1, 1, '0.05', null].map((p_below) => ({ p_below })),
    ...['best', null, 1, ...PROTOTYPE_NAMES].map((keep) => ({ keep })),
    ...[[], 'MOSET1', [1], Array.from({ length: 5001 }, () => 'x'), null].map((set_id) => ({ set_id })),
    ...['', null, 7, []].map((name_contains) => ({ name_contains })),
    ...['Everything', null, ''].map((definition) => ({ definition })),
  ].map((parts: Parts) => ({ ...ENRICHMENT, rule: { ...ENRICHMENT.rule, ...parts } })),
  'what is no rule': [null, 1, 'Title equal x', true, [], [{}], {}].map((rule) => ({
    section: 'dataset',
    rule,
  })),
};

interface Malformed {
  name: string;
  body: unknown;
  /** path of the fault */
  path: string;
}

function pick<T>(list: readonly T[], random: () => number): T {
  const chosen = list[Math.floor(random() * list.length)];
  if (chosen === undefined) throw new Error('There is nothing to choose from.');
  return chosen;
}

/** An invalid rule among valid ones, in up to three nested groups. */
function wrongRule(random: () => number): Malformed {
  const name = pick(Object.keys(WRONG_RULES), random);
  const { section, rule } = pick(WRONG_RULES[name] ?? [], random);
  const right = GOOD.filter((good) => good.section === section && good !== ENRICHMENT).map(
    (good) => good.rule,
  );
  let nodes: unknown[] = [...right.slice(0, Math.floor(random() * 3)), rule];
  let path = `rules.${nodes.length - 1}`;
  for (let depth = Math.floor(random() * 3); depth > 0; depth -= 1) {
    nodes = [...right.slice(0, 1), { combinator: 'and', rules: nodes }];
    path = `rules.${nodes.length - 1}.${path}`;
  }
  const filters = { [section]: { combinator: 'and', rules: nodes } };
  return { name, body: { result_type: 'data-sets', filters }, path: `filters.${section}.${path}` };
}

function inSection(name: string, section: string, group: unknown): Malformed {
  const filters = { [section]: group };
  return { name, body: { result_type: 'data-sets', filters }, path: `filters.${section}` };
}

function nested(depth: number): unknown {
  let group: unknown = { rules: [TEXT.rule] };
  for (let level = 1; level < depth; level += 1) group = { rules: [group] };
  return group;
}

/** Invalid groups, quantifiers and queries. */
const WRONG_WHOLES: Malformed[] = [
  ...['xor', '', 'AND', null, 1, ...PROTOTYPE_NAMES].map((combinator) =>
    inSection('a combinator that does not exist', 'dataset', { combinator, rules: [TEXT.rule] }),
  ),
  ...['yes', 1, null, []].map((not) => inSection('a negation that is none', 'dataset', { not, rules: [] })),
  ...['x', 1, null, {}, { length: 2 }].map((rules) =>
    inSection('rules that are no list', 'dataset', { rules }),
  ),
  ...[null, 'x', 1, [], true].map((group) => inSection('a section that is no group', 'networks', group)),
  ...['none', '', null, ...PROTOTYPE_NAMES].map((quantifier) =>
    inSection('a quantifier that does not exist', 'sample', { quantifier, rules: [SAMPLE.rule] }),
  ),
  ...[{}, { count: 0 }, { count: -1 }, { count: 1.5 }, { count: '3' }].map((parts) =>
    inSection('a number of samples that cannot be', 'sample', {
      quantifier: 'at_least',
      ...parts,
      rules: [SAMPLE.rule],
    }),
  ),
  ...[{}, { percent: -1 }, { percent: 101 }, { percent: 'half' }].map((parts) =>
    inSection('a share that cannot be', 'sample', { quantifier: 'share', ...parts, rules: [SAMPLE.rule] }),
  ),
  inSection('a quantifier of data sets', 'dataset', { quantifier: 'solely', rules: [TEXT.rule] }),
  inSection('groups nested too deep', 'dataset', nested(9)),
  inSection('too many rules', 'dataset', { rules: Array.from({ length: 201 }, () => TEXT.rule) }),
  inSection('two enrichments', 'genesets', { rules: [ENRICHMENT.rule, ENRICHMENT.rule] }),
  inSection('an enrichment that is excluded', 'genesets', { not: true, rules: [ENRICHMENT.rule] }),
  ...['everything', '', null, 1, ...PROTOTYPE_NAMES].map((result_type) => ({
    name: 'a result type that does not exist',
    body: { result_type, filters: {} },
    path: 'result_type',
  })),
  ...['x', 1, [], true].map((filters) => ({
    name: 'filters that are none',
    body: { result_type: 'data-sets', filters },
    path: 'filters',
  })),
  {
    name: 'features of no module',
    body: { result_type: 'features', filters: {} },
    path: 'filters.modules',
  },
  ...['sheep', 'toString', 'Sample'].map((section) => ({
    name: 'a section that does not exist',
    body: { result_type: 'data-sets', filters: { [section]: { rules: [] } } },
    path: 'filters',
  })),
  ...['page', 'page_size', 'sort', 'order', 'show', 'background', 'description'].flatMap((part) =>
    [-1, 1e9, {}, [], null].map((value) => ({
      name: `a wrong ${part}`,
      body: { result_type: 'data-sets', filters: {}, [part]: value },
      path: part,
    })),
  ),
  ...INJECTIONS.map((sort) => ({
    name: 'a column that does not exist',
    body: { result_type: 'data-sets', filters: {}, sort },
    path: 'sort',
  })),
];

function makeMalformed(count: number): Malformed[] {
  const random = randomFrom(20_211_117);
  const made = [...WRONG_WHOLES];
  while (made.length < count) made.push(wrongRule(random));
  return made;
}

/** `a[0].b` and `a.0.b` are the same path. */
function pathsOf(fields: Record<string, string> | undefined): string[] {
  return Object.keys(fields ?? {}).map((path) => path.replaceAll(/\[(\d+)\]/g, '.$1'));
}

describe('an invalid query', () => {
  const malformed = makeMalformed(500);
  const names = [...new Set(malformed.map(({ name }) => name))];

  test('is generated in five hundred ways', () => {
    expect(malformed).toHaveLength(500);
    for (const name of Object.keys(WRONG_RULES)) expect(names).toContain(name);
  });

  test.each(names)('with %s is refused with the path of the fault', async (name) => {
    for (const [number, { body, path }] of malformed.filter((each) => each.name === name).entries()) {
      const { status, refusal } = await portal.ask(searchAdvanced, { as: person, body });
      const about = `${path} of ${JSON.stringify(body).slice(0, 500)}`;
      expect(status, about).toBe(400);
      expect(
        pathsOf(refusal.fields).filter((found) => found.startsWith(path)),
        `${about}: ${JSON.stringify(refusal.fields)}`,
      ).not.toEqual([]);
      if (number > 0 || path === 'sort') continue;
      for (const endpoint of [countAdvancedSearch, exportAdvancedSearch])
        expect((await portal.ask(endpoint, { as: person, body })).status, about).toBe(400);
    }
  });
});

async function sendText(payload: string): Promise<{ status: number; code: unknown }> {
  const response = await portal.app.inject({
    method: 'POST',
    url: searchAdvanced.path,
    headers: { authorization: `Token ${person.token}`, 'content-type': 'application/json' },
    payload,
  });
  return { status: response.statusCode, code: response.json().code };
}

function whole(group: string): string {
  return `{"result_type":"data-sets","filters":{"dataset":${group}}}`;
}

test.each([
  ['a hundred thousand rules', whole(`{"rules":[${'{},'.repeat(99_999)}{}]}`)],
  ['ten thousand groups in each other', whole(`${'{"rules":['.repeat(10_000)}${']}'.repeat(10_000)}`)],
  [
    'ten thousand lists in a value',
    whole(`{"rules":[{"field":"Title","value":${'['.repeat(10_000)}${']'.repeat(10_000)}}]}`),
  ],
  ['a prototype in the body', '{"result_type":"data-sets","__proto__":{"page":1}}'],
  ['a prototype in a group', whole('{"rules":[],"__proto__":{"not":true}}')],
  [
    'a prototype in a rule',
    whole('{"rules":[{"field":"Title","__proto__":{"operator":"equal"},"value":"x"}]}'),
  ],
  ['a constructor as a section', '{"result_type":"data-sets","filters":{"constructor":{"rules":[]}}}'],
  [
    'a number beyond all numbers',
    whole('{"rules":[{"field":"Number_of_Samples","operator":"equal","value":1e400}]}'),
  ],
  ['a cut body', '{"result_type":"data-sets","filters":{"dataset":{"rules":['],
  ['no body', ''],
  ['a list', '[]'],
  ['a bare value', '"data-sets"'],
])('%s is refused as invalid input', async (_, payload) => {
  expect(await sendText(payload)).toEqual({ status: 400, code: 'invalid_input' });
});

test('text with a special meaning elsewhere is plain text here', async () => {
  const { result_count: all } = (
    await portal.call(searchAdvanced, { as: person, body: { result_type: 'data-sets', filters: {} } })
  ).reply.data.searchResults;
  for (const value of [...INJECTIONS.filter((text) => text.length > 1), ...PROTOTYPE_NAMES]) {
    for (const { section, rule } of [TEXT, SAMPLE, FEATURES, ENRICHMENT]) {
      const found =
        section === 'genesets'
          ? { name_contains: value }
          : { value: section === 'modules' ? [value] : value };
      const body = { result_type: 'data-sets', filters: { [section]: { rules: [{ ...rule, ...found }] } } };
      const { reply } = await portal.call(searchAdvanced, { as: person, body: body as SearchQueryInput });
      expect(reply.data.searchResults.result_count, `${section} ${value}`).toBe(0);
    }
  }
  const { reply } = await portal.call(searchAdvanced, {
    as: person,
    body: { result_type: 'data-sets', filters: {} },
  });
  expect([reply.data.searchResults.result_count, all]).toEqual([3, 3]);
});
