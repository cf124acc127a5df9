/** Pages, orders and patterns that list statements share. */
import { searchKey } from '@omicon/domain/query/search-key.ts';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { type Db, PREPARED } from '../../base/postgres/database.ts';

export interface Paging {
  page: number;
  page_size: number;
  sort: string;
  order: 'asc' | 'desc';
}

/** The fifty newest matches, for side menus; their search box finds the rest. */
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
  // Inlined, because a generic plan assumes a tenth of all rows for an unknown limit.
  const limit = sql`limit ${sql.lit(paging.page_size)}`;
  const offset = paging.page === 1 ? sql`` : sql`offset ${(paging.page - 1) * paging.page_size}`;
  return sql`order by ${column} ${direction}, ${tie} ${direction} ${limit} ${offset}`;
}

/** A page of rows and the exact number of rows on all pages. */
export interface Listed<Row> {
  rows: Row[];
  total: number;
}

/**
 * Reads a page and its total by one prepared statement: a round trip costs as much as a page. A page without rows
 * cannot carry the total, which is then counted by itself.
 *
 * @param parts.total statement that counts all rows
 * @param parts.page the statement of the page, whose rows carry the given expression as `total`
 */
export async function listWithTotal<Row>(
  db: Db,
  { total, page }: { total: RawBuilder<unknown>; page(total: RawBuilder<unknown>): RawBuilder<unknown> },
): Promise<Listed<Row>> {
  const listed = await sql<Row & { total: number }>`${PREPARED}${page(sql`(${total})`)}`.execute(db);
  const [first] = listed.rows;
  if (first) return { rows: listed.rows, total: first.total };
  const counted = await sql<{ total: number }>`${PREPARED}select (${total}) as total`.execute(db);
  return { rows: [], total: counted.rows[0]?.total ?? 0 };
}

/** A pattern for `like` that contains the text literally; `%` and `_` are escaped. */
export function containing(text: string): string {
  return `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`;
}

/** As `containing`, for a prefix. */
export function startingWith(text: string): string {
  return `${text.replaceAll(/[\\%_]/g, '\\$&')}%`;
}

/** Whether a text contains another, without regard to letter case, accents, apostrophes and dashes. */
export function hasText(column: RawBuilder<unknown>, text: string): RawBuilder<SqlBool> {
  return sql<SqlBool>`search_text(${column}) like ${containing(searchKey(text))}`;
}

/** As `hasText`, for its beginning. */
export function beginsWith(column: RawBuilder<unknown>, text: string): RawBuilder<SqlBool> {
  return sql<SqlBool>`search_text(${column}) like ${startingWith(searchKey(text))}`;
}

/** Orders version codes by their numbers: `A.1.10` after `A.1.9`. */
export function versionCodeOrder(column: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(split_part(${column}, '.', 1), (select array_agg(n::int) from unnest(string_to_array(substring(${column} from '\\.(.*)'), '.')) n))`;
}
