/** The rule in three forms: SQL for the caller, SQL for people of a row, and the search threads. */
import {
  listDefaultPermissions,
  type Principal,
  ROLES,
  VISIBILITIES,
} from '@omicon/domain/permissions/permissions.ts';
import { mayRead } from '@omicon/search-index/read/catalog-entries.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '../../base/postgres/database.ts';
import { openTestPortal, type TestPortal } from '../../test-support/portal.ts';
import { viewerOf } from '../search/searching.ts';
import { personOf, visibleTo, visibleToReader } from './who-may-read.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await openTestPortal();
});
afterAll(() => portal.close());

const READS_THE_LABORATORY = ['admin', 'LAB', 'REVIEWER'];

const cells = ROLES.flatMap((role) =>
  VISIBILITIES.flatMap((visibility) =>
    (['own', "another's", 'nobody'] as const).map((owner) => ({
      role,
      visibility,
      owner,
      isReadable: visibility === 'public' || READS_THE_LABORATORY.includes(role) || owner === 'own',
    })),
  ),
);

test.each(cells)(
  'a $visibility record of $owner is read by $role: $isReadable, in every form of the rule',
  async ({ role, visibility, owner, isReadable }) => {
    const { db } = portal.services;
    const { person_id } = await portal.signInAs(role);
    const other = await portal.signInAs('LAB');
    const owner_id = { own: person_id, "another's": other.person_id, nobody: null }[owner];
    const principal: Principal = { person_id, role, permissions: new Set(listDefaultPermissions(role)) };
    const record = sql`(select ${visibility}::text as visibility, ${owner_id}::int as owner_id) record`;
    const { rows } = await sql<{ by_principal: boolean | null; by_person: boolean | null }>`
      select ${visibleTo(principal, 'record')} as by_principal, ${visibleToReader(personOf('p'), 'record')} as by_person
        from ${record}, person p where p.id = ${person_id}`.execute(db);
    expect(rows.map((row) => [row.by_principal === true, row.by_person === true])).toEqual([
      [isReadable, isReadable],
    ]);
    expect(mayRead({ visibility, owner_id }, viewerOf(principal))).toBe(isReadable);
  },
);

test('a record without an owner is not owned by callers without an account', async () => {
  const nobody: Principal = { person_id: null, role: null, permissions: new Set() };
  const { rows } = await sql<{ is_readable: boolean | null }>`
    select ${visibleTo(nobody, 'record')} as is_readable
      from (select 'private'::text as visibility, null::int as owner_id) record`.execute(portal.services.db);
  expect(rows.map(({ is_readable }) => is_readable === true)).toEqual([false]);
  expect(mayRead({ visibility: 'private', owner_id: null }, viewerOf(nobody))).toBe(false);
});
