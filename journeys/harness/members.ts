/** People created directly in the database, without registration. */
import { randomUUID } from 'node:crypto';
import type { Database } from '@omicon/server/base/postgres/database.ts';
import { createSession } from '@omicon/server/base/sign-in/sessions.ts';

type Role = 'admin' | 'LAB' | 'REVIEWER' | 'RU' | 'GU';

export interface Member {
  id: number;
  /** for the header `Authorization: Token` */
  token: string;
  cookie: string;
}

/** A verified person with a session. */
export async function makeMember(db: Database, role: Role = 'LAB'): Promise<Member> {
  const person = await db
    .insertInto('person')
    .values({ role, username: `member_${randomUUID()}`, verified_at: new Date() })
    .returning(['id', 'expires_at'])
    .executeTakeFirstOrThrow();
  return {
    id: person.id,
    token: await createSession(db, person, 'header'),
    cookie: await createSession(db, person, 'cookie'),
  };
}

export async function makeMembers(db: Database, count: number): Promise<Member[]> {
  const members: Member[] = [];
  while (members.length < count) members.push(await makeMember(db));
  return members;
}
