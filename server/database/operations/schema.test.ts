/** The generated schema matches the migrations, and constraints of the database. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { NOBODY } from '@omicon/domain/permissions/permissions.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { grantNewPermissions } from '../../areas/sign-in/grants.ts';
import { migrate } from '../../base/postgres/migrate.ts';
import { recordAuditEvent } from '../../base/sign-in/audit.ts';
import { REPOSITORY } from '../../config.ts';
import { openTestPortal, type TestPortal } from '../../test-support/portal.ts';
import { describeSchema, describeTables } from './describe-schema.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await openTestPortal();
});
afterAll(() => portal.close());

function fileOf(name: string): string {
  return readFileSync(path.join(REPOSITORY, 'server/database', name), 'utf8');
}

test('schema.sql and tables.ts are what `npm run schema` writes', async () => {
  const { db } = portal.services;
  expect(fileOf('schema.sql')).toBe(await describeSchema(db.withTables()));
  expect(fileOf('tables.ts')).toBe(await describeTables(db.withTables()));
});

test('a migrated database has nothing left to migrate', async () => {
  expect(await migrate(portal.services.db)).toEqual([]);
});

test('a database migrated by the next version is not changed; one without a migration is refused', async () => {
  const { db } = portal.services;
  await sql`insert into kysely_migration (name, timestamp) values ('9999_of_the_next_version', now()::text)`.execute(
    db,
  );
  expect(await migrate(db)).toEqual([]);
  await sql`delete from kysely_migration where name = '0002_login_key'`.execute(db);
  await expect(migrate(db)).rejects.toThrow('9999_of_the_next_version');
  await sql`delete from kysely_migration where name = '9999_of_the_next_version'`.execute(db);
  await sql`insert into kysely_migration (name, timestamp) values ('0002_login_key', now()::text)`.execute(
    db,
  );
});

test('repeating the grants does not restore permissions removed by an administrator', async () => {
  const { db } = portal.services;
  await db
    .deleteFrom('role_permission')
    .where('role', '=', 'GU')
    .where('permission', '=', 'FILE_PREVIEW')
    .execute();
  await grantNewPermissions(db);
  const left = await db
    .selectFrom('role_permission')
    .select('permission')
    .where('role', '=', 'GU')
    .where('permission', '=', 'FILE_PREVIEW')
    .execute();
  expect(left).toEqual([]);
});

test('a new permission gets its default roles', async () => {
  const { db } = portal.services;
  await db.deleteFrom('known_permission').where('permission', '=', 'OPERATIONS_VIEW').execute();
  await db.deleteFrom('role_permission').where('permission', '=', 'OPERATIONS_VIEW').execute();
  await Promise.all([grantNewPermissions(db), grantNewPermissions(db)]);
  const rows = await db
    .selectFrom('role_permission')
    .select('role')
    .where('permission', '=', 'OPERATIONS_VIEW')
    .execute();
  expect(rows).toEqual([{ role: 'admin' }]);
});

test('the audit log is append-only', async () => {
  const { db } = portal.services;
  await recordAuditEvent(db, NOBODY, { action: 'sign in\nforged line', result: 'refused' });
  await expect(db.updateTable('audit_event').set({ action: 'nothing' }).execute()).rejects.toThrow(
    'audit_event is append-only',
  );
  await expect(db.deleteFrom('audit_event').execute()).rejects.toThrow('audit_event is append-only');
});

test('usernames are unique, ignoring case', async () => {
  const insert = (username: string) =>
    portal.services.db.insertInto('person').values({ username, role: 'RU' }).execute();
  await insert('Ramona');
  await expect(insert('rAMONA')).rejects.toThrow('person_username');
});

test('a record has one current version', async () => {
  const { rows } = await sql<{ name: string }>`
    select indexname as name from pg_indexes where indexdef like '%UNIQUE%(number) WHERE is_current' order by 1`.execute(
    portal.services.db,
  );
  expect(rows.map((row) => row.name)).toEqual([
    'analysis_current',
    'cell_type_reference_current',
    'data_collection_current',
    'data_set_current',
  ]);
});
