import { PERMISSION_CODES } from '@omicon/domain/permissions/permissions.ts';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { ENDPOINTS } from './api.ts';
import { listQuery, recordNumber, text } from './base/endpoint.ts';

/** Paths without a trailing slash in the specification or api.md; all others have one. */
const WITHOUT_SLASH = [
  ...['/api/login-key', '/api/version-check', '/api/user-login', '/api/user-register'],
  ...['/api/sso/start', '/api/sso/callback', '/api/orcid/start'],
  '/api/module-details/:id',
  '/api/temporary-credentials',
  '/api/save-upload',
];

/** Names of integers in a JSON schema that may exceed those of the database. */
function listUnbounded(schema: unknown, name = ''): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const isUnbounded =
    'type' in schema &&
    schema.type === 'integer' &&
    !('maximum' in schema && Number(schema.maximum) <= 2 ** 31 - 1);
  const parts = Object.entries(schema).flatMap(([key, part]) =>
    listUnbounded(part, Array.isArray(schema) || /^(anyOf|oneOf|items|properties)$/.test(key) ? name : key),
  );
  return isUnbounded ? [name, ...parts] : parts;
}

describe('an endpoint', () => {
  test('has a unique address', () => {
    const addresses = [...ENDPOINTS.values()].map(
      ({ method, path }) => `${method} ${path.replaceAll(/:\w+/g, ':')}`,
    );
    expect(new Set(addresses).size).toBe(addresses.length);
  });

  test.each([...ENDPOINTS])('%s ends its path as documented', (_, { path }) => {
    expect(path).toMatch(/^\/api(\/(:[a-z_]+|[a-z-]+))+\/?$/);
    expect(!path.endsWith('/'), path).toBe(WITHOUT_SLASH.includes(path));
  });

  test.each([...ENDPOINTS])('%s describes exactly the parameters of its path', (_, { path, params }) => {
    const named = [...path.matchAll(/:(\w+)/g)].map((match) => match[1]);
    expect(params instanceof z.ZodObject ? Object.keys(params.shape) : []).toEqual(named);
  });

  test.each([...ENDPOINTS])(
    '%s asks for permissions that exist and says in a sentence what it is for',
    (_, { permission, summary }) => {
      const codes = typeof permission === 'string' ? [permission] : permission.anyOf;
      const known: string[] = ['anyone', 'signed in', ...PERMISSION_CODES];
      expect(codes.filter((code) => !known.includes(code))).toEqual([]);
      expect(codes.length).toBeGreaterThan(0);
      expect(summary).toMatch(/^[A-Z].*\.$/);
    },
  );

  test.each([...ENDPOINTS])('%s takes a body only where it may change something', (_, { method, body }) => {
    if (method === 'GET' || method === 'DELETE') expect(body).toBeUndefined();
  });

  test.each([...ENDPOINTS])(
    '%s takes no integer that the database cannot hold, except sizes, positions in files and mentions',
    (_, { params, query, body }) => {
      const found = [params, query, body].flatMap((shape) =>
        shape === undefined
          ? []
          : listUnbounded(z.toJSONSchema(shape, { io: 'input', unrepresentable: 'any' })),
      );
      expect(
        found.filter((name) => !['size_bytes', 'row', 'column', 'mentioned_users'].includes(name)),
      ).toEqual([]);
    },
  );

  test('open to anyone is for signing in, for reporting problems or for what the first page shows', () => {
    const open = [...ENDPOINTS].filter(([, { permission }]) => permission === 'anyone').map(([name]) => name);
    expect(new Set(open)).toEqual(
      new Set([
        ...[
          'getLoginKey',
          'checkVersion',
          'getSession',
          'login',
          'loginAsGuest',
          'getPreferences',
          'getTerms',
        ],
        ...['register', 'verifyEmail', 'forgetPassword', 'checkPasswordReset', 'resetPassword'],
        ...['getCode', 'verifyCode'],
        ...['startSignOn', 'startOrcid', 'finishSignOn', 'redeemSignOn'],
        ...['createBugReport', 'createFeedback'],
        // Counts of public records, such as any guest reads.
        'getPublicContents',
        // Counts of files of the demo laboratory, while the first start makes it.
        'getDemoProgress',
      ]),
    );
  });
});

describe('a list query', () => {
  const query = listQuery(['title', 'owner']);

  test('has defaults: the first page of twenty, by the first column, ascending', () => {
    expect(query.parse({})).toEqual({ page: 1, page_size: 20, sort: 'title', order: 'asc', search: '' });
  });

  test.each([
    { page: '0' },
    { page: '-1' },
    { page: '1.5' },
    { page: 'x' },
    { page_size: '101' },
    { page_size: '0' },
    { page_size: '1e400' },
    { sort: 'password_hash' },
    { order: 'up' },
    { search: 'x'.repeat(201) },
    { search: '\0' },
    { page: ['1', '2'] },
  ])('refuses %j', (input) => {
    expect(query.safeParse(input).success).toBe(false);
  });
});

test.each(['1', '2147483647', 7])('%j is a record number', (value) => {
  expect(recordNumber.parse(value)).toBe(Number(value));
});

test.each(['0', '-1', '2147483648', '1.5', 'NaN', 'Infinity', 'x', {}])('%j is no record number', (value) => {
  expect(recordNumber.safeParse(value).success).toBe(false);
});

test.each(['a\0b', '\ud800', 'x'.repeat(11)])('%j is no text of ten characters', (value) => {
  expect(text(10).safeParse(value).success).toBe(false);
});

test('text keeps emoji, line breaks and letters of any script', () => {
  for (const value of ['🧠', 'a\nb', 'TGFβ', 'قشرة']) expect(text(10).parse(value)).toBe(value);
});
