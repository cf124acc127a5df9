/** Terms of ontologies that samples have which the caller may read. Tables facet, ontology_term, ontology_parent. */
import type { Principal } from '@omicon/domain/permissions/permissions.ts';
import { fieldKey } from '@omicon/domain/query/query.ts';
import type { OntologyColumn } from '@omicon/domain/records/samples/ontology-columns.ts';
import { type Db, sql } from '../../base/postgres/database.ts';
import { readableNow } from '../../records/access/who-may-read.ts';
import { containing, startingWith } from '../../records/lists/paging.ts';

export interface TermOfSamples {
  term_id: string;
  name: string;
  samples: number;
}

/** Sample attributes of readable records with this key, as they are written. Reads all readable collections and data sets. */
async function listColumns(db: Db, principal: Principal, key: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select unnest(c.sample_columns) as name from data_collection c where ${readableNow(principal, 'c')}
    union select unnest(s.sample_columns) from data_set s where ${readableNow(principal, 's')}`.execute(db);
  return rows.map(({ name }) => name).filter((name) => fieldKey(name) === key);
}

/**
 * Terms by a part of the name or by the id; without a text, those that samples have themselves. Ids of samples may be in
 * another case than those of the ontology (NCBITAXON, NCBITaxon). A sample of a collection
 * is also in its data sets, so the larger count of the two stands for the collection. Index facet_attribute, primary keys
 * of ontology_term and ontology_parent.
 */
export async function listTermsOfSamples(
  db: Db,
  principal: Principal,
  { ontology, idColumn, relations }: OntologyColumn,
  { search, limit }: { search: string; limit: number },
): Promise<TermOfSamples[]> {
  const columns = await listColumns(db, principal, idColumn);
  const found =
    search === ''
      ? sql`true`
      : sql`(lower(t.name) like ${containing(search.toLowerCase())} or upper(t.term_id) = ${search.toUpperCase()})`;
  const { rows } = await sql<TermOfSamples>`
    with recursive counted as (
      select c.number as collection, c.id as owner, upper(btrim(f.value)) as term_id, sum(f.n)::int as n
        from facet f join data_collection c on c.id = f.owner_id
       where f.owner_type = 'dc' and f.attribute = any(${columns}::text[]) and f.value is not null
         and ${readableNow(principal, 'c')} group by 1, 2, 3
      union all
      select s.data_collection_number, s.id, upper(btrim(f.value)), sum(f.n)::int
        from facet f join data_set s on s.id = f.owner_id
       where f.owner_type = 'ds' and f.attribute = any(${columns}::text[]) and f.value is not null
         and ${readableNow(principal, 's')} group by 1, 2, 3),
    present as (
      select term_id, sum(n)::int as n
        from (select collection, term_id, max(n) as n from counted group by 1, 2) of_collection group by 1),
    current as (
      select o.id, (select split_part(t.term_id, ':', 1) from ontology_term t where t.ontology_id = o.id limit 1) as prefix
        from ontology o where o.is_current and upper(o.name) = ${ontology}),
    above as (
      select t.ontology_id, p.term_id as present, t.term_id, true as is_own
        from present p join current c on upper(c.prefix) = split_part(p.term_id, ':', 1)
        join ontology_term t on t.ontology_id = c.id and t.term_id = c.prefix || ':' || split_part(p.term_id, ':', 2)
      union
      select a.ontology_id, a.present, q.parent_id, false
        from above a join ontology_parent q on q.ontology_id = a.ontology_id and q.term_id = a.term_id
       where q.relation = any(${relations}::text[]))
    select t.term_id, t.name, sum(p.n)::int as samples
      from above a join present p on p.term_id = a.present
      join ontology_term t on t.ontology_id = a.ontology_id and t.term_id = a.term_id
     where ${found} group by 1, 2 having ${search !== ''} or bool_or(a.is_own)
     order by lower(t.name) like ${startingWith(search.toLowerCase())} desc, samples desc, t.name limit ${limit}`.execute(
    db,
  );
  return rows;
}
