/** Exported functions of the rooms that others build on say what they give. */
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');

const DOCUMENTED = [
  'domain/**/*.ts',
  'server/base/**/*.ts',
  'server/database/**/*.ts',
  'server/areas/**/sql*.ts',
];
const GENERATED = new Set(['server/database/tables.ts']);

/** Names of the exported functions and classes of a file without a comment above them. */
function listUndocumented(text: string): string[] {
  const lines = text.split('\n');
  return lines.flatMap((line, at) => {
    const [, name] = /^export (?:async )?(?:function\*?|class) (\w+)/.exec(line) ?? [];
    return name === undefined || lines[at - 1]?.endsWith('*/') ? [] : [name];
  });
}

test('every exported function of domain, base, database and statements has a comment', () => {
  const files = globSync(DOCUMENTED, { cwd: root }).filter(
    (file) => !/node_modules|\.test\.ts$|\/migrations\//.test(file) && !GENERATED.has(file),
  );
  expect(files.length).toBeGreaterThan(200);
  const missing = files.flatMap((file) =>
    listUndocumented(readFileSync(path.join(root, file), 'utf8')).map((name) => `${file}: ${name}`),
  );
  expect(missing).toEqual([]);
});

test('every endpoint is documented by its summary and permission', async () => {
  const { ENDPOINTS } = await import('@omicon/contract/api.ts');
  const missing = [...ENDPOINTS].filter(
    ([, { summary, permission }]) => summary.trim().length < 10 || permission === undefined,
  );
  expect(missing.map(([name]) => name)).toEqual([]);
});
