/**
 * Who may read a record: everybody if public, readers with LAB_RECORDS_VIEW if of the laboratory, and always the owner.
 * The search threads apply the same rule in memory (`mayRead` of search-index/read/catalog-entries.ts).
 */
import type { PermissionCode, Principal } from '@omicon/domain/permissions/permissions.ts';
import { type RawBuilder, type SqlBool, sql } from 'kysely';

/** A reader as SQL expressions: the caller, or the person of each row. */
export interface Reader {
  person_id: RawBuilder<number | null>;
  may(code: PermissionCode): RawBuilder<boolean>;
}

/** The caller, with the permissions of the session. */
export function readerOf(principal: Principal): Reader {
  return {
    person_id: sql`${principal.person_id}::int`,
    // Literals, so that the plan for any values is as good as one for these, and Postgres caches it.
    may: (code) => sql.lit(principal.permissions.has(code)),
  };
}

/** The person of each row of `alias`, with the current permissions of the role. */
export function personOf(alias: string): Reader {
  const role = sql.ref(`${alias}.role`);
  return {
    person_id: sql`${sql.ref(`${alias}.id`)}`,
    may: (code) =>
      sql`(${role} = any(array(select rp.role from role_permission rp where rp.permission = ${code})))`,
  };
}

/** Whether the caller may read a row of `alias`. */
export function visibleTo(
  principal: Principal,
  alias: string,
  ownerColumn = 'owner_id',
): RawBuilder<SqlBool> {
  return visibleToReader(readerOf(principal), alias, ownerColumn);
}

/**
 * Whether a row of `alias` is what the caller sees of a record: its current version, not deleted, and readable. For
 * tables with versions: data_collection, data_set, analysis.
 */
export function readableNow(principal: Principal, alias: string): RawBuilder<SqlBool> {
  const row = (column: string) => sql.ref(`${alias}.${column}`);
  return sql<SqlBool>`(${row('is_current')} and ${row('deleted_at')} is null and ${visibleTo(principal, alias)})`;
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

/**
 * Whether the caller may know a row of `alias` of gene_set: a set that only tables of enrichment name is as visible as
 * the analyses that have these.
 */
export function knownTo(principal: Principal, alias: string): RawBuilder<SqlBool> {
  const named = sql.ref(`${alias}.named_by`);
  return sql<SqlBool>`(${visibleTo(principal, alias)} or ${principal.person_id}::int = any(${named}))`;
}

/** Whether a row of `alias` is the requested version; by default the current one. */
export function isVersion(alias: string, version: number | undefined): RawBuilder<SqlBool> {
  if (version === undefined) return sql<SqlBool>`${sql.ref(`${alias}.is_current`)}`;
  return sql<SqlBool>`${sql.ref(`${alias}.version`)} = ${version}`;
}
