// @vitest-environment jsdom
import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { readScreenRoutes } from './build/screen-routes.ts';
import { createPortalRouter } from './router.tsx';
import source from './router.tsx?raw';

test('the build reads every route of the router from its source', () => {
  const read = readScreenRoutes(source);
  const known = Object.keys(createPortalRouter(new QueryClient()).routesByPath);
  const withoutSlash = (address: string) => (address === '/' ? address : address.replace(/\/$/, ''));
  expect(new Set(read.map(({ address }) => withoutSlash(address)))).toEqual(new Set(known.map(withoutSlash)));
  // Only the redirect from /home has no screen.
  expect(read.filter(({ modules }) => modules.length === 0).map(({ address }) => address)).toEqual([
    '/home/',
  ]);
});
