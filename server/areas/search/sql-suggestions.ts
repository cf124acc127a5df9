import type { Principal } from '@omicon/domain/permissions/permissions.ts';
import { type Db, sql } from '../../base/postgres/database.ts';
import { knownTo, readableNow } from '../../records/access/who-may-read.ts';
import { readableMetaModules } from '../../records/atlas/meta-modules-of.ts';
import { beginsWith, hasText, startingWith } from '../../records/lists/paging.ts';

export interface SuggestedModule {
  number: number;
  name: string;
  theme: string | null;
  network: string;
  analysis: string;
}

/** What a text may mean as the name of a module. */
export interface ModuleName {
  /** beginning of the colour, or of the theme where `theme` is empty */
  prefix: string;
  /** beginning of the theme beside the colour */
  theme: string;
  /** words that the name of the network or the title of the analysis contains; empty for all */
  of: string;
}

function isNamed({ prefix, theme, of }: ModuleName) {
  const begins = (column: 'name' | 'theme', text: string) =>
    sql<boolean>`lower(m.${sql.ref(column)}) like ${startingWith(text.toLowerCase())}`;
  const inside = [...of.matchAll(/\S+/g)].map(
    ([word]) => sql`and (${hasText(sql`n.name`, word)} or ${hasText(sql`a.title`, word)})`,
  );
  const isOwn =
    theme === ''
      ? sql`(${begins('name', prefix)} or ${begins('theme', prefix)})`
      : sql`${begins('name', prefix)} and ${begins('theme', theme)}`;
  return sql<boolean>`(${isOwn} ${sql.join(inside, sql` `)})`;
}

/**
 * Modules of current analyses with one of these names, exact colours first, then those that begin with it. Indexes
 * covariation_module_name_prefix and covariation_module_theme_prefix.
 */
export async function listModulesNamed(
  db: Db,
  principal: Principal,
  { names, limit }: { names: readonly ModuleName[]; limit: number },
): Promise<SuggestedModule[]> {
  const colour = (names.at(-1)?.prefix ?? '').toLowerCase();
  const { rows } = await sql<SuggestedModule>`
    select m.number, m.name, m.theme, n.name as network, a.title as analysis
      from covariation_module m join covariation_network n on n.id = m.covariation_network_id
      join analysis a on a.id = n.analysis_id
     where (${sql.join(names.map(isNamed), sql` or `)}) and ${readableNow(principal, 'a')}
     order by lower(m.name) <> ${colour}, lower(m.name) not like ${startingWith(colour)}, lower(m.name), m.number
     limit ${limit}`.execute(db);
  return rows;
}

export interface SuggestedMetaModule {
  number: number;
  title: string;
  genes: string[];
  found: number;
  findable: number;
}

/** Meta-modules whose title has a word that begins with the text, the most supported first. Looks at every one. */
export async function listMetaModulesNamed(
  db: Db,
  principal: Principal,
  { text, limit }: { text: string; limit: number },
): Promise<SuggestedMetaModule[]> {
  const { rows } = await sql<SuggestedMetaModule>`
    select mm.number, mm.title, mm.genes, mm.found, mm.findable from ${readableMetaModules(principal)}
     where ${hasText(sql`' ' || mm.title`, ` ${text}`)}
     order by mm.found desc, mm.modules desc, mm.number limit ${limit}`.execute(db);
  return rows;
}

export interface SuggestedNetwork {
  number: number;
  name: string;
  analysis: string;
  analysis_number: number;
}

/** Networks of current analyses with this text in their names; reads a few thousand rows. */
export async function listNetworksNamed(
  db: Db,
  principal: Principal,
  { text, limit }: { text: string; limit: number },
): Promise<SuggestedNetwork[]> {
  const { rows } = await sql<SuggestedNetwork>`
    select n.number, n.name, a.title as analysis, a.number as analysis_number
      from covariation_network n join analysis a on a.id = n.analysis_id
     where ${hasText(sql`n.name`, text)} and ${readableNow(principal, 'a')}
     order by not ${beginsWith(sql`n.name`, text)}, length(n.name), n.number limit ${limit}`.execute(db);
  return rows;
}

export interface SuggestedSample {
  label: string;
  collection: number;
  title: string;
}

/** Samples of current collections whose labels begin like this. Index sample_label_prefix. */
export async function listSamplesFrom(
  db: Db,
  principal: Principal,
  { prefix, limit }: { prefix: string; limit: number },
): Promise<SuggestedSample[]> {
  const { rows } = await sql<SuggestedSample>`
    select s.label, c.number as collection, c.title
      from sample s join data_collection c on c.id = s.owner_id
     where s.owner_type = 'dc' and lower(s.label) like ${startingWith(prefix.toLowerCase())}
       and ${readableNow(principal, 'c')}
     order by lower(s.label), c.number limit ${limit}`.execute(db);
  return rows;
}

export interface SuggestedSet {
  number: number;
  name: string;
  category: string | null;
}

/** Two letters have no trigram inside a word, so the index finds them only at the beginning. */
const MIN_INSIDE = 3;

/**
 * Gene sets by a part of the name, by its beginning for two letters, or by the id; those that begin with it first.
 * Index gene_set_search_name.
 */
export async function listSetsNamed(
  db: Db,
  principal: Principal,
  { text, limit }: { text: string; limit: number },
): Promise<SuggestedSet[]> {
  const isNamed = (text.length < MIN_INSIDE ? beginsWith : hasText)(sql`name`, text);
  const { rows } = await sql<SuggestedSet>`
    select number, name, category from gene_set g
     where deleted_at is null and ${knownTo(principal, 'g')} and (${isNamed} or lower(set_id) = ${text.toLowerCase()})
     order by not ${beginsWith(sql`name`, text)}, length(name), number limit ${limit}`.execute(db);
  return rows;
}
