import { expect, test } from 'vitest';
import { frameOf, matchRoute } from './match-route.ts';
import { ROUTES } from './routes.ts';

test('every path is there once, and its own address leads to it', () => {
  expect(new Set(ROUTES.map(({ path }) => path)).size).toBe(ROUTES.length);
  for (const { path } of ROUTES) expect(matchRoute(path)?.route.path).toBe(path);
});

test.each([
  ['/home/genes/AB%2FCD', '/home/genes/$symbol', { symbol: 'AB/CD' }],
  [
    '/home/samples/3/GSM%201/?tab=files',
    '/home/samples/$collection/$label',
    { collection: '3', label: 'GSM 1' },
  ],
  ['/home/analyses/data-sets/attributes', '/home/analyses/data-sets/attributes', {}],
  ['/home/collections/data-sets/attributes', '/home/collections/$type/attributes', { type: 'data-sets' }],
])('%s is an address of %s', (href, path, parts) => {
  const found = matchRoute(href);
  expect(found?.route.path).toBe(path);
  expect(found?.parts).toEqual(parts);
});

test.each(['/home/nowhere', '/home/genes', '/home/genes/%E0%A4%A', '/homework', '//'])(
  '%s has no screen',
  (href) => {
    expect(matchRoute(href)).toBeNull();
  },
);

test.each([
  ['/', 'public'],
  ['/login', 'public'],
  ['/homework', 'public'],
  ['/home', 'home'],
  ['/home/collections/data-sets', 'home'],
  ['/home/resources/gene-set', 'menuless'],
  ['/home/admin/sample-attributes/', 'menuless'],
])('%s has the frame %s', (pathname, frame) => {
  expect(frameOf(pathname)).toBe(frame);
});
