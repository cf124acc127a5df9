import { type Db, sql } from '../../base/postgres/database.ts';

export interface ContentCounts {
  data_collections: number;
  data_sets: number;
  samples: number;
  networks: number;
  modules: number;
}

const PUBLIC = sql`visibility = 'public' and is_current and deleted_at is null`;

/** Public current records. Reads data_collection, data_set and analysis, a thousand rows each. */
export async function countPublicContents(db: Db): Promise<ContentCounts> {
  const { rows } = await sql<ContentCounts>`
    select c.n as data_collections, d.n as data_sets, c.samples, a.networks, a.modules
      from (select count(*)::int as n, coalesce(sum(number_of_samples), 0)::int as samples from data_collection where ${PUBLIC}) c,
           (select count(*)::int as n from data_set where ${PUBLIC}) d,
           (select coalesce(sum(number_of_networks), 0)::int as networks, coalesce(sum(number_of_modules), 0)::int as modules
              from analysis a where ${PUBLIC}
               and exists (select 1 from data_set i where i.number = a.input_data_set_number and ${PUBLIC})) a`.execute(
    db,
  );
  const [counts] = rows;
  if (counts === undefined) throw new Error('Counting public records gave no row.');
  return counts;
}

/** Numbers of a module, its network and its analysis. */
export interface PublicModule {
  number: number;
  network: number;
  analysis: number;
}

/**
 * The first module of the newest public analysis, in its network with the most themes. Indexes of analysis and
 * covariation_network, and covariation_module_theme.
 */
export async function findPublicModule(db: Db): Promise<PublicModule | null> {
  const { rows } = await sql<PublicModule>`
    select m.number, n.number as network, a.number as analysis from analysis a join covariation_network n on n.analysis_id = a.id
      join covariation_module m on m.covariation_network_id = n.id
     where a.visibility = 'public' and a.is_current and a.deleted_at is null
       and exists (select 1 from data_set i where i.number = a.input_data_set_number and i.visibility = 'public'
                    and i.is_current and i.deleted_at is null)
     order by a.id desc,
              (select count(distinct t.theme) from covariation_module t where t.covariation_network_id = n.id) desc,
              n.id, m.page limit 1`.execute(db);
  return rows[0] ?? null;
}

/** The first of these symbols that is in a module of a public analysis. Primary keys of search_target and gene_post. */
export async function findPublicGene(db: Db, symbols: readonly string[]): Promise<string | null> {
  const { rows } = await sql<{ spelling: string }>`
    select t.spelling from unnest(${symbols}::text[]) with ordinality asked(symbol, rank)
      join search_target t on t.identifier = 'SYMBOL' and t.target = asked.symbol
     where exists (
       select 1 from gene_post p cross join lateral unnest(unpack_u32(p.modules)) posted(module)
         join covariation_module m on m.id = posted.module
         join covariation_network n on n.id = m.covariation_network_id join analysis a on a.id = n.analysis_id
        where p.feature_id = any(unpack_u32(t.features)) and a.visibility = 'public' and a.is_current
          and a.deleted_at is null
          and exists (select 1 from data_set i where i.number = a.input_data_set_number and i.visibility = 'public'
                       and i.is_current and i.deleted_at is null))
     order by asked.rank limit 1`.execute(db);
  return rows[0]?.spelling ?? null;
}

/** Those of these attributes that samples of a public collection have. Index facet_attribute. */
export async function listPublicAttributes(db: Db, attributes: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ attribute: string }>`
    select asked.attribute from unnest(${attributes}::text[]) asked(attribute)
     where exists (select 1 from facet f join data_collection c on c.id = f.owner_id
                    where f.owner_type = 'dc' and f.attribute = asked.attribute
                      and c.visibility = 'public' and c.is_current and c.deleted_at is null)`.execute(db);
  return new Set(rows.map(({ attribute }) => attribute));
}

const SMALLEST_GROUP = 2;
const MAX_GROUPS = 12;

/**
 * The first of these attributes that divides the samples of one of these data sets (ids of rows, in the order of
 * preference) into groups. Index facet_owner once for each data set and attribute.
 */
export async function findGroups(
  db: Db,
  { data_sets, attributes }: { data_sets: readonly number[]; attributes: readonly string[] },
): Promise<{ data_set: number; attribute: string } | null> {
  const { rows } = await sql<{ data_set: number; attribute: string }>`
    select d.number as data_set, asked.attribute
      from unnest(${attributes}::text[]) with ordinality asked(attribute, rank)
      cross join unnest(${data_sets}::int[]) with ordinality measured(id, rank)
      join data_set d on d.id = measured.id and ${PUBLIC}
      join facet f on f.owner_type = 'ds' and f.owner_id = d.id and f.attribute = asked.attribute
       and f.value is not null and f.n >= ${SMALLEST_GROUP}
     group by d.number, asked.attribute, asked.rank, measured.rank
    having count(*) between 2 and ${MAX_GROUPS}
     order by asked.rank, measured.rank limit 1`.execute(db);
  return rows[0] ?? null;
}
