import { expect, test } from 'vitest';
import { OMICON_TYPES } from '../identifiers/omicon-id.ts';
import { PERMISSIONS } from '../permissions/permissions.ts';
import { ENTITY_TYPES, RECORD_TYPES, recordKind, recordTypeOf } from './record-kinds.ts';

test('each kind has its own type, code and title', () => {
  for (const field of ['code', 'title'] as const)
    expect(new Set(RECORD_TYPES.map((type) => recordKind(type)[field])).size).toBe(RECORD_TYPES.length);
  for (const type of RECORD_TYPES) expect(recordTypeOf(recordKind(type).code)).toBe(type);
});

test('every Omicon ID leads to a kind; that of an enrichment analysis to its analysis', () => {
  const types = Object.keys(OMICON_TYPES) as (keyof typeof OMICON_TYPES)[];
  expect(types.map((code) => [code, recordTypeOf(code)])).toEqual(
    types.map((code) => [
      code,
      code === 'A' ? 'project' : RECORD_TYPES.find((type) => recordKind(type).code === code),
    ]),
  );
});

test('kinds with files have a table of versions; kinds in baskets are modules, meta-modules and gene sets', () => {
  expect(ENTITY_TYPES).toEqual(['dc', 'ds', 'project']);
  expect(RECORD_TYPES.filter((type) => recordKind(type).isCollected)).toEqual([
    'covariation-module',
    'meta-module',
    'gene-set',
  ]);
});

test('codes are permissions', () => {
  for (const type of RECORD_TYPES) {
    const { searchCode, downloadCode } = recordKind(type);
    for (const code of [searchCode, downloadCode])
      if (code !== null) expect(Object.keys(PERMISSIONS)).toContain(code);
  }
});
