import type { UserList } from '@omicon/contract/areas/people/users.ts';
import type { Role, Visibility } from '@omicon/domain/permissions/permissions.ts';
import type { RawBuilder, SqlBool } from 'kysely';
import { DATABASE_NOW, type Db, sql, type Tx } from '../../base/postgres/database.ts';
import { lockInTransaction } from '../../base/postgres/transaction-lock.ts';
import { hasText, type Paging, pageOf } from '../../records/lists/paging.ts';
import { shownName } from '../../records/person/people.ts';

export interface UserRow {
  id: number;
  name: string;
  first_name: string | null;
  last_name: string | null;
  username: string | null;
  email: string | null;
  institution: string | null;
  orcid_id: string | null;
  role: Role;
  last_login_at: Date | null;
  created_at: Date;
  tos_accepted: boolean;
  removed_at: Date | null;
  visibility: Visibility;
}

const PERSON_NAME = shownName('p');

/** The exact condition of the index person_member. */
const IS_MEMBER = sql<SqlBool>`p.removed_at is null and p.role <> 'GU'`;

/** How long a removed person can be restored. */
const CAN_RETURN = sql<SqlBool>`p.removed_by is not null and p.removed_at > now() - interval '30 days'`;

const HAS_ACCEPTED = sql`coalesce(p.tos_accepted_version, 0) >= coalesce((select max(t.version) from terms_version t), 0)`;

/** Records visible to a role: those of the laboratory (`private`) or only public ones. */
function visibilityOf(role: RawBuilder<unknown>): RawBuilder<Visibility> {
  return sql<Visibility>`case when exists (select 1 from role_permission r
      where r.role = ${role} and r.permission = 'LAB_RECORDS_VIEW') then 'private' else 'public' end`;
}

const ROLES_OF: Record<Exclude<UserList, 'whitelist' | 'removed'>, readonly Role[]> = {
  all: ['admin', 'LAB', 'REVIEWER', 'RU'],
  lab: ['admin', 'LAB'],
  registered: ['REVIEWER', 'RU'],
};

/** The rows of a list with the columns of UserRow, as a table expression. */
function rowsOf(list: UserList): RawBuilder<unknown> {
  if (list === 'whitelist') {
    return sql`(select w.id, w.name, null as first_name, null as last_name, null as username, w.email,
        null as institution, null as orcid_id, 'LAB' as role, null::timestamptz as last_login_at, w.created_at,
        false as tos_accepted, null::timestamptz as removed_at
      from whitelist_entry w)`;
  }
  const isListed =
    list === 'removed' ? CAN_RETURN : sql<SqlBool>`${IS_MEMBER} and p.role = any(${ROLES_OF[list]})`;
  return sql`(select p.id, ${PERSON_NAME} as name, p.first_name, p.last_name, p.username, p.email,
      p.institution, p.orcid_id, p.role, p.last_login_at, p.created_at, ${HAS_ACCEPTED} as tos_accepted,
      p.removed_at
    from person p where ${isListed})`;
}

function matching(search: string): RawBuilder<SqlBool> {
  if (search === '') return sql<SqlBool>`true`;
  return sql<SqlBool>`${hasText(sql`concat_ws(' ', u.name, u.username, u.email, u.institution)`, search)}`;
}

const USER_ORDER: Record<string, RawBuilder<unknown>> = {
  name: sql`lower(u.name)`,
  username: sql`lower(u.username)`,
  email: sql`lower(u.email)`,
  role: sql`lower(u.role)`,
  institution: sql`lower(u.institution)`,
  last_login_date: sql`u.last_login_at`,
  date_registered: sql`u.created_at`,
};

/**
 * One page of a user list. Table person by index person_member or person_removed, or whitelist_entry; 20 ms with 20,000
 * people.
 */
export async function listUsers(
  db: Db,
  query: Paging & { search: string; list: UserList },
): Promise<UserRow[]> {
  const { rows } = await sql<UserRow>`
    select u.id, u.name, u.first_name, u.last_name, u.username, u.email, u.institution, u.orcid_id, u.role,
           u.last_login_at, u.created_at, u.tos_accepted, u.removed_at,
           ${visibilityOf(sql`u.role`)} as visibility
      from ${rowsOf(query.list)} u
     where ${matching(query.search)} ${pageOf(USER_ORDER, query, sql`u.id`)}`.execute(db);
  return rows;
}

/** Records currently visible to a role. Table role_permission, primary key; one row. */
export async function getRoleVisibility(db: Db, role: Role): Promise<Visibility> {
  const { rows } = await sql<{ visibility: Visibility }>`
    select ${visibilityOf(sql`${role}::text`)} as visibility`.execute(db);
  return rows[0]?.visibility ?? 'public';
}

/** Exact number of rows of a user list, by the indexes of `listUsers`. */
export async function countUsers(db: Db, query: { search: string; list: UserList }): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from ${rowsOf(query.list)} u where ${matching(query.search)}`.execute(db);
  return rows[0]?.n ?? 0;
}

export interface Member {
  id: number;
  name: string;
  role: Role;
  email: string | null;
}

/** An active person who is not a guest. Table `person`, primary key. */
export async function findMember(db: Db, id: number): Promise<Member | undefined> {
  const { rows } = await sql<Member>`
    select p.id, ${PERSON_NAME} as name, p.role, p.email from person p where p.id = ${id} and ${IS_MEMBER}`.execute(
    db,
  );
  return rows[0];
}

/**
 * Serializes role changes and removals until the transaction ends, so that two concurrent ones cannot remove the last
 * administrator.
 */
export async function lockMembers(tx: Tx): Promise<void> {
  await lockInTransaction(tx, 'members');
}

/** Ids of the active administrators. Table `person`, index person_member; a handful of rows. */
export async function listAdministrators(db: Db): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select p.id from person p where ${IS_MEMBER} and p.role = 'admin' order by p.id`.execute(db);
  return rows.map((row) => row.id);
}

/** Soft delete of a person: the row stays for comments and the audit log. Writes `person`, primary key. */
export async function removeMember(
  tx: Tx,
  { id, removed_by }: { id: number; removed_by: number | null },
): Promise<void> {
  await tx.updateTable('person').set({ removed_at: DATABASE_NOW, removed_by }).where('id', '=', id).execute();
}

/** A person who was removed and can still be restored. Table `person`, primary key. */
export async function findRemovedMember(db: Db, id: number): Promise<Member | undefined> {
  const { rows } = await sql<Member>`
    select p.id, ${PERSON_NAME} as name, p.role, p.email from person p where p.id = ${id} and ${CAN_RETURN}`.execute(
    db,
  );
  return rows[0];
}

/** Whether an active account has this address, ignoring case. Unique index person_email. */
export async function isAddressTaken(db: Db, email: string): Promise<boolean> {
  const { rows } = await sql`
    select p.id from person p where lower(p.email) = lower(${email}) and p.removed_at is null`.execute(db);
  return rows.length > 0;
}

/** Writes `person`, primary key. */
export async function restoreMember(tx: Tx, id: number): Promise<void> {
  await tx.updateTable('person').set({ removed_at: null, removed_by: null }).where('id', '=', id).execute();
}

/** Revokes all API tokens of a person. Writes `api_token` by index api_token_person. */
export async function deleteApiTokens(tx: Tx, person_id: number): Promise<void> {
  await tx.deleteFrom('api_token').where('person_id', '=', person_id).execute();
}

/** Whether an address is on the whitelist, ignoring case. Unique index whitelist_entry_email. */
export async function isOnWhitelist(db: Db, email: string): Promise<boolean> {
  const { rows } =
    await sql`select w.id from whitelist_entry w where lower(w.email) = lower(${email})`.execute(db);
  return rows.length > 0;
}

/** Inserts an entry; undefined if the address exists already, ignoring case. Writes `whitelist_entry`. */
export async function createWhitelistEntry(
  tx: Tx,
  entry: { name: string; email: string; added_by: number | null },
): Promise<{ id: number; created_at: Date } | undefined> {
  return tx
    .insertInto('whitelist_entry')
    .values(entry)
    .onConflict((conflict) => conflict.doNothing())
    .returning(['id', 'created_at'])
    .executeTakeFirst();
}

/**
 * Deletes an entry. @returns its name and address; undefined if there was none. Writes `whitelist_entry`, primary key.
 */
export async function deleteWhitelistEntry(
  tx: Tx,
  id: number,
): Promise<{ name: string; email: string } | undefined> {
  return tx
    .deleteFrom('whitelist_entry')
    .where('id', '=', id)
    .returning(['name', 'email'])
    .executeTakeFirst();
}
