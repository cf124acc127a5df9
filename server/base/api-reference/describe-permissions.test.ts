import { readFileSync } from 'node:fs';
import path from 'node:path';
import { ENDPOINTS } from '@omicon/contract/api.ts';
import { PERMISSION_CODES } from '@omicon/domain/permissions/permissions.ts';
import { expect, test } from 'vitest';
import { REPOSITORY } from '../../config.ts';
import { describePermissions } from './describe-permissions.ts';

test('docs/permissions.md is what `npm run permissions` writes', () => {
  expect(readFileSync(path.join(REPOSITORY, 'docs/permissions.md'), 'utf8')).toBe(describePermissions());
});

test('names every code and every call once', () => {
  const rows = describePermissions()
    .split('\n')
    .filter((line) => line.startsWith('| `'));
  expect(rows).toHaveLength(PERMISSION_CODES.length + ENDPOINTS.size);
  expect(rows).toContain('| `FILE_DOWNLOAD` | download a file | yes | yes | yes | yes |  |');
  expect(rows).toContain('| `GET /api/me/` | getMe | signed in |');
  expect(rows).toContain(
    '| `POST /api/uploads/` | createUpload | `COLLECTION_CREATE` or `PROJECT_CREATE` or `RESOURCE_CREATE` |',
  );
});
