import type { Principal } from '@omicon/domain/permissions/permissions.ts';
import { type Db, sql } from '../../base/postgres/database.ts';
import { knownTo, readableNow } from '../../records/access/who-may-read.ts';
import { beginsWith, hasText, startingWith } from '../../records/lists/paging.ts';

export interface SuggestedModule {
  number: number;
  name: string;
  theme: string | null;
  network: string;
  analysis: string;
}

/**
 * Modules of current analyses whose names begin like this, exact names first. Index covariation_module_name_prefix.
 * @param of words that the name of the network or the title of the analysis contains; empty for all
 */
export async function listModulesFrom(
  db: Db,
  principal: Principal,
  { prefix, of, limit }: { prefix: string; of: string; limit: number },
): Promise<SuggestedModule[]> {
  const lower = prefix.toLowerCase();
  const inside = [...of.matchAll(/\S+/g)].map(
    ([word]) => sql`and (${hasText(sql`n.name`, word)} or ${hasText(sql`a.title`, word)})`,
  );
  const { rows } = await sql<SuggestedModule>`
    select m.number, m.name, m.theme, n.name as network, a.title as analysis
      from covariation_module m join covariation_network n on n.id = m.covariation_network_id
      join analysis a on a.id = n.analysis_id
     where lower(m.name) like ${startingWith(lower)} and ${readableNow(principal, 'a')} ${sql.join(inside, sql` `)}
     order by lower(m.name) <> ${lower}, lower(m.name), m.number limit ${limit}`.execute(db);
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
