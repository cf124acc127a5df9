/** Statements that replace the meta-modules of an audience. Owns atlas and the tables of meta-modules. */

import type { Audience } from '@omicon/domain/permissions/audience.ts';
import type { GroupEvent, NumberedGroup } from '@omicon/domain/statistics/recurrence/lasting-numbers.ts';
import { bytesOf } from '@omicon/search-index/kit/bytes.ts';
import { type Db, sql, type Tx } from '../../base/postgres/database.ts';

/** Counts of an atlas, as stored. */
export interface AtlasCounts {
  cohorts: number;
  networks: number;
  waiting_networks: number;
  modules: number;
  recurring_modules: number;
}

export interface NewDataSet {
  data_set_number: number;
  cohort: number;
  networks: number;
  modules: number;
  recurring_modules: number;
  analysis_numbers: number[];
  /** distinct values of the samples, by attribute */
  samples: Record<string, string[]>;
}

export interface NewPlace {
  data_set_number: number;
  state: 'found' | 'absent' | 'not measurable';
  /** row id */
  module_id: number | null;
  modules: number;
  features: number;
  r: number | null;
  measured: number;
}

export interface NewGene {
  symbol: string;
  kme: number;
  member_of: number;
  measured_by: number;
  kme_by_data_set: Float64Array;
}

export interface NewMetaModule {
  number: number;
  title: string;
  made_title: string;
  genes: string[];
  gene_set_number: number | null;
  gene_set_q: number | null;
  theme_number: number;
  found: number;
  findable: number;
  modules: number;
  data_set_numbers: number[];
  analysis_numbers: number[];
  places: NewPlace[];
  consensus: NewGene[];
}

/** Columns of equal length, one value for each module of the atlas. */
export interface NewMembers {
  /** row ids */
  modules: number[];
  data_sets: number[];
  recurring: number[];
  representatives: boolean[];
  meta_modules: (number | null)[];
}

export interface NewAtlas {
  audience: Audience;
  fingerprint: Buffer;
  networks: string;
  counts: AtlasCounts;
  dataSets: NewDataSet[];
  metaModules: NewMetaModule[];
  members: NewMembers;
  events: GroupEvent[];
  /** earlier meta-modules that are none any more */
  ended: NumberedGroup[];
}

/** Of what the meta-modules of the audience were made; undefined before the first computation. Primary key. */
export async function findFingerprint(db: Db, audience: Audience): Promise<Buffer | undefined> {
  const { rows } = await sql<{ fingerprint: Buffer }>`
    select fingerprint from atlas where audience = ${audience}`.execute(db);
  return rows[0]?.fingerprint;
}

/** Of which networks the meta-modules of the audience are, as by `signNetworks`. Primary key. */
export async function findSignature(db: Db, audience: Audience): Promise<string | undefined> {
  const { rows } = await sql<{ networks: string }>`
    select networks from atlas where audience = ${audience}`.execute(db);
  return rows[0]?.networks;
}

/** Says that the meta-modules of the audience are those of these networks, too. Primary key. */
export async function confirmAtlas(db: Db, audience: Audience, networks: string): Promise<void> {
  await db.updateTable('atlas').set({ networks }).where('audience', '=', audience).execute();
}

/** The meta-modules of the audience, each with the numbers of its modules. Index recurring_module_member_meta. */
export async function listGroups(db: Db, audience: Audience): Promise<NumberedGroup[]> {
  const { rows } = await sql<{ number: number; members: number[] }>`
    select x.meta_module_number as number, array_agg(m.number) as members
      from recurring_module_member x join covariation_module m on m.id = x.module_id
     where x.audience = ${audience} and x.meta_module_number is not null
     group by 1 order by 1`.execute(db);
  return rows.map(({ number, members }) => ({ number, members: new Set(members) }));
}

/** Meta-modules of the audience that are none any more, with the numbers of their modules. Primary key. */
export async function listEndedGroups(db: Db, audience: Audience): Promise<NumberedGroup[]> {
  const { rows } = await sql<{ number: number; members: number[] }>`
    select number, members from ended_meta_module where audience = ${audience} order by number`.execute(db);
  return rows.map(({ number, members }) => ({ number, members: new Set(members) }));
}

async function replaceEnded(tx: Tx, audience: Audience, ended: readonly NumberedGroup[]): Promise<void> {
  await tx.deleteFrom('ended_meta_module').where('audience', '=', audience).execute();
  if (ended.length === 0) return;
  await tx
    .insertInto('ended_meta_module')
    .values(ended.map(({ number, members }) => ({ audience, number, members: [...members] })))
    .execute();
}

/** Numbers of modules by row id. Primary key. */
export async function listModuleNumbers(db: Db, ids: readonly number[]): Promise<Map<number, number>> {
  const { rows } = await sql<{ id: number; number: number }>`
    select id, number from covariation_module where id = any(${ids}::int[])`.execute(db);
  return new Map(rows.map(({ id, number }) => [id, number]));
}

/** Titles that people gave, by number of the meta-module; the newest of each. Index meta_module_title_number. */
export async function listGivenTitles(db: Db): Promise<Map<number, string>> {
  const { rows } = await sql<{ number: number; title: string | null }>`
    select distinct on (number) number, title from meta_module_title order by number, id desc`.execute(db);
  return new Map(rows.flatMap(({ number, title }) => (title === null ? [] : [[number, title] as const])));
}

async function insertMetaModules(
  tx: Tx,
  audience: Audience,
  metaModules: readonly NewMetaModule[],
): Promise<void> {
  for (const { places, consensus, ...row } of metaModules) {
    await tx
      .insertInto('meta_module')
      .values({ audience, ...row })
      .execute();
    const key = { audience, number: row.number };
    await tx
      .insertInto('meta_module_place')
      .values(places.map((place) => ({ ...key, ...place })))
      .execute();
    await tx
      .insertInto('meta_module_gene')
      .values(
        consensus.map((gene, at) => ({
          ...key,
          ...gene,
          rank: at + 1,
          kme_by_data_set: bytesOf(gene.kme_by_data_set),
        })),
      )
      .execute();
  }
}

/** Puts an atlas in place of the earlier one of its audience; readers have either, whole. */
export async function replaceAtlas(tx: Tx, made: NewAtlas): Promise<void> {
  const { audience, fingerprint, networks, counts, dataSets, metaModules, members, events, ended } = made;
  await tx.deleteFrom('atlas').where('audience', '=', audience).execute();
  await tx
    .insertInto('atlas')
    .values({ audience, fingerprint, networks, counts: JSON.stringify(counts) })
    .execute();
  if (dataSets.length > 0)
    await tx
      .insertInto('atlas_data_set')
      .values(dataSets.map((row) => ({ audience, ...row, samples: JSON.stringify(row.samples) })))
      .execute();
  await insertMetaModules(tx, audience, metaModules);
  await replaceEnded(tx, audience, ended);
  await sql`
    insert into recurring_module_member
           (audience, module_id, data_set_number, recurring_module, is_representative, meta_module_number)
    select ${audience}, x.* from unnest(${members.modules}::int[], ${members.data_sets}::int[], ${members.recurring}::int[],
                                        ${members.representatives}::bool[], ${members.meta_modules}::int[]) x`.execute(
    tx,
  );
  if (events.length > 0)
    await tx
      .insertInto('meta_module_event')
      .values(events.map((event) => ({ audience, ...event })))
      .execute();
}
