/** Which attributes of the samples hold time and event of a follow-up, by their definitions or names. */

import type { Principal } from '@omicon/domain/permissions/permissions.ts';
import type { FollowUpRole } from '@omicon/domain/records/samples/attribute-definitions.ts';
import { type Db, sql } from '../../base/postgres/database.ts';
import { readableNow } from '../access/who-may-read.ts';
import type { SampleOwner } from './sample-columns.ts';

export interface FollowUpAttribute {
  /** in lower case, with underscores for blanks */
  name: string;
  role: FollowUpRole;
  unit: string | null;
}

/** Sample attributes that are defined as the time or the event of a follow-up, the oldest first; a few rows. */
export async function listFollowUpAttributes(db: Db): Promise<FollowUpAttribute[]> {
  const { rows } = await sql<FollowUpAttribute>`
    select lower(replace(name, ' ', '_')) as name, follow_up as role, unit from attribute_definition
     where kind = 'sample' and deleted_at is null and follow_up is not null order by id`.execute(db);
  return rows;
}

/** Names that say what an attribute holds, best first. */
const NAMES: Readonly<Record<FollowUpRole, readonly RegExp[]>> = {
  time: [
    /^survival_(days|months|years|time)$/i,
    /^(os|pfs|dfs)[_.]?(time|days|months)$/i,
    /surviv.*(day|month|year|time)/i,
    /^(days|months)_to_death$/i,
  ],
  event: [
    /^vital_status$/i,
    /^(os|pfs|dfs)[_.]?(event|status)?$/i,
    /(^|_)(event|death|dead|deceased|survival_status)(_|$)/i,
  ],
};

/** Whether a name says that the attribute has this role. */
export function isNamedAs(name: string, role: FollowUpRole): boolean {
  return NAMES[role].some((pattern) => pattern.test(name.replaceAll(' ', '_')));
}

/** The attribute whose name says best that it has this role; null if none does. */
export function firstNamedAs(names: readonly string[], role: FollowUpRole): string | null {
  for (const pattern of NAMES[role]) {
    const found = names.find((name) => pattern.test(name.replaceAll(' ', '_')));
    if (found !== undefined) return found;
  }
  return null;
}

/** As `FollowUpAttribute.name`. */
export function followUpKey(name: string): string {
  return name.replaceAll(' ', '_').toLowerCase();
}

/** The first attribute that is defined to have this role; null if the samples have none. */
export function definedAs(
  names: readonly string[],
  defined: readonly FollowUpAttribute[],
  role: FollowUpRole,
): string | null {
  for (const attribute of defined) {
    const found = names.find((name) => attribute.role === role && followUpKey(name) === attribute.name);
    if (found !== undefined) return found;
  }
  return null;
}

/** Whether attributes with these names may hold a time and an event; their values are not looked at. */
export function mayHaveFollowUp(names: readonly string[], defined: readonly FollowUpAttribute[]): boolean {
  const time = definedAs(names, defined, 'time') ?? firstNamedAs(names, 'time');
  if (time === null) return false;
  const others = names.filter((name) => name !== time);
  return (definedAs(others, defined, 'event') ?? firstNamedAs(others, 'event')) !== null;
}

/**
 * Whether the samples of a data set may have a follow-up; false without one that the caller may read. Index
 * data_set_current and tens of rows of attribute_definition.
 */
export async function findsFollowUp(db: Db, principal: Principal, data_set: number | null): Promise<boolean> {
  if (data_set === null) return false;
  const [{ rows }, defined] = await Promise.all([
    sql<{ sample_columns: string[] }>`
      select d.sample_columns from data_set d
       where d.number = ${data_set} and ${readableNow(principal, 'd')}`.execute(db),
    listFollowUpAttributes(db),
  ]);
  return mayHaveFollowUp(rows[0]?.sample_columns ?? [], defined);
}

/** A data set with the attributes of its samples that may hold a time or an event. */
export interface NamedFollowUp extends SampleOwner {
  number: number;
  /** with its version code */
  title: string;
}

/**
 * Readable data sets whose samples have attributes that are defined or named as a time and as an event, the newest of
 * each collection, those of most samples first; their values are not looked at. Reads the names of the attributes of
 * every current data set, some thousands.
 */
export async function listNamedFollowUps(
  db: Db,
  principal: Principal,
  { defined, most }: { defined: readonly FollowUpAttribute[]; most: number },
): Promise<NamedFollowUp[]> {
  const is = (role: FollowUpRole) => {
    const patterns = NAMES[role].map(({ source }) => source);
    const names = defined.flatMap((attribute) => (attribute.role === role ? [attribute.name] : []));
    return sql<boolean>`(replace(c, ' ', '_') ~* any(${patterns}::text[]) or lower(replace(c, ' ', '_')) = any(${names}::text[]))`;
  };
  const { rows } = await sql<NamedFollowUp>`
    select * from (
      select distinct on (d.data_collection_number) 'ds' as owner_type, d.id as owner_id, d.number,
             d.title || ' ' || d.ds_version as title, d.number_of_samples, f.sample_columns
        from data_set d
       cross join lateral (
         select array_agg(c) as sample_columns, bool_or(${is('time')}) as has_time, bool_or(${is('event')}) as has_event
           from unnest(d.sample_columns) c where ${is('time')} or ${is('event')}) f
       where f.has_time and f.has_event and ${readableNow(principal, 'd')}
       order by d.data_collection_number, d.number desc) newest
     order by number_of_samples desc, number limit ${most}`.execute(db);
  return rows;
}
