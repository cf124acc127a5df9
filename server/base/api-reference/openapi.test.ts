/** The reference of all calls at /api/openapi.json. */

import { ENDPOINTS } from '@omicon/contract/api.ts';
import { KEPT_ROWS, OPERATORS, QUANTIFIERS, QUERY_SECTIONS } from '@omicon/domain/query/query.ts';
import { RULE_KINDS } from '@omicon/domain/query/rules/rule-kinds.ts';
import { QUERY_DEFINITIONS } from '@omicon/domain/records/module-definition.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { aLaboratory } from '../../test-support/intake.ts';
import { openTestPortal, type TestPortal } from '../../test-support/portal.ts';
import { describeApi } from './openapi.ts';
import { renderReference } from './reference-page.ts';

const operation = z.object({
  operationId: z.string(),
  summary: z.string().min(10),
  description: z.string(),
  parameters: z.array(
    z.object({
      name: z.string(),
      in: z.enum(['path', 'query']),
      required: z.boolean(),
      schema: z.record(z.string(), z.unknown()),
    }),
  ),
  requestBody: z
    .object({
      content: z.union([
        z.strictObject({ 'application/json': z.object({ schema: z.record(z.string(), z.unknown()) }) }),
        z.strictObject({ 'multipart/form-data': z.object({ schema: z.record(z.string(), z.unknown()) }) }),
      ]),
    })
    .optional(),
  responses: z.record(z.string(), z.unknown()),
  security: z.array(z.unknown()),
});
const reference = z.object({
  openapi: z.literal('3.1.0'),
  paths: z.record(z.string(), z.record(z.string(), operation)),
});

let portal: TestPortal;
beforeAll(async () => {
  portal = await openTestPortal();
});
afterAll(() => portal.close());

test('names every endpoint by path, method and name', async () => {
  const { token } = await portal.signInAs('RU');
  const response = await portal.app.inject({
    url: '/api/openapi.json',
    headers: { authorization: `Token ${token}` },
  });
  const { paths } = reference.parse(response.json());
  const listed = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId }]) => `${operationId} ${method} ${path}`),
  );
  const expected = [...ENDPOINTS].map(
    ([name, { method, path }]) => `${name} ${method.toLowerCase()} ${path.replaceAll(/:(\w+)/g, '{$1}')}`,
  );
  expect(listed.toSorted()).toEqual(expected.toSorted());
});

test('every parameter in a path is described, and no other', () => {
  const { paths } = reference.parse(describeApi());
  for (const [path, methods] of Object.entries(paths)) {
    for (const { parameters } of Object.values(methods)) {
      const described = parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name);
      expect(described, path).toEqual([...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]));
    }
  }
});

const TYPES = ['string', 'number', 'integer', 'boolean', 'array', 'object', 'null'];

function* eachSchema(value: unknown, pointer: string): Generator<[string, Record<string, unknown>]> {
  if (typeof value !== 'object' || value === null) return;
  if (Array.isArray(value)) {
    for (const [index, inner] of value.entries()) yield* eachSchema(inner, `${pointer}/${index}`);
    return;
  }
  const entries = Object.entries(value);
  yield [pointer, Object.fromEntries(entries)];
  for (const [key, inner] of entries)
    yield* eachSchema(inner, `${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`);
}

test('every type is one of JSON Schema', () => {
  for (const [pointer, schema] of eachSchema(describeApi().paths, '#/paths')) {
    // A property may itself be called "type"; then it holds a schema.
    if (typeof schema.type === 'string' && !pointer.endsWith('/properties'))
      expect(TYPES, pointer).toContain(schema.type);
  }
});

test('every reference leads to a part of the document', () => {
  const whole = describeApi();
  const known = new Set([...eachSchema(whole, '#')].map(([pointer]) => pointer));
  const lost = [...eachSchema(whole, '#')].filter(
    ([, schema]) => typeof schema.$ref === 'string' && !known.has(schema.$ref),
  );
  expect(lost.map(([pointer, schema]) => `${pointer} -> ${schema.$ref}`)).toEqual([]);
});

test('a form is described by its parts', () => {
  const { paths } = reference.parse(describeApi());
  const { requestBody } = paths['/api/create-bug-report/']?.post ?? {};
  expect(requestBody?.content).toMatchObject({
    'multipart/form-data': {
      schema: {
        properties: {
          metadata: { properties: { bug_description: { type: 'string', minLength: 1 } } },
          screenshots: { type: 'array', maxItems: 5 },
        },
        required: ['metadata'],
      },
    },
  });
});

test('is for people signed in', async () => {
  expect((await portal.app.inject({ url: '/api/openapi.json' })).statusCode).toBe(401);
});

test('the reference page describes the parts of a form like the document', () => {
  const [, section = ''] = /<section id="createBugReport">(.*?)<\/section>/s.exec(renderReference('n')) ?? [];
  expect(section).toContain(
    'part <code>metadata</code> as JSON, at most 5 files as parts <code>screenshots</code>',
  );
  expect(section).toContain('bug_description');
});

describe('the form of a query', () => {
  const withExamples = z.object({
    paths: z.record(
      z.string(),
      z.record(
        z.string(),
        z.object({
          requestBody: z
            .object({
              content: z.record(
                z.string(),
                z.object({
                  examples: z
                    .record(z.string(), z.object({ summary: z.string(), value: z.unknown() }))
                    .optional(),
                }),
              ),
            })
            .optional(),
        }),
      ),
    ),
    components: z.object({ schemas: z.record(z.string(), z.record(z.string(), z.unknown())) }),
  });
  const read = async (token: string) => {
    const headers = { authorization: `Token ${token}` };
    return (await portal.app.inject({ url: '/api/openapi.json', headers })).json();
  };

  test('has examples for each call that takes a query, and every one runs', async () => {
    await aLaboratory(portal, { visibility: 'public' });
    await portal.runJobs();
    const { token } = await portal.signInAs('RU');
    const { paths } = withExamples.parse(await read(token));
    const examples = Object.entries(paths).flatMap(([path, methods]) =>
      Object.values(methods).flatMap(({ requestBody }) =>
        Object.values(requestBody?.content['application/json']?.examples ?? {}).map((example) => ({
          path,
          ...example,
        })),
      ),
    );
    expect(new Set(examples.map(({ path }) => path))).toEqual(
      new Set([
        '/api/advanced-search/',
        '/api/advanced-search/count/',
        '/api/advanced-search/export/',
        '/api/advanced-search/code/',
      ]),
    );
    for (const { path, summary, value } of examples) {
      const headers = { authorization: `Token ${token}`, 'content-type': 'application/json' };
      const payload = JSON.stringify(value);
      const answer = await portal.app.inject({ method: 'POST', url: path, headers, payload });
      expect([summary, answer.statusCode, answer.statusCode < 400 ? '' : answer.payload]).toEqual([
        summary,
        200,
        '',
      ]);
    }
  });

  test('names every operator, quantifier and definition with its meaning', async () => {
    const { token } = await portal.signInAs('RU');
    const { schemas } = withExamples.parse(await read(token)).components;
    const told = JSON.stringify([schemas.QueryRule, schemas.QuerySampleGroup, schemas.QueryFilters]);
    const meanings = new Map(
      [...told.matchAll(/"const":"(\w+)","description":"((?:[^"\\]|\\.)+)"/g)].map(([, name, meaning]) => [
        name,
        meaning,
      ]),
    );
    for (const name of [...OPERATORS, ...QUANTIFIERS, ...QUERY_DEFINITIONS, ...KEPT_ROWS])
      expect(meanings.get(name), name).toMatch(/^[A-Z].*\.$/);
    expect(Object.keys(z.record(z.string(), z.unknown()).parse(schemas.QueryFilters?.properties))).toEqual([
      ...QUERY_SECTIONS,
    ]);
    expect(schemas['searchAdvanced.body']).toBeUndefined();
    expect(JSON.stringify(describeApi())).toContain('"filters":{"$ref":"#/components/schemas/QueryFilters"}');
  });

  test('names every kind of rule in the meaning of its section', async () => {
    const { token } = await portal.signInAs('RU');
    const { schemas } = withExamples.parse(await read(token)).components;
    const sections = z
      .record(z.string(), z.object({ description: z.string() }))
      .parse(schemas.QueryFilters?.properties);
    for (const [section, kinds] of Object.entries(RULE_KINDS))
      for (const { kind } of kinds) expect(sections[section]?.description, section).toContain(`"${kind}"`);
  });

  test('has no broken references', () => {
    const text = JSON.stringify(describeApi());
    const { schemas } = withExamples.parse(describeApi()).components;
    const names = [...text.matchAll(/"#\/components\/schemas\/([^"]+)"/g)].map(([, name]) => name ?? '');
    expect([...new Set(names)].filter((name) => schemas[name] === undefined)).toEqual([]);
  });

  test('is on the reference page, with the examples', () => {
    const page = renderReference('n');
    expect(page).toContain('<section id="query-form">');
    expect(page).toContain('Example: Modules with at least two of four genes among their seeds');
  });
});
