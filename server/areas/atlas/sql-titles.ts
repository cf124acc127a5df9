/** Statements about titles that people give, and about what split and merged. Owns meta_module_title. */
import type { Principal } from '@omicon/domain/permissions/permissions.ts';
import { type Db, sql, type Tx } from '../../base/postgres/database.ts';
import { audienceOf, readableMetaModules } from '../../records/atlas/meta-modules-of.ts';
import { personIdOf, shownName } from '../../records/person/people.ts';

/** Of the changes, the newest. */
const MOST_CHANGES = 50;

export interface ChangeRow {
  title: string | null;
  summary: string | null;
  by: string | null;
  created_at: Date;
}

/** Titles and summaries that people gave, newest first. Index meta_module_title_number. */
export async function listChanges(db: Db, number: number): Promise<ChangeRow[]> {
  const { rows } = await sql<ChangeRow>`
    select t.title, t.summary, ${shownName('p')} as by, t.created_at
      from meta_module_title t left join person p on p.id = t.person_id
     where t.number = ${number} order by t.id desc limit ${MOST_CHANGES}`.execute(db);
  return rows;
}

/** Stores a title and a summary; the title is shown at once, to every audience. */
export async function saveTitle(
  tx: Tx,
  principal: Principal,
  { number, title, summary }: { number: number; title: string | null; summary: string | null },
): Promise<void> {
  await tx
    .insertInto('meta_module_title')
    .values({ number, title, summary, person_id: personIdOf(principal) })
    .execute();
  await sql`update meta_module set title = coalesce(${title}, made_title) where number = ${number}`.execute(
    tx,
  );
}

export interface EventRow {
  event: 'split from' | 'merged with';
  other: number;
  /** null if it is no more */
  other_title: string | null;
  created_at: Date;
}

/** What a meta-module split from and merged with, newest first. Index meta_module_event_number. */
export async function listEvents(db: Db, principal: Principal, number: number): Promise<EventRow[]> {
  const { rows } = await sql<EventRow>`
    select e.event, e.other, mm.title as other_title, e.created_at
      from meta_module_event e left join ${readableMetaModules(principal)} on mm.number = e.other
     where e.audience = ${audienceOf(principal)} and e.number = ${number}
     order by e.id desc limit ${MOST_CHANGES}`.execute(db);
  return rows;
}
