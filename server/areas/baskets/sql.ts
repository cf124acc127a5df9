import { MAX_BASKETS } from '@omicon/contract/areas/baskets.ts';
import { type Db, sql } from '../../base/postgres/database.ts';
import type { SavedKind } from '../../records/saved-item/kind.ts';

export interface BasketColumns {
  module: number;
  'meta-module': number;
  gene: number;
  'gene set': number;
  sample: number;
  updated_at: Date;
}

/** Items are counted by the unique index basket_item_once. */
export const BASKETS: SavedKind<BasketColumns> = {
  table: 'basket',
  one: 'basket',
  several: 'baskets',
  most: MAX_BASKETS,
  columns: sql`s.updated_at, c.module, c."meta-module", c.gene, c."gene set", c.sample`,
  joined: sql`
    cross join lateral (
      select (count(*) filter (where i.kind = 'module'))::int as module,
             (count(*) filter (where i.kind = 'meta-module'))::int as "meta-module",
             (count(*) filter (where i.kind = 'gene'))::int as gene,
             (count(*) filter (where i.kind = 'gene set'))::int as "gene set",
             (count(*) filter (where i.kind = 'sample'))::int as sample
        from basket_item i where i.basket_id = s.id) c`,
  hasChangeDate: true,
};

/** Whether this person has this basket. Primary key. */
export async function hasBasket(
  db: Db,
  { id, person_id }: { id: number; person_id: number },
): Promise<boolean> {
  const { rows } = await sql`
    select 1 from basket where id = ${id} and person_id = ${person_id} and deleted_at is null`.execute(db);
  return rows.length > 0;
}

/** The most recently used basket moves to the front of the menu. Primary key. */
export async function touchBasket(db: Db, id: number): Promise<void> {
  await sql`update basket set updated_at = now() where id = ${id}`.execute(db);
}
