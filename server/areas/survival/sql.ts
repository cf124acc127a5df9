import type { FollowUpRole } from '@omicon/domain/records/attribute-definitions.ts';
import { type Db, sql } from '../../base/postgres/database.ts';

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
