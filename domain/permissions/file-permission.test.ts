import { expect, test } from 'vitest';
import { filePermission } from './permissions.ts';

test.each([
  ['dc', '', 'COLLECTION_DOWNLOAD'],
  ['ds', 'figures', 'DS_FOLDER_FILE_DOWNLOAD'],
  ['project', '', 'PROJECT_DOWNLOAD'],
  ['project', 'Bicor-None_signum0.849', 'PROJECT_FOLDER_FILE_DOWNLOAD'],
] as const)('a file of %s in folder %j is downloaded with %s', (entity_type, folder, code) => {
  expect(filePermission({ entity_type, folder }, 'DOWNLOAD')).toBe(code);
});
