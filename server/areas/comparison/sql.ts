import type { SampleGroup } from '@omicon/contract/areas/statistics/sample-groups.ts';
import type { Principal } from '@omicon/domain/permissions/permissions.ts';
import { type Db, sql } from '../../base/postgres/database.ts';
import { readableNow, visibleTo } from '../../records/access/who-may-read.ts';

/** Whether the caller may read the current version of a data set. Index data_set_current. */
export async function isReadableDataSet(db: Db, principal: Principal, number: number): Promise<boolean> {
  const { rows } = await sql`
    select 1 from data_set d
     where d.number = ${number} and ${readableNow(principal, 'd')}`.execute(db);
  return rows.length > 0;
}

export interface SavedGroupRow {
  id: number;
  data_set_number: number;
  name: string;
  rules: NonNullable<SampleGroup['rules']> | null;
  samples: string[] | null;
  share_token: string;
  created_at: Date;
}

const GROUP = sql`g.id, g.data_set_number, g.name, g.rules, g.samples, g.share_token, g.created_at`;

interface OfPerson {
  person_id: number;
  data_set_number: number;
}

/** Saved groups of one person and data set, by name. Index sample_group_name. */
export async function listGroups(
  db: Db,
  { person_id, data_set_number }: OfPerson,
  { page, page_size }: { page: number; page_size: number },
): Promise<SavedGroupRow[]> {
  const { rows } = await sql<SavedGroupRow>`
    select ${GROUP} from sample_group g
     where g.person_id = ${person_id} and g.data_set_number = ${data_set_number} and g.deleted_at is null
     order by lower(g.name), g.name limit ${page_size} offset ${(page - 1) * page_size}`.execute(db);
  return rows;
}

/** Index sample_group_name. */
export async function countGroups(db: Db, { person_id, data_set_number }: OfPerson): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from sample_group
     where person_id = ${person_id} and data_set_number = ${data_set_number} and deleted_at is null`.execute(
    db,
  );
  return rows[0]?.n ?? 0;
}

/** @returns undefined if this person has another group of this name. Unique index sample_group_name. */
export async function createGroup(
  db: Db,
  { person_id, data_set_number, group, share_token }: OfPerson & { group: SampleGroup; share_token: string },
): Promise<SavedGroupRow | undefined> {
  const toJson = (value: unknown) => (value === undefined ? null : JSON.stringify(value));
  const { rows } = await sql<SavedGroupRow>`
    insert into sample_group as g (person_id, data_set_number, name, rules, samples, share_token)
    values (${person_id}, ${data_set_number}, ${group.name}, ${toJson(group.rules)}::jsonb, ${toJson(group.samples)}::jsonb, ${share_token})
    on conflict (person_id, data_set_number, name) where deleted_at is null do nothing
    returning ${GROUP}`.execute(db);
  return rows[0];
}

interface OwnGroup {
  id: number;
  person_id: number;
}

/** One group of this person, also a deleted one; locked until the transaction ends. Primary key. */
export async function lockGroup(
  db: Db,
  { id, person_id }: OwnGroup,
): Promise<(SavedGroupRow & { is_deleted: boolean }) | undefined> {
  const { rows } = await sql<SavedGroupRow & { is_deleted: boolean }>`
    select ${GROUP}, g.deleted_at is not null as is_deleted from sample_group g
     where g.id = ${id} and g.person_id = ${person_id} for update`.execute(db);
  return rows[0];
}

/** Whether this person has another group of this name. Unique index sample_group_name. */
export async function hasOtherGroup(
  db: Db,
  { id, person_id, data_set_number, name }: OwnGroup & OfPerson & { name: string },
): Promise<boolean> {
  const { rows } = await sql`
    select 1 from sample_group
     where person_id = ${person_id} and data_set_number = ${data_set_number} and name = ${name}
       and deleted_at is null and id <> ${id}`.execute(db);
  return rows.length > 0;
}

/** Renames a group of samples. Primary key of sample_group. */
export async function renameGroup(db: Db, id: number, name: string): Promise<void> {
  await sql`update sample_group set name = ${name} where id = ${id}`.execute(db);
}

/**
 * A group by its token, of a data set that the caller may read. Groups of removed people are excluded. Unique index
 * sample_group_share.
 */
export async function findSharedGroup(
  db: Db,
  principal: Principal,
  share_token: string,
): Promise<SavedGroupRow | undefined> {
  const { rows } = await sql<SavedGroupRow>`
    select ${GROUP} from sample_group g
      join person owner on owner.id = g.person_id
      join data_set d on d.number = g.data_set_number and d.is_current
     where g.share_token = ${share_token} and g.deleted_at is null and owner.removed_at is null
       and d.deleted_at is null and ${visibleTo(principal, 'd')}`.execute(db);
  return rows[0];
}
