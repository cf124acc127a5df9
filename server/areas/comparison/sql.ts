import { MAX_SAVED_GROUPS } from '@omicon/contract/areas/statistics/comparisons.ts';
import type { SampleGroup } from '@omicon/contract/areas/statistics/sample-groups.ts';
import type { Principal } from '@omicon/domain/permissions/permissions.ts';
import { type Db, sql } from '../../base/postgres/database.ts';
import { readableNow } from '../../records/access/who-may-read.ts';
import type { SavedKind } from '../../records/saved-item/kind.ts';

/** Whether the caller may read the current version of a data set. Index data_set_current. */
export async function isReadableDataSet(db: Db, principal: Principal, number: number): Promise<boolean> {
  const { rows } = await sql`
    select 1 from data_set d
     where d.number = ${number} and ${readableNow(principal, 'd')}`.execute(db);
  return rows.length > 0;
}

export interface GroupColumns {
  data_set_number: number;
  rules: NonNullable<SampleGroup['rules']> | null;
  samples: string[] | null;
  created_at: Date;
}

export const GROUPS: SavedKind<GroupColumns> = {
  table: 'sample_group',
  one: 'group',
  several: 'groups',
  of: ' of this data set',
  most: MAX_SAVED_GROUPS,
  within: 'data_set_number',
  columns: sql`s.data_set_number, s.rules, s.samples, s.created_at`,
};
