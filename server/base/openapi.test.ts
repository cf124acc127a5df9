/** The reference of all calls at /api/openapi.json. */
import { ENDPOINTS } from '@omicon/contract/api.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { openTestPortal, type TestPortal } from '../test-support/portal.ts';
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

function* eachSchema(value: unknown, place: string): Generator<[string, Record<string, unknown>]> {
  if (typeof value !== 'object' || value === null) return;
  if (Array.isArray(value)) {
    for (const [index, inner] of value.entries()) yield* eachSchema(inner, `${place}/${index}`);
    return;
  }
  const entries = Object.entries(value);
  yield [place, Object.fromEntries(entries)];
  for (const [key, inner] of entries)
    yield* eachSchema(inner, `${place}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`);
}

test('every type is one of JSON Schema', () => {
  for (const [place, schema] of eachSchema(describeApi().paths, '#/paths')) {
    // A property may itself be called "type"; then it holds a schema.
    if (typeof schema.type === 'string' && !place.endsWith('/properties'))
      expect(TYPES, place).toContain(schema.type);
  }
});

test('every reference leads to a part of the document', () => {
  const whole = describeApi();
  const known = new Set([...eachSchema(whole, '#')].map(([place]) => place));
  const lost = [...eachSchema(whole, '#')].filter(
    ([, schema]) => typeof schema.$ref === 'string' && !known.has(schema.$ref),
  );
  expect(lost.map(([place, schema]) => `${place} -> ${schema.$ref}`)).toEqual([]);
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

test('the page to read tells of the parts of a form, as the document does', () => {
  const [, section = ''] = /<section id="createBugReport">(.*?)<\/section>/s.exec(renderReference('n')) ?? [];
  expect(section).toContain(
    'part <code>metadata</code> as JSON, at most 5 files as parts <code>screenshots</code>',
  );
  expect(section).toContain('bug_description');
});
