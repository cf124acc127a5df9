import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ATTRIBUTE_KINDS, attributePermission } from '../records/samples/attribute-definitions.ts';
import {
  hasAccess,
  holdsAnyOf,
  listDefaultPermissions,
  listKeptPermissions,
  mayHold,
  NOBODY,
  nameVisibility,
  PERMISSION_CODES,
  PERMISSIONS,
  type PermissionCode,
  type Principal,
  ROLES,
  type Role,
} from './permissions.ts';

function person(role: Role, person_id = 7): Principal {
  return { person_id, role, permissions: new Set(listDefaultPermissions(role)) };
}

/** The table of design.md, section 5, by hand: who holds which code in a fresh installation. */
const TABLE: [PermissionCode, Role[]][] = [
  ['LAB_RECORDS_VIEW', ['admin', 'LAB', 'REVIEWER']],
  ['COLLECTION_LIST_VIEW', ['admin', 'LAB', 'REVIEWER', 'RU', 'GU']],
  ['DATA_SET_VIEW', ['admin', 'LAB', 'REVIEWER', 'RU', 'GU']],
  ['PROJECT_VIEW', ['admin', 'LAB', 'REVIEWER', 'RU', 'GU']],
  ['FILE_PREVIEW', ['admin', 'LAB', 'REVIEWER', 'RU', 'GU']],
  ['FILE_DOWNLOAD', ['admin', 'LAB', 'REVIEWER', 'RU']],
  ['COLLECTION_DOWNLOAD', ['admin', 'LAB', 'REVIEWER', 'RU']],
  ['COLLECTION_CREATE', ['admin', 'LAB']],
  ['PROJECT_CREATE', ['admin', 'LAB']],
  ['RESOURCE_CREATE', ['admin', 'LAB']],
  ['COLLECTION_DELETE', ['admin']],
  ['PROJECT_DELETE', ['admin']],
  ['SYSTEM_TABLES_SAMPLE_ATTRIBUTES_MODIFY', ['admin', 'LAB']],
  ['SYSTEM_TABLES_SAMPLE_ATTRIBUTES_DELETE', ['admin', 'LAB']],
  ['SYSTEM_TABLES_COLLECTION_ATTRIBUTES_CREATE', ['admin']],
  ['SYSTEM_TABLES_DATA_SET_ATTRIBUTES_MODIFY', ['admin']],
  ['SYSTEM_TABLES_PROJECT_ATTRIBUTES_DELETE', ['admin']],
  ['RESOURCE_GENESET_ATTRIBUTES_MODIFY', ['admin', 'LAB']],
  ['RESOURCE_GENESET_DELETE', ['admin']],
  ['COMMENTS_CREATE', ['admin', 'LAB', 'REVIEWER', 'RU']],
  ['COMMENTS_UPDATE_SELF', ['admin', 'LAB', 'REVIEWER', 'RU']],
  ['COMMENTS_UPDATE', ['admin']],
  ['SEARCH_QUERY_CREATE', ['admin', 'LAB', 'REVIEWER', 'RU']],
  ['STARRED_CREATE', ['admin', 'LAB', 'REVIEWER', 'RU']],
  ['API_TOKEN_CREATE', ['admin', 'LAB', 'REVIEWER', 'RU']],
  ['USER_MANAGEMENT_EDIT', ['admin']],
  ['OPERATIONS_VIEW', ['admin']],
];

describe('in a fresh installation', () => {
  test.each(TABLE)('%s belongs to %j', (code, roles) => {
    expect(ROLES.filter((role) => listDefaultPermissions(role).includes(code))).toEqual(roles);
  });

  test('an administrator holds every code', () => {
    expect(listDefaultPermissions('admin')).toEqual(PERMISSION_CODES);
  });

  test('a guest holds nothing that writes', () => {
    const writing = listDefaultPermissions('GU').filter((code) =>
      /_(CREATE|UPDATE|UPDATE_SELF|DELETE|DELETE_SELF|MODIFY|MODIFY_SELF|EDIT|COMMENT|DOWNLOAD|DOWNLOADS)$/.test(
        code,
      ),
    );
    expect(writing).toEqual([]);
  });

  test('each role has all permissions of the next lower one; reviewers have those of registered users', () => {
    const holds = (role: Role) => new Set<string>(listDefaultPermissions(role));
    expect(holds('GU').isSubsetOf(holds('RU'))).toBe(true);
    expect(holds('RU').isSubsetOf(holds('REVIEWER'))).toBe(true);
    expect(holds('RU').isSubsetOf(holds('LAB'))).toBe(true);
    expect(holds('LAB').isSubsetOf(holds('admin'))).toBe(true);
  });

  test('every code says what it is for, in the naming of the specification', () => {
    for (const code of PERMISSION_CODES) {
      expect(code).toMatch(/^[A-Z][A-Z_]+[A-Z]$/);
      expect(PERMISSIONS[code].meaning.length).toBeGreaterThan(5);
      expect(PERMISSIONS[code].roles).toContain('admin');
    }
  });
});

describe('an administrator who changes the codes of a role', () => {
  test('can always return to the defaults', () => {
    for (const role of ROLES)
      expect(listDefaultPermissions(role).filter((code) => !mayHold(role, code))).toEqual([]);
  });

  test.each([
    'COMMENTS_CREATE',
    'COMMENTS_UPDATE_SELF',
    'PROJECT_COMMENTS_DELETE_SELF',
    'COLLECTION_COMMENT',
    'GENE_COMMENT',
    'COLLECTION_DELETE',
    'RESOURCE_GENESET_ATTRIBUTES_MODIFY',
    'RESOURCE_GENESET_EDIT',
    'SEARCH_QUERY_CREATE',
    'API_TOKEN_CREATE',
    'PREFERENCES_EDIT',
    'LAB_RECORDS_VIEW',
    'USER_MANAGEMENT_LIST_VIEW',
  ] as const)('cannot give %s to guests', (code) => {
    expect(mayHold('GU', code)).toBe(false);
    expect(mayHold('LAB', code)).toBe(true);
  });

  test('can let no reviewer edit or delete attributes of any kind', () => {
    const codes = ATTRIBUTE_KINDS.flatMap((kind) => [
      attributePermission(kind, 'MODIFY'),
      attributePermission(kind, 'DELETE'),
    ]);
    expect(codes).toHaveLength(8);
    for (const code of codes) {
      expect(mayHold('REVIEWER', code)).toBe(false);
      expect(mayHold('LAB', code)).toBe(true);
    }
  });

  test('can give downloads to guests', () => {
    expect(mayHold('GU', 'FILE_DOWNLOAD')).toBe(true);
  });

  test('can give nobody else a code by which one becomes an administrator', () => {
    const codes = ['USER_MANAGEMENT_EDIT', 'USER_MANAGEMENT_PERMISSIONS', 'OPERATIONS_VIEW'] as const;
    for (const code of codes) expect(ROLES.filter((role) => mayHold(role, code))).toEqual(['admin']);
  });

  test('cannot take user management and preferences from administrators', () => {
    expect(listKeptPermissions('admin')).toEqual([
      'USER_MANAGEMENT_LIST_VIEW',
      'USER_MANAGEMENT_CREATE',
      'USER_MANAGEMENT_EDIT',
      'USER_MANAGEMENT_DELETE',
      'USER_MANAGEMENT_PERMISSIONS',
      'PREFERENCES_EDIT',
    ]);
    expect(listKeptPermissions('LAB')).toEqual([]);
  });
});

describe('access', () => {
  test('for anyone is open without a sign-in', () => {
    expect(hasAccess(NOBODY, 'anyone')).toBe(true);
  });

  test('for signed-in people includes guests', () => {
    expect(hasAccess(NOBODY, 'signed in')).toBe(false);
    expect(hasAccess(person('GU'), 'signed in')).toBe(true);
  });

  test('by a code asks for exactly that code', () => {
    expect(hasAccess(person('RU'), 'FILE_DOWNLOAD')).toBe(true);
    expect(hasAccess(person('GU'), 'FILE_DOWNLOAD')).toBe(false);
  });

  test('by any of several codes needs one of them, and none of none', () => {
    const principal: Principal = { person_id: 1, role: 'LAB', permissions: new Set(['PROJECT_CREATE']) };
    expect(hasAccess(principal, { anyOf: ['COLLECTION_CREATE', 'PROJECT_CREATE'] })).toBe(true);
    expect(hasAccess(principal, { anyOf: ['COLLECTION_CREATE'] })).toBe(false);
    expect(hasAccess(principal, { anyOf: [] })).toBe(false);
  });

  test('is never granted without a person, whatever the permissions', () => {
    fc.assert(
      fc.property(fc.subarray(PERMISSION_CODES), fc.constantFrom(...PERMISSION_CODES), (held, code) => {
        const nobody: Principal = { person_id: null, role: null, permissions: new Set(held) };
        expect(hasAccess(nobody, code)).toBe(false);
        expect(hasAccess(nobody, { anyOf: [code] })).toBe(false);
      }),
    );
  });

  test('only grows with more permissions', () => {
    fc.assert(
      fc.property(
        fc.subarray(PERMISSION_CODES),
        fc.subarray(PERMISSION_CODES),
        fc.constantFrom(...PERMISSION_CODES),
        (held, added, code) => {
          const before: Principal = { person_id: 1, role: 'RU', permissions: new Set(held) };
          const after: Principal = { ...before, permissions: new Set([...held, ...added]) };
          expect(!hasAccess(before, code) || hasAccess(after, code)).toBe(true);
        },
      ),
    );
  });
});

test('a record is shown as Public or Lab', () => {
  expect([nameVisibility('public'), nameVisibility('private')]).toEqual(['Public', 'Lab']);
});

test('a menu shows for any code of its resource, not for codes with a similar prefix', () => {
  expect(holdsAnyOf(new Set(['PROJECT_VIEW']), 'PROJECT')).toBe(true);
  expect(holdsAnyOf(new Set(['PROJECTION_VIEW']), 'PROJECT')).toBe(false);
  expect(holdsAnyOf(new Set(), 'PROJECT')).toBe(false);
});
