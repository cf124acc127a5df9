/** What notifications of runs say: their names are those of records that the reader may read now. */
import { PIPELINE_NEWS, PRESERVATION_NEWS } from '@omicon/contract/areas/notifications.ts';
import type { Principal } from '@omicon/domain/permissions/permissions.ts';
import { type RawBuilder, sql } from 'kysely';
import { readableNow } from '../../records/access/who-may-read.ts';

const NO_NETWORK = 'a network that you may no longer read';
const NO_DATA_SET = 'a data set that you may no longer read';

/** Title and version code of the current data set `number`, if the caller may read it. Index data_set_current. */
function titleOf(principal: Principal, number: RawBuilder<unknown>): RawBuilder<string> {
  return sql`coalesce((select d.title || ' ' || d.ds_version from data_set d
    where d.number = ${number} and ${readableNow(principal, 'd')}), ${NO_DATA_SET})`;
}

/** A network is readable with its analysis and its own data set, as its run is. Index covariation_network_number. */
function networkOf(principal: Principal): RawBuilder<string> {
  return sql`coalesce((select w.name from covariation_network w
      join analysis a on a.id = w.analysis_id and ${readableNow(principal, 'a')}
      join data_set x on x.number = a.input_data_set_number and ${readableNow(principal, 'x')}
    where w.number = r.network_number), ${NO_NETWORK})`;
}

/**
 * Content of notification `n`, which has the number of its run. Tables preservation_run and pipeline_run, primary keys.
 * A run that is no longer there is not named.
 */
export function contentOf(principal: Principal): RawBuilder<unknown> {
  const inDataSet = titleOf(principal, sql`r.data_set_number`);
  return sql`(select case when told.description is null then n.content
      else n.content || jsonb_build_object('Description', told.description, 'notification_data',
        jsonb_build_object('formData', jsonb_build_object('description', jsonb_build_object('value', told.description)))::text) end
    from (select case
      when n.kind <> 'advancedSearch' then null
      when n.content->>'type' = ${PRESERVATION_NEWS} then coalesce(
        (select 'Preservation of ' || ${networkOf(principal)} || ' in ' || ${inDataSet} from preservation_run r where r.id = n.id),
        'Preservation of a network')
      when n.content->>'type' = ${PIPELINE_NEWS} then coalesce(
        (select case r.kind when 'preparation' then 'Preparation of ' else 'Modules of ' end || ${inDataSet} from pipeline_run r where r.id = n.id),
        'Run of the pipeline') end as description) told)`;
}
