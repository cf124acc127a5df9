import type { OmiconType } from '@omicon/domain/identifiers/omicon-id.ts';
import type { Principal } from '@omicon/domain/permissions/permissions.ts';
import { type Db, sql } from '../../base/postgres/database.ts';
import { knownTo, readableNow, visibleTo } from '../../records/access/who-may-read.ts';
import { readableMetaModules } from '../../records/atlas/meta-modules-of.ts';
import { beginsWith, hasText, startingWith } from '../../records/lists/paging.ts';
import { moduleTitle } from '../../records/network/names.ts';

export interface FoundRow {
  entity_type: 'dc' | 'ds' | 'project';
  number: number;
  title: string;
  version: number;
  rank: 1 | 2 | 3 | 4;
}

/**
 * Collections, data sets and analyses for a text, best first: 1 accession, 2 PubMed ID, 3 author prefix, 4 words of the
 * title. A data set also matches by its collection, if that is readable. Tables data_collection, data_set, analysis; a
 * page of rows.
 */
export async function listRecords(
  db: Db,
  principal: Principal,
  query: { text: string; limit: number; offset: number },
): Promise<FoundRow[]> {
  const { rows } = await sql<FoundRow>`
    ${foundRecords(principal, query.text)}
    select entity_type, number, title, version, rank from found
     order by rank, entity_type, lower(title), number limit ${query.limit} offset ${query.offset}`.execute(
    db,
  );
  return rows;
}

/** Exact number of records with the filter of `listRecords`, by the same index. */
export async function countRecords(db: Db, principal: Principal, text: string): Promise<number> {
  const { rows } = await sql<{
    n: number;
  }>`${foundRecords(principal, text)} select count(*)::int as n from found`.execute(db);
  return rows[0]?.n ?? 0;
}

function foundRecords(principal: Principal, text: string) {
  const lower = text.toLowerCase();
  return sql`
    with collection as (
      select c.number, c.title, c.version,
             case when lower(c.accession_id) = ${lower} or lower(c.name) = ${lower} then 1
                  when ${text} = any(regexp_split_to_array(coalesce(c.pubmed_id, ''), '\\D+')) and ${text} <> '' then 2
                  when ${beginsWith(sql`c.author`, text)} then 3
                  when ${hasText(sql`c.title`, text)} or ${hasText(sql`c.author`, text)} or lower(c.accession_id) like ${startingWith(lower)} then 4 end as rank
        from data_collection c where ${readableNow(principal, 'c')}),
    found as (
      select 'dc' as entity_type, number, title, version, rank from collection where rank is not null
      union all
      select 'ds', d.number, d.title || ' ' || d.ds_version, d.version,
             least(c.rank, case when ${hasText(sql`d.title || ' ' || d.ds_version`, text)} then 4 end)
        from data_set d left join collection c on c.number = d.data_collection_number
       where ${readableNow(principal, 'd')}
         and (c.rank is not null or ${hasText(sql`d.title || ' ' || d.ds_version`, text)})
      union all
      select 'project', a.number, a.title, a.version, 4 from analysis a
       where ${readableNow(principal, 'a')} and ${hasText(sql`a.title`, text)})`;
}

export interface NumberedRow {
  number: number;
  title: string;
  version: number;
}

/** Versions of data collections, data sets or analyses, newest first. Unique index on (number, version). */
async function listRecordVersions(
  db: Db,
  principal: Principal,
  entity_type: 'dc' | 'ds' | 'project',
  numbers: readonly number[],
): Promise<NumberedRow[]> {
  const { rows } = await sql<NumberedRow>`
    select r.number, r.title, r.version from record_version r
     where r.entity_type = ${entity_type} and r.number = any(${numbers}) and r.deleted_at is null
       and ${visibleTo(principal, 'r')}
     order by r.number, r.version desc`.execute(db);
  return rows;
}

/** Current covariation networks, by the visibility of their analysis. Index covariation_network_number. */
async function listNetworks(
  db: Db,
  principal: Principal,
  numbers: readonly number[],
): Promise<NumberedRow[]> {
  const { rows } = await sql<NumberedRow>`
    select n.number, n.name as title, a.version from covariation_network n join analysis a on a.id = n.analysis_id
     where n.number = any(${numbers}) and ${readableNow(principal, 'a')}
     order by n.number`.execute(db);
  return rows;
}

/** Current covariation modules. Index covariation_module_number. */
async function listModules(db: Db, principal: Principal, numbers: readonly number[]): Promise<NumberedRow[]> {
  const { rows } = await sql<NumberedRow>`
    select m.number, ${moduleTitle('n')} as title, a.version
      from covariation_module m join covariation_network n on n.id = m.covariation_network_id join analysis a on a.id = n.analysis_id
     where m.number = any(${numbers}) and ${readableNow(principal, 'a')}
     order by m.number`.execute(db);
  return rows;
}

/** Meta-modules of the audience of the caller. Primary key. */
async function listMetaModules(
  db: Db,
  principal: Principal,
  numbers: readonly number[],
): Promise<NumberedRow[]> {
  const { rows } = await sql<NumberedRow>`
    select mm.number, mm.title, 1 as version from ${readableMetaModules(principal)}
     where mm.number = any(${numbers}) order by mm.number`.execute(db);
  return rows;
}

/** Gene sets that the caller may know. Primary key. */
async function listGeneSets(
  db: Db,
  principal: Principal,
  numbers: readonly number[],
): Promise<NumberedRow[]> {
  const { rows } = await sql<NumberedRow>`
    select g.number, g.name as title, g.version from gene_set g
     where g.number = any(${numbers}) and g.deleted_at is null and ${knownTo(principal, 'g')} order by g.number`.execute(
    db,
  );
  return rows;
}

/** Versions of cell type references, newest first. Unique index on (number, version). */
async function listCellTypeReferences(
  db: Db,
  principal: Principal,
  numbers: readonly number[],
): Promise<NumberedRow[]> {
  const { rows } = await sql<NumberedRow>`
    select r.number, r.title, r.version from cell_type_reference r
     where ${visibleTo(principal, 'r')} and r.number = any(${numbers}) and r.deleted_at is null
     order by r.number, r.version desc`.execute(db);
  return rows;
}

/** Records of one kind by their Omicon IDs, ignoring versions; only those visible to the caller. */
export async function listByNumbers(
  db: Db,
  principal: Principal,
  type: OmiconType,
  numbers: readonly number[],
): Promise<NumberedRow[]> {
  switch (type) {
    case 'DC':
      return listRecordVersions(db, principal, 'dc', numbers);
    case 'DS':
      return listRecordVersions(db, principal, 'ds', numbers);
    case 'P':
    case 'A':
      return listRecordVersions(db, principal, 'project', numbers);
    case 'CN':
      return listNetworks(db, principal, numbers);
    case 'CM':
      return listModules(db, principal, numbers);
    case 'MM':
      return listMetaModules(db, principal, numbers);
    case 'GS':
      return listGeneSets(db, principal, numbers);
    case 'CR':
      return listCellTypeReferences(db, principal, numbers);
  }
}

/** Numbers of the analyses of networks, by network, for their addresses. Index covariation_network_number. */
export async function listAnalysesOfNetworks(
  db: Db,
  networks: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const { rows } = await sql<{ network: number; analysis: number }>`
    select n.number as network, a.number as analysis
      from covariation_network n join analysis a on a.id = n.analysis_id and a.is_current
     where n.number = any(${networks})`.execute(db);
  return new Map(rows.map(({ network, analysis }) => [network, analysis]));
}
