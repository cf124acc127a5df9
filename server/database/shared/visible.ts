/** Conditions and orders that statements of several areas share. */
import type { PermissionCode, Principal } from '@omicon/domain/permissions/permissions.ts';
import { type RawBuilder, type SqlBool, sql } from 'kysely';

/** Who reads, as expressions of a statement: the asker, or the person of each row. */
export interface Reader {
  person_id: RawBuilder<number | null>;
  may(code: PermissionCode): RawBuilder<boolean>;
}

/** The person who asks, by what their sign-in holds. */
export function askerOf(principal: Principal): Reader {
  return {
    person_id: sql`${principal.person_id}::int`,
    may: (code) => sql`${principal.permissions.has(code)}::boolean`,
  };
}

/** The people of table person under this alias, by what their roles hold now. */
export function personOf(alias: string): Reader {
  const role = sql.ref(`${alias}.role`);
  return {
    person_id: sql`${sql.ref(`${alias}.id`)}`,
    may: (code) =>
      sql`(${role} = any(array(select rp.role from role_permission rp where rp.permission = ${code})))`,
  };
}

/**
 * Rows of `alias` the asker may read: public ones, those of the laboratory with LAB_RECORDS_VIEW, and own ones.
 * The same rule as `canRead` in domain/permissions/permissions.ts, for statements.
 */
export function visibleTo(
  principal: Principal,
  alias: string,
  ownerColumn = 'owner_id',
): RawBuilder<SqlBool> {
  return visibleToReader(askerOf(principal), alias, ownerColumn);
}

/** As `visibleTo`, for any reader. */
export function visibleToReader(
  reader: Reader,
  alias: string,
  ownerColumn = 'owner_id',
): RawBuilder<SqlBool> {
  const visibility = sql.ref(`${alias}.visibility`);
  const owner = sql.ref(`${alias}.${ownerColumn}`);
  return sql<SqlBool>`(${visibility} = 'public' or ${reader.may('LAB_RECORDS_VIEW')} or ${owner} = ${reader.person_id})`;
}

/** The version asked for of records under `alias`; without one the current version. */
export function isVersion(alias: string, version: number | undefined): RawBuilder<SqlBool> {
  if (version === undefined) return sql<SqlBool>`${sql.ref(`${alias}.is_current`)}`;
  return sql<SqlBool>`${sql.ref(`${alias}.version`)} = ${version}`;
}

export interface Paging {
  page: number;
  page_size: number;
  sort: string;
  order: 'asc' | 'desc';
}

/** The fifty newest of a list that the text finds: side menus hold these, the search box above them finds the rest. */
export function newestOf(search: string): Omit<Paging, 'sort'> & { sort: 'upload_date'; search: string } {
  return { page: 1, page_size: 50, sort: 'upload_date', order: 'desc', search };
}

/** Order by an allowed column, ties by `tie`; limit and offset of the page. */
export function pageOf(
  columns: Record<string, RawBuilder<unknown>>,
  paging: Paging,
  tie: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const column = columns[paging.sort];
  if (!column) throw new Error(`No column to sort by: ${paging.sort}`);
  const direction = paging.order === 'desc' ? sql`desc nulls last` : sql`asc nulls last`;
  // Written out: the plan of a prepared statement takes an unknown limit for a tenth of all rows.
  const limit = sql`limit ${sql.lit(paging.page_size)}`;
  const offset = paging.page === 1 ? sql`` : sql`offset ${(paging.page - 1) * paging.page_size}`;
  return sql`order by ${column} ${direction}, ${tie} ${direction} ${limit} ${offset}`;
}

/** A pattern for `like` that finds the text literally; `%` and `_` match themselves. */
export function containing(text: string): string {
  return `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`;
}

/** As `containing`, for the beginning of a text. */
export function startingWith(text: string): string {
  return `${text.replaceAll(/[\\%_]/g, '\\$&')}%`;
}

/** `A.1.10` after `A.1.9`: version codes compare by their numbers. */
export function versionCodeOrder(column: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(split_part(${column}, '.', 1), (select array_agg(n::int) from unnest(string_to_array(substring(${column} from '\\.(.*)'), '.')) n))`;
}
