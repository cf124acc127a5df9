/** Each rule finds an import that breaks it, and lets its neighbours pass. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { readImports } from './import-rules.ts';

let root = '';
afterEach(() => rmSync(root, { recursive: true, force: true }));

/** A project with these imports only, of which `to` is a file below the root or a package. */
async function forbiddenAmong(edges: readonly (readonly [from: string, to: string])[]): Promise<string[]> {
  root = mkdtempSync(path.join(tmpdir(), 'imports-'));
  function write(file: string, text: string): void {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    writeFileSync(path.join(root, file), text, { flag: 'a' });
  }
  for (const [from, to] of edges) {
    const isPackage = !to.includes('.');
    if (isPackage) write(`node_modules/${to}/index.js`, '');
    else write(to, 'export interface A { a: string }\n');
    const found = isPackage ? to : path.posix.relative(path.posix.dirname(from), to);
    write(from, `import type {} from '${isPackage || found.startsWith('.') ? found : `./${found}`}';\n`);
  }
  const rooms = [
    ...new Set(edges.flat().flatMap((file) => (file.includes('.') ? [file.split('/')[0] ?? ''] : []))),
  ];
  const { forbidden } = await readImports(root, rooms);
  return [...new Set(forbidden.map(({ from, to }) => `${from} ${to}`))].sort();
}

test.each([
  ['contract/a.ts', 'server/b.ts'],
  ['contract/a.ts', 'intake/b.ts'],
  ['intake/a.ts', 'contract/b.ts'],
  ['pipeline/a.ts', 'server/b.ts'],
  ['web/screens/a.tsx', 'server/b.ts'],
  ['web/screens/a.tsx', 'intake/b.ts'],
  ['server/areas/x/a.ts', 'web/b.ts'],
  ['server/a.ts', 'bench/b.ts'],
  ['bench/a.ts', 'faults/b.ts'],
  ['search-index/kit/a.ts', 'search-index/read/b.ts'],
  ['search-index/write/a.ts', 'search-index/match/b.ts'],
  ['server/base/http/a.ts', 'server/areas/x/b.ts'],
  ['server/records/gene/a.ts', 'server/areas/x/b.ts'],
  ['server/areas/x/a.ts', 'server/areas/y/b.ts'],
  ['server/areas/x/deep/a.ts', 'server/areas/y/deep/b.ts'],
  ['server/base/postgres/a.ts', 'server/base/http/b.ts'],
  ['server/compute/a.ts', 'server/base/http/b.ts'],
  ['server/compute/a.ts', 'server/records/gene/b.ts'],
  ['web/base/a.ts', 'web/ui/b.ts'],
  ['web/ui/a.ts', 'web/actions/b.ts'],
  ['web/actions/a.ts', 'web/areas/x/b.ts'],
  ['web/areas/x/a.ts', 'web/areas/y/b.ts'],
  ['web/areas/x/a.ts', 'web/layout/b.ts'],
  ['web/record-page/a.ts', 'web/screens/b.ts'],
  ['web/ui/files/a.ts', 'web/ui/grid/b.ts'],
])('%s does not import %s', async (from, to) => {
  expect(await forbiddenAmong([[from, to]])).toEqual([`${from} ${to}`]);
});

test.each([
  ['domain/a.ts', 'zod'],
  ['contract/a.ts', 'fastify'],
  ['intake/a.ts', 'kysely'],
  ['web/base/a.ts', 'pg'],
  ['server/areas/x/a.ts', 'pg'],
  ['server/a.ts', 'react'],
])('%s does not import the package %s', async (from, to) => {
  expect(await forbiddenAmong([[from, to]])).toEqual([`${from} node_modules/${to}/index.js`]);
});

test('two files that import types of each other are a circle', async () => {
  expect(
    await forbiddenAmong([
      ['domain/a.ts', 'domain/b.ts'],
      ['domain/b.ts', 'domain/a.ts'],
    ]),
  ).not.toEqual([]);
});

test('imports downwards, and those of tests, are allowed', async () => {
  expect(
    await forbiddenAmong([
      ['server/areas/x/a.ts', 'server/records/gene/b.ts'],
      ['server/areas/x/a.ts', 'server/areas/x/deep/b.ts'],
      ['server/areas/x/a.ts', 'server/areas/notifications/notify.ts'],
      ['server/compute/a.ts', 'server/base/store/b.ts'],
      ['server/records/gene/a.test.ts', 'server/areas/x/b.ts'],
      ['web/screens/a.tsx', 'web/areas/x/b.ts'],
      ['web/areas/x/a.ts', 'contract/areas/b.ts'],
      ['contract/areas/b.ts', 'domain/b.ts'],
      ['server/base/a.ts', 'pg'],
    ]),
  ).toEqual([]);
});
