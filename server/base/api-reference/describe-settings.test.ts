import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { REPOSITORY } from '../../config.ts';
import { describeSettings, listSettings } from './describe-settings.ts';

test('docs/settings.md is what `npm run settings` writes', () => {
  expect(readFileSync(path.join(REPOSITORY, 'docs/settings.md'), 'utf8')).toBe(describeSettings());
});

test.each(listSettings())('$name has a meaning, a default and allowed values', (row) => {
  expect(row.meaning).toMatch(/^[A-Z].{10,}\.$/);
  expect(row.byDefault).toMatch(/\S/);
  expect(row.allowed).toMatch(/\S/);
  expect(Object.values(row).join('')).not.toMatch(/[|\n]/);
});

test('words, numbers and defaults are those of the shapes', () => {
  const rows = new Map(listSettings().map((row) => [row.name, row]));
  expect(rows.get('OMICON_ROLE')).toMatchObject({
    byDefault: '`all`',
    allowed: '`all`, `web`, `worker`, `search`',
  });
  expect(rows.get('OMICON_GUESTS')).toMatchObject({ byDefault: '`on`', allowed: '`on`, `off`' });
  expect(rows.get('PORT')).toMatchObject({ byDefault: '`8000`', allowed: 'a whole number from 0 to 65535' });
  expect(rows.get('SMTP_URL')?.byDefault).toBe('mail waits in the outbox, which administrators can read');
});

test('it contains no path of the machine', () => {
  expect(describeSettings()).not.toContain(REPOSITORY);
});
