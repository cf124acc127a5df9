/** Statements that read meta-modules for people. */
import type { Principal } from '@omicon/domain/permissions/permissions.ts';
import type { RawBuilder, SqlBool } from 'kysely';
import { type Db, sql } from '../../base/postgres/database.ts';
import { readableNow } from '../../records/access/who-may-read.ts';
import { audienceOf, readableMetaModules } from '../../records/atlas/meta-modules-of.ts';
import { hasText, type Paging, pageOf } from '../../records/lists/paging.ts';
import type { AtlasCounts } from './sql-partition.ts';

export interface AtlasRow {
  /** of the networks from which it was made, as by `signNetworks` */
  networks: string;
  counts: AtlasCounts;
  computed_at: Date;
}

/** The atlas of the reader's audience; undefined before the first computation. Primary key. */
export async function findAtlas(db: Db, principal: Principal): Promise<AtlasRow | undefined> {
  const { rows } = await sql<AtlasRow>`
    select networks, counts, computed_at from atlas where audience = ${audienceOf(principal)}`.execute(db);
  return rows[0];
}

export interface DataSetRow {
  number: number;
  title: string;
  technology: string | null;
  number_of_samples: number;
  cohort: number;
  networks: number;
  modules: number;
  recurring_modules: number;
  samples: Record<string, string[]>;
}

/** Data sets of the atlas that the reader may read, by title; a hundred at most. Primary key. */
export async function listDataSets(db: Db, principal: Principal): Promise<DataSetRow[]> {
  const { rows } = await sql<DataSetRow>`
    select d.number, d.title, d.technology, d.number_of_samples, s.cohort, s.networks, s.modules, s.recurring_modules, s.samples
      from atlas_data_set s join data_set d on d.number = s.data_set_number and ${readableNow(principal, 'd')}
     where s.audience = ${audienceOf(principal)} order by lower(d.title), d.number`.execute(db);
  return rows;
}

export interface MetaModuleRow {
  number: number;
  title: string;
  genes: string[];
  gene_set_number: number | null;
  gene_set_name: string | null;
  gene_set_q: number | null;
  theme_number: number;
  theme_title: string;
  found: number;
  findable: number;
  modules: number;
  data_set_numbers: number[];
}

/** A set that names a meta-module and was deleted since is not named. */
function rowsOf(principal: Principal): RawBuilder<unknown> {
  return sql`
    select mm.number, mm.title, mm.genes, g.number as gene_set_number, g.name as gene_set_name,
           case when g.number is not null then mm.gene_set_q end as gene_set_q, mm.found, mm.findable, mm.modules,
           mm.data_set_numbers, mm.theme_number, coalesce(t.title, mm.title) as theme_title
      from ${readableMetaModules(principal)}
      left join meta_module t on t.audience = mm.audience and t.number = mm.theme_number
      left join gene_set g on g.number = mm.gene_set_number and g.deleted_at is null`;
}

export interface AtlasQuery extends Paging {
  search: string;
  in_all: readonly number[];
  in_any: readonly number[];
  in_none: readonly number[];
  least_support: number;
}

function matching({ search, in_all, in_any, in_none, least_support }: AtlasQuery): RawBuilder<unknown> {
  const text = search.trim();
  const conditions = [
    sql`r.found >= ${least_support}`,
    ...(in_all.length > 0 ? [sql`r.data_set_numbers @> ${in_all}::int[]`] : []),
    ...(in_any.length > 0 ? [sql`r.data_set_numbers && ${in_any}::int[]`] : []),
    ...(in_none.length > 0 ? [sql`not r.data_set_numbers && ${in_none}::int[]`] : []),
    ...(text === ''
      ? []
      : [
          sql`(${hasText(sql`r.title`, text)} or ${hasText(sql`coalesce(r.gene_set_name, '')`, text)}
               or exists (select 1 from meta_module_gene c
                           where c.audience = r.audience and c.number = r.number and upper(c.symbol) = upper(${text})))`,
        ]),
  ];
  return sql.join(conditions, sql` and `);
}

const ORDER: Record<string, RawBuilder<unknown>> = {
  support: sql`r.found`,
  theme: sql`lower(r.theme_title)`,
  title: sql`lower(r.title)`,
  modules: sql`r.modules`,
  data_sets: sql`cardinality(r.data_set_numbers)`,
};

/** A page of the reader's meta-modules and their number. Looks at every one, some thousands at most. */
export async function listMetaModules(
  db: Db,
  principal: Principal,
  query: AtlasQuery,
): Promise<{ rows: MetaModuleRow[]; total: number }> {
  const all = sql`(select q.*, ${audienceOf(principal)}::text as audience from (${rowsOf(principal)}) q) r`;
  // Of equal support, the one with more modules first.
  const tie = sql`r.modules ${query.order === 'desc' ? sql`desc` : sql`asc`}, -r.number`;
  const { rows } = await sql<MetaModuleRow & { total: number }>`
    select r.*, count(*) over ()::int as total from ${all} where ${matching(query)}
    ${pageOf(ORDER, query, tie)}`.execute(db);
  if (rows[0] !== undefined) return { rows, total: rows[0].total };
  const counted = await sql<{ total: number }>`
    select count(*)::int as total from ${all} where ${matching(query)}`.execute(db);
  return { rows: [], total: counted.rows[0]?.total ?? 0 };
}

/** Number of the reader's meta-modules. Looks at every one. */
export async function countMetaModules(db: Db, principal: Principal): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from ${readableMetaModules(principal)}`.execute(db);
  return rows[0]?.n ?? 0;
}

/** One meta-module of the reader. Primary key of meta_module. */
export async function findMetaModule(
  db: Db,
  principal: Principal,
  number: number,
): Promise<MetaModuleRow | undefined> {
  const { rows } = await sql<MetaModuleRow>`
    select * from (${rowsOf(principal)}) r where r.number = ${number}`.execute(db);
  return rows[0];
}

/** Other meta-modules of a theme, the one with the most support first. Looks at every one. */
export async function listRelated(
  db: Db,
  principal: Principal,
  { number, theme_number }: Pick<MetaModuleRow, 'number' | 'theme_number'>,
): Promise<{ number: number; title: string }[]> {
  const { rows } = await sql<{ number: number; title: string }>`
    select mm.number, mm.title from ${readableMetaModules(principal)}
     where mm.theme_number = ${theme_number} and mm.number <> ${number}
     order by mm.found desc, mm.number`.execute(db);
  return rows;
}

export interface PlaceRow {
  number: number;
  data_set_number: number;
  state: 'found' | 'absent' | 'not measurable';
  module_number: number | null;
  module_name: string | null;
  module_theme: string | null;
  modules: number;
  features: number;
  r: number | null;
  measured: number;
}

/** Places of meta-modules that the reader has. Primary key of meta_module_place. */
export async function listPlaces(
  db: Db,
  principal: Principal,
  numbers: readonly number[],
): Promise<PlaceRow[]> {
  const { rows } = await sql<PlaceRow>`
    select p.number, p.data_set_number, p.state, m.number as module_number, m.name as module_name, m.theme as module_theme,
           p.modules, p.features, p.r, p.measured
      from meta_module_place p left join covariation_module m on m.id = p.module_id
     where p.audience = ${audienceOf(principal)} and p.number = any(${numbers}::int[])`.execute(db);
  return rows;
}

export interface GeneRow {
  symbol: string;
  kme: number;
  member_of: number;
  measured_by: number;
  kme_by_data_set: Buffer;
}

/** Consensus genes of a meta-module that the reader has, the strongest first. Primary key. */
export async function listGenes(db: Db, principal: Principal, number: number): Promise<GeneRow[]> {
  const { rows } = await sql<GeneRow>`
    select symbol, kme, member_of, measured_by, kme_by_data_set from meta_module_gene
     where audience = ${audienceOf(principal)} and number = ${number} order by rank`.execute(db);
  return rows;
}

export interface MemberRow {
  number: number;
  name: string;
  theme: string | null;
  network_number: number;
  network_name: string;
  analysis_number: number;
  data_set_number: number;
  data_set_title: string;
  recurring_module: number;
  is_representative: boolean;
  features: number;
}

const MEMBER_ORDER: Record<string, RawBuilder<unknown>> = {
  data_set: sql`lower(d.title)`,
  network: sql`lower(n.name)`,
  name: sql`lower(m.name)`,
  features: sql`features`,
};

/**
 * Whether a row of recurring_module_member is the reader's: of the audience, or of a private record that they own, which
 * is attached to the meta-modules of the audience where the laboratory has it. Others never see it.
 */
function isOfReader(principal: Principal): RawBuilder<SqlBool> {
  return sql<SqlBool>`(x.audience = ${audienceOf(principal)}
    or (x.audience = 'laboratory' and (a.visibility = 'private' or d.visibility = 'private')))`;
}

function members(principal: Principal, number: number, search: string): RawBuilder<unknown> {
  const found =
    search === ''
      ? sql`true`
      : hasText(sql`d.title || ' ' || n.name || ' ' || m.name || ' ' || coalesce(m.theme, '')`, search);
  return sql`
    from recurring_module_member x
    join covariation_module m on m.id = x.module_id
    join covariation_network n on n.id = m.covariation_network_id
    join analysis a on a.id = n.analysis_id and ${readableNow(principal, 'a')}
    join data_set d on d.number = x.data_set_number and ${readableNow(principal, 'd')}
   where ${isOfReader(principal)} and x.meta_module_number = ${number} and ${found}`;
}

/** A page of the modules of a meta-module, and their number. Index recurring_module_member_meta. */
export async function listMembers(
  db: Db,
  principal: Principal,
  { number, ...query }: Paging & { number: number; search: string },
): Promise<{ rows: MemberRow[]; total: number }> {
  const { rows } = await sql<MemberRow & { total: number }>`
    select m.number, m.name, m.theme, n.number as network_number, n.name as network_name, a.number as analysis_number,
           d.number as data_set_number, d.title as data_set_title, x.recurring_module, x.is_representative,
           coalesce((select y.n from module_member y where y.covariation_module_id = m.id and y.definition = 0), 0) as features,
           count(*) over ()::int as total
      ${members(principal, number, query.search)} ${pageOf(MEMBER_ORDER, query, sql`m.number`)}`.execute(db);
  if (rows[0] !== undefined) return { rows, total: rows[0].total };
  const counted = await sql<{ total: number }>`
    select count(*)::int as total ${members(principal, number, query.search)}`.execute(db);
  return { rows: [], total: counted.rows[0]?.total ?? 0 };
}

export interface RepresentativeRow {
  data_set_number: number;
  data_set_title: string;
  cohort: number;
  /** row id */
  covariation_network_id: number;
  /** in page order, from 0 */
  module_index: number;
}

/** The module that represents a meta-module in each data set. Primary keys of meta_module_place, atlas_data_set. */
export async function listRepresentativesOf(
  db: Db,
  principal: Principal,
  number: number,
): Promise<RepresentativeRow[]> {
  const { rows } = await sql<RepresentativeRow>`
    select d.number as data_set_number, d.title as data_set_title, s.cohort, m.covariation_network_id,
           m.page - 1 as module_index
      from meta_module_place p
      join atlas_data_set s on s.audience = p.audience and s.data_set_number = p.data_set_number
      join covariation_module m on m.id = p.module_id
      join data_set d on d.number = p.data_set_number and ${readableNow(principal, 'd')}
     where p.audience = ${audienceOf(principal)} and p.number = ${number} and p.state = 'found'
     order by lower(d.title), d.number`.execute(db);
  return rows;
}

export interface MetaModuleOfGene extends GeneRow {
  number: number;
  title: string;
  genes: string[];
  found: number;
  findable: number;
  data_set_numbers: number[];
  rank: number;
  consensus_genes: number;
}

/** Meta-modules of the reader that have a gene among their consensus genes. Index meta_module_gene_symbol. */
export async function listMetaModulesOfGene(
  db: Db,
  principal: Principal,
  symbol: string,
): Promise<MetaModuleOfGene[]> {
  const { rows } = await sql<MetaModuleOfGene>`
    select mm.number, mm.title, mm.genes, mm.found, mm.findable, mm.data_set_numbers, c.rank, c.symbol, c.kme, c.member_of,
           c.measured_by, c.kme_by_data_set,
           (select count(*)::int from meta_module_gene o where o.audience = c.audience and o.number = c.number) as consensus_genes
      from meta_module_gene c join ${readableMetaModules(principal)} on mm.number = c.number
     where c.audience = ${audienceOf(principal)} and upper(c.symbol) = upper(${symbol})
     order by c.kme desc, mm.number`.execute(db);
  return rows;
}

export interface GroupOfModule {
  /** modules of its recurring module, with itself */
  recurring: number | null;
  /** null if it is in no meta-module */
  number: number | null;
  title: string | null;
  found: number | null;
  findable: number | null;
}

/** The groups of a module that the reader may read. Index covariation_module_number; primary key of the members. */
export async function findGroupOfModule(
  db: Db,
  principal: Principal,
  module: number,
): Promise<GroupOfModule | undefined> {
  const { rows } = await sql<GroupOfModule>`
    select case when x.module_id is not null then (
             select count(*)::int from recurring_module_member y
               join covariation_module o on o.id = y.module_id
               join covariation_network v on v.id = o.covariation_network_id
               join analysis b on b.id = v.analysis_id and ${readableNow(principal, 'b')}
              where y.audience = x.audience and y.data_set_number = x.data_set_number
                and y.recurring_module = x.recurring_module) end as recurring,
           mm.number, mm.title, mm.found, mm.findable
      from covariation_module m
      join covariation_network n on n.id = m.covariation_network_id
      join analysis a on a.id = n.analysis_id and ${readableNow(principal, 'a')}
      left join data_set d on d.number = a.input_data_set_number and ${readableNow(principal, 'd')}
      left join recurring_module_member x on x.module_id = m.id and ${isOfReader(principal)}
      left join ${readableMetaModules(principal)} on mm.number = x.meta_module_number
     where m.number = ${module}`.execute(db);
  return rows[0];
}

export interface NumberedMetaModule {
  number: number;
  title: string;
  found: number;
  findable: number;
}

/** Meta-modules of the reader by number, or one of them. Some thousands at most. */
export async function listNumbered(
  db: Db,
  principal: Principal,
  number: number | undefined,
): Promise<NumberedMetaModule[]> {
  const { rows } = await sql<NumberedMetaModule>`
    select mm.number, mm.title, mm.found, mm.findable from ${readableMetaModules(principal)}
     where ${number ?? null}::int is null or mm.number = ${number ?? null} order by mm.number`.execute(db);
  return rows;
}
