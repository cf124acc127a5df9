import type { RawBuilder } from 'kysely';
import { sql } from '../../base/postgres/database.ts';

/** What is stored of every saved item. */
export interface SavedRow {
  id: number;
  person_id: number;
  name: string;
  share_token: string;
  is_deleted: boolean;
}

/** One kind of what people save under a name, share by a link, and delete with undo. */
export interface SavedKind<_Row> {
  table: 'basket' | 'consensus' | 'sample_group';
  /** as `basket` and `baskets` in sentences, with `of` behind it where names are unique within something */
  one: string;
  several: string;
  of?: string;
  /** items of one person, or of one person within it */
  most: number;
  /** column in which names are unique beside the person */
  within?: 'data_set_number';
  /** columns of `_Row` beside those of every item; the item is `s` */
  columns: RawBuilder<unknown>;
  /** what they need beside the table */
  joined?: RawBuilder<unknown>;
  /** changes are dated */
  hasChangeDate?: true;
}

export const NOTHING = sql``;
