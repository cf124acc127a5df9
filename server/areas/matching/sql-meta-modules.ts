/** Statements that read a meta-module for a test of its preservation. */
import type { Principal } from '@omicon/domain/permissions/permissions.ts';
import { type Db, sql } from '../../base/postgres/database.ts';
import { readableNow } from '../../records/access/who-may-read.ts';
import { audienceOf } from '../../records/atlas/meta-modules-of.ts';

export interface Reference {
  number: number;
  name: string;
  theme: string | null;
  page: number;
}

/**
 * The module most like the consensus, in a data set of another cohort than the one to be tested: data sets with common
 * samples would preserve themselves. Primary keys of meta_module_place and atlas_data_set.
 */
export async function findReference(
  db: Db,
  principal: Principal,
  { number, data_set }: { number: number; data_set: number },
): Promise<Reference | undefined> {
  const { rows } = await sql<Reference>`
    select m.number, m.name, m.theme, m.page
      from meta_module_place p
      join atlas_data_set s on s.audience = p.audience and s.data_set_number = p.data_set_number
      join covariation_module m on m.id = p.module_id
      join data_set d on d.number = p.data_set_number and ${readableNow(principal, 'd')}
     where p.audience = ${audienceOf(principal)} and p.number = ${number} and p.state = 'found'
       and p.data_set_number <> ${data_set}
       and s.cohort is distinct from (
         select t.cohort from atlas_data_set t where t.audience = s.audience and t.data_set_number = ${data_set})
     order by p.r desc nulls last, p.data_set_number limit 1`.execute(db);
  return rows[0];
}
