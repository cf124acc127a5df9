/** Which meta-modules a reader sees: those over public records, or over these and the records of the laboratory. */
import type { Audience } from '@omicon/domain/permissions/audience.ts';
import { NOBODY, type Principal } from '@omicon/domain/permissions/permissions.ts';
import type { RawBuilder } from 'kysely';
import { sql } from '../../base/postgres/database.ts';
import { readableNow } from '../access/who-may-read.ts';

/** The audience of a reader. */
export function audienceOf(principal: Principal): Audience {
  return principal.permissions.has('LAB_RECORDS_VIEW') ? 'laboratory' : 'public';
}

const LABORATORY: Principal = { ...NOBODY, permissions: new Set(['LAB_RECORDS_VIEW']) };

/** Somebody who reads what the audience reads, and owns nothing. */
export function readerOfAudience(audience: Audience): Principal {
  return audience === 'laboratory' ? LABORATORY : NOBODY;
}

/**
 * The meta-modules of the reader, as a table expression with the alias `mm`. Those that rest on a record which was
 * deleted or hidden since they were computed are left out until they are computed again. Primary keys of meta_module and
 * atlas_data_set; looks at every data set and analysis of the atlas once.
 */
export function readableMetaModules(principal: Principal): RawBuilder<unknown> {
  const audience = audienceOf(principal);
  return sql`(
    select x.* from meta_module x
     where x.audience = ${audience}
       and not x.data_set_numbers && array(
         select s.data_set_number from atlas_data_set s
          where s.audience = ${audience} and not exists (
            select 1 from data_set d where d.number = s.data_set_number and ${readableNow(principal, 'd')}))
       and not x.analysis_numbers && array(
         select a.number from atlas_data_set s cross join unnest(s.analysis_numbers) a(number)
          where s.audience = ${audience} and not exists (
            select 1 from analysis c where c.number = a.number and ${readableNow(principal, 'c')}))
  ) mm`;
}
