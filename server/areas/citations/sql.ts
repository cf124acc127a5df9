import type { Principal } from '@omicon/domain/permissions/permissions.ts';
import type { RecordType } from '@omicon/domain/records/record-kinds.ts';
import type { RawBuilder } from 'kysely';
import { type Db, sql } from '../../base/postgres/database.ts';
import { isVersion, knownTo, readableNow, visibleTo } from '../../records/access/who-may-read.ts';
import { readableMetaModules } from '../../records/atlas/meta-modules-of.ts';
import { moduleTitle } from '../../records/network/names.ts';

export interface CitedRow {
  title: string;
  /** null for kinds without versions */
  version: number | null;
  /** null if nobody owns it */
  owner: string | null;
  created_at: Date;
  /** the analysis of a network, for its address */
  analysis_id: number | null;
  /** attributes of its data collection, if the caller may read that */
  attributes: [string, string | null][] | null;
}

interface Asked {
  id: number;
  version: number | undefined;
}

const NOTHING_MORE = sql`null::int as analysis_id, null::jsonb as attributes`;

/** What a citation needs of each kind of record. */
function cited(principal: Principal, type: RecordType, { id, version }: Asked): RawBuilder<CitedRow> {
  switch (type) {
    case 'dc':
      return sql`
        select r.title, r.version, r.owner, r.created_at, null::int as analysis_id, r.attributes
          from data_collection r
         where r.number = ${id} and ${isVersion('r', version)} and r.deleted_at is null and ${visibleTo(principal, 'r')}`;
    case 'ds':
      return sql`
        select r.title || ' ' || r.ds_version as title, r.version, r.owner, r.created_at, null::int as analysis_id, c.attributes
          from data_set r left join data_collection c on c.number = r.data_collection_number and ${readableNow(principal, 'c')}
         where r.number = ${id} and ${isVersion('r', version)} and r.deleted_at is null and ${visibleTo(principal, 'r')}`;
    case 'project':
      return sql`
        select r.title, r.version, r.owner, r.created_at, ${NOTHING_MORE} from analysis r
         where r.number = ${id} and ${isVersion('r', version)} and r.deleted_at is null and ${visibleTo(principal, 'r')}`;
    case 'covariation-network':
      return sql`
        select n.name as title, a.version, a.owner, a.created_at, a.number as analysis_id, null::jsonb as attributes
          from covariation_network n join analysis a on a.id = n.analysis_id
         where n.number = ${id} and ${isVersion('a', version)} and a.deleted_at is null and ${visibleTo(principal, 'a')}`;
    case 'covariation-module':
      return sql`
        select ${moduleTitle('n')} as title, a.version, a.owner, a.created_at, ${NOTHING_MORE}
          from covariation_module m join covariation_network n on n.id = m.covariation_network_id
          join analysis a on a.id = n.analysis_id
         where m.number = ${id} and ${isVersion('a', version)} and a.deleted_at is null and ${visibleTo(principal, 'a')}`;
    case 'meta-module':
      return sql`
        select mm.title, null::int as version, null::text as owner, t.computed_at as created_at, ${NOTHING_MORE}
          from ${readableMetaModules(principal)} join atlas t on t.audience = mm.audience
         where mm.number = ${id} and ${version ?? null}::int is null`;
    case 'gene-set':
      return sql`
        select g.name as title, g.version, g.owner, g.updated_at as created_at, ${NOTHING_MORE} from gene_set g
         where g.number = ${id} and g.deleted_at is null and ${knownTo(principal, 'g')}
           and coalesce(${version ?? null}::int, g.version) = g.version`;
    case 'cell-type-reference':
      return sql`
        select r.title, r.version, r.owner, r.created_at, ${NOTHING_MORE} from cell_type_reference r
         where r.number = ${id} and ${isVersion('r', version)} and r.deleted_at is null and ${visibleTo(principal, 'r')}`;
  }
}

/** Title, version and owner of a record that the caller may read. By the number and version of its table. */
export async function findCited(
  db: Db,
  principal: Principal,
  { type, ...asked }: Asked & { type: RecordType },
): Promise<CitedRow | undefined> {
  const { rows } = await cited(principal, type, asked).execute(db);
  return rows[0];
}
