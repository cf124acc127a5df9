import { expect, test } from 'vitest';
import { matchRoute } from './match-route.ts';
import { NAMED_SCREENS } from './named-screens.ts';
import { ROUTES } from './routes.ts';

/** Screens that need to know what they are about, and the results of a search. */
const WITHOUT_NAME = [
  '/home/analyses/analysis-data/attributes',
  '/home/analyses/analysis-data/files',
  '/home/analyses/data-sets/attributes',
  '/home/compare',
  '/home/docker',
  '/home/global-search-results',
  '/home/resources/gene-set',
];

const screens = Object.values(NAMED_SCREENS);

test('every screen that needs no record has a name', () => {
  const named = new Set(screens.map(({ href }) => matchRoute(href)?.route.path));
  const others = ROUTES.map(({ path }) => path).filter(
    (path) => path.startsWith('/home/') && !path.includes('$') && !named.has(path),
  );
  expect(others.toSorted()).toEqual(WITHOUT_NAME);
});

test('names and addresses of screens are their own', () => {
  for (const values of [screens.map(({ title }) => title), screens.map(({ href }) => href)])
    expect(new Set(values).size).toBe(values.length);
  expect(screens.filter(({ href }) => matchRoute(href) === null)).toEqual([]);
});
