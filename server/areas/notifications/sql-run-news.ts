/** What notifications of runs and downloads say: their names are those of records that the reader may read now. */
import { PIPELINE_NEWS, PRESERVATION_NEWS } from '@omicon/contract/areas/notifications.ts';
import type { Principal } from '@omicon/domain/permissions/permissions.ts';
import { type RawBuilder, sql } from 'kysely';
import { readableNow, visibleTo } from '../../records/access/who-may-read.ts';

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

/** Files of a download that are asked for their record: more of them hardly ever are of others. */
const ASKED_FILES = 100;

/**
 * What download `n.subject` is of: records of its files, and its network. Primary keys of download_request, file and
 * covariation_network.
 */
function subjectOf(principal: Principal): RawBuilder<unknown> {
  return sql`jsonb_build_object(
    'record', (select case when count(*) > 2 then count(*) || ' records' else string_agg(t.title, ', ' order by t.title) end
      from (select distinct v.title from download_request q
              cross join lateral unnest(q.file_ids[1:${sql.lit(ASKED_FILES)}]) as chosen(id)
              join file f on f.id = chosen.id
              join record_version v on v.entity_type = f.entity_type and v.id = f.owner_id
             where q.id = n.subject and v.deleted_at is null and ${visibleTo(principal, 'f', 'person_id')}) t),
    'network', (select w.name from download_request q join covariation_network w on w.id = q.covariation_network_id
        join analysis a on a.id = w.analysis_id and a.deleted_at is null and ${visibleTo(principal, 'a')}
       where q.id = n.subject))`;
}

/**
 * Content of notification `n`, which has the number of its run. Tables preservation_run and pipeline_run, primary keys.
 * A run that is no longer there is not named.
 */
export function contentOf(principal: Principal): RawBuilder<unknown> {
  const inDataSet = titleOf(principal, sql`r.data_set_number`);
  return sql`(select case when n.kind = 'download' then n.content || ${subjectOf(principal)}
      when told.description is null then n.content
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
