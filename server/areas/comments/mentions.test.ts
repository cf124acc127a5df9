/** Who is notified of a comment, and who can be mentioned in it (SEC-8). */
import {
  createComment,
  deleteComment,
  listMentionableUsers,
  setThreadState,
  updateComment,
} from '@omicon/contract/areas/comments.ts';
import { searchKey } from '@omicon/domain/query/search-key.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { verifyConsistency } from '../../database/operations/verify.ts';
import { aLaboratory, type LaboratoryNumbers } from '../../test-support/intake.ts';
import { aPerson } from '../../test-support/people.ts';
import { type Caller, openTestPortal, type TestPortal } from '../../test-support/portal.ts';
import { aComment, anAnswer, listNotified, mention } from '../../test-support/talk.ts';

let portal: TestPortal;
let open: LaboratoryNumbers;
let closed: LaboratoryNumbers;
let people: Record<'admin' | 'lena' | 'bruno' | 'rosa' | 'tomas' | 'iris' | 'guest', Caller>;

beforeAll(async () => {
  portal = await openTestPortal();
  open = await aLaboratory(portal, { visibility: 'public' });
  closed = await aLaboratory(portal, { accession: 'CGGA', study: 'Zhao 2021 CGGA', visibility: 'private' });
  people = {
    admin: await portal.signInAs('admin', { first_name: 'Ada', last_name: 'Lindqvist' }),
    lena: await portal.signInAs('LAB', { first_name: 'Lena', last_name: 'Okafor' }),
    bruno: await portal.signInAs('LAB', { first_name: 'Bruno', last_name: 'Castell' }),
    rosa: await portal.signInAs('RU', { first_name: 'Rosa', last_name: 'Unger' }),
    tomas: await portal.signInAs('RU', { first_name: 'Tomas', last_name: 'Vale' }),
    iris: await portal.signInAs('REVIEWER', { first_name: 'Iris', last_name: 'Nakamura' }),
    guest: await portal.signInAs('GU'),
  };
});
afterAll(async () => {
  expect(await verifyConsistency(portal.services)).toMatchObject({ half: 0, dangling: 0 });
  await portal.close();
});

/** Names of the people notified, with the reason. */
async function notified(comment_id: number): Promise<string[]> {
  const names = new Map(Object.entries(people).map(([name, { person_id }]) => [person_id, name]));
  const rows = await listNotified(portal, comment_id);
  return rows.map(({ person_id, reason }) => `${names.get(person_id)} ${reason}`).toSorted();
}

const idsOf = (...names: (keyof typeof people)[]) => names.map((name) => people[name].person_id);
const spans = (...names: (keyof typeof people)[]) =>
  idsOf(...names)
    .map((id) => mention(id))
    .join(' ');

describe('people are notified of a comment', () => {
  test('once, if it mentions them in the text or in the list of mentions', async () => {
    const comment = await aComment(portal, people.lena, {
      entity_id: open.collection,
      message: `<p>${spans('rosa', 'rosa', 'iris')}</p>`,
      mentioned_users: [...idsOf('rosa', 'tomas', 'tomas'), 0, -5, 2_000_000_000, Number.MAX_SAFE_INTEGER],
    });
    expect(await notified(comment.id)).toEqual(['iris mention', 'rosa mention', 'tomas mention']);
    expect(comment.mentioned_users).toEqual(idsOf('rosa', 'tomas', 'iris').toSorted((a, b) => a - b));
    expect(comment.message).toContain('@Rosa Unger</span>');
  });

  test('unless it is their own, or they are guests, removed, unverified or nonexistent', async () => {
    const { db } = portal.services;
    const removed = await portal.signInAs('LAB');
    await db
      .updateTable('person')
      .set({ removed_at: new Date() })
      .where('id', '=', removed.person_id)
      .execute();
    const unverified = await aPerson(portal.services, { role: 'RU', isVerified: false });
    const ids = [...idsOf('lena', 'guest'), removed.person_id, unverified.id, 1_999_999_999];
    const comment = await aComment(portal, people.lena, {
      entity_id: open.collection,
      message: ids.map((id) => mention(id, `nr ${id}`)).join(' '),
    });
    expect(await listNotified(portal, comment.id)).toEqual([]);
    // People may mention themselves; the other mentions became text.
    expect(comment.mentioned_users).toEqual(idsOf('lena'));
    expect(comment.message.match(/<span/g)).toHaveLength(1);
    expect(comment.message).toContain('@nr 1999999999');
  });

  test.each([
    ['public', 'public', 'admin bruno iris rosa tomas'],
    ['public', 'lab', 'admin bruno iris'],
    ['public', 'private', 'admin'],
    ['closed', 'public', 'admin bruno iris'],
    ['closed', 'lab', 'admin bruno iris'],
    ['closed', 'private', 'admin'],
  ] as const)(
    'on a %s record, %s: of those mentioned only who may read it',
    async (record, visibility, expected) => {
      const comment = await aComment(portal, people.lena, {
        entity_id: record === 'public' ? open.collection : closed.collection,
        visibility,
        message: `<p>${spans('admin', 'bruno', 'rosa', 'tomas', 'iris')}</p>`,
      });
      expect((await notified(comment.id)).join(' ').replaceAll(' mention', '')).toBe(expected);
      expect(comment.message.match(/data-id/g)).toHaveLength(expected.split(' ').length);
    },
  );

  test('that replies to them; if the reply also mentions them, only of the mention', async () => {
    const top = await aComment(portal, people.rosa, { entity_id: open.collection });
    const plain = await anAnswer(portal, people.lena, { to: top.id });
    expect(await notified(plain.id)).toEqual(['rosa reply']);
    const named = await anAnswer(portal, people.lena, { to: top.id, message: spans('rosa', 'tomas') });
    expect(await notified(named.id)).toEqual(['rosa mention', 'tomas mention']);
    const own = await anAnswer(portal, people.rosa, { to: top.id });
    expect(await notified(own.id)).toEqual([]);
    // The person replied to can read even a private reply.
    const whispered = await anAnswer(portal, people.lena, {
      to: top.id,
      visibility: 'private',
      message: spans('tomas'),
    });
    expect(await notified(whispered.id)).toEqual(['rosa reply']);
  });

  test('in a thread they follow, if they may read it; after muting it, of mentions only', async () => {
    const set = (name: keyof typeof people, state: 'follow' | 'mute' | 'none') =>
      portal.call(setThreadState, { as: people[name], params: { id: open.loaded }, body: { state } });
    await set('rosa', 'follow');
    await set('bruno', 'follow');
    await set('lena', 'follow');
    await set('tomas', 'mute');
    const topic = { entity_type: 'ds', entity_id: open.loaded } as const;
    const comment = await aComment(portal, people.lena, topic);
    expect(await notified(comment.id)).toEqual(['bruno follow', 'rosa follow']);
    const inside = await aComment(portal, people.lena, { ...topic, visibility: 'lab' });
    expect(await notified(inside.id)).toEqual(['bruno follow']);
    const byTomas = await aComment(portal, people.tomas, topic);
    const answer = await anAnswer(portal, people.rosa, { to: byTomas.id });
    expect(await notified(answer.id)).toEqual(['bruno follow', 'lena follow']);
    const named = await anAnswer(portal, people.rosa, { to: byTomas.id, message: spans('tomas', 'bruno') });
    expect(await notified(named.id)).toEqual(['bruno mention', 'lena follow', 'tomas mention']);
    await set('bruno', 'none');
    await set('lena', 'mute');
    expect(await notified((await aComment(portal, people.admin, topic)).id)).toEqual(['rosa follow']);
    // Following one thread says nothing about others.
    expect(await notified((await aComment(portal, people.admin, { entity_id: open.collection })).id)).toEqual(
      [],
    );
  });

  test('after an edit only if it mentions them for the first time', async () => {
    const comment = await aComment(portal, people.lena, {
      entity_id: open.collection,
      message: spans('rosa'),
    });
    const edit = (version: number, message: string) =>
      portal.call(updateComment, {
        as: people.lena,
        params: { id: comment.id },
        body: { message, comment_page_url: '/home', version },
      });
    await portal.services.db.updateTable('notification').set({ read_at: new Date() }).execute();
    await edit(1, `more ${spans('rosa', 'tomas')}`);
    expect(await notified(comment.id)).toEqual(['rosa mention', 'tomas mention']);
    const unread = await portal.services.db
      .selectFrom('notification')
      .select('person_id')
      .where('read_at', 'is', null)
      .execute();
    expect(unread.map(({ person_id }) => person_id)).toEqual(idsOf('tomas'));
    const fewer = (await edit(2, `less ${spans('tomas')}`)).reply;
    expect(fewer.mentioned_users).toEqual(idsOf('tomas'));
    await edit(3, `again ${spans('rosa', 'tomas')}`);
    expect(await notified(comment.id)).toEqual(['rosa mention', 'tomas mention']);
  });

  test('never if it is refused: nothing is stored', async () => {
    const { db } = portal.services;
    const count = async () => (await db.selectFrom('notification').select('id').execute()).length;
    const before = await count();
    for (const message of [`${spans('rosa')}${'<div>'.repeat(50)}`, spans('rosa').repeat(51)]) {
      const answer = await portal.call(createComment, {
        as: people.lena,
        body: { entity_type: 'dc', entity_id: open.collection, message, comment_page_url: '/home' },
      });
      expect(answer.status).toBe(400);
    }
    expect(await count()).toBe(before);
  });

  test('and the stored data stays consistent when it is deleted', async () => {
    const comment = await aComment(portal, people.lena, {
      entity_id: open.collection,
      message: spans('rosa'),
    });
    await portal.call(deleteComment, { as: people.lena, params: { id: comment.id } });
    expect(await verifyConsistency(portal.services)).toMatchObject({ half: 0 });
  });
});

describe('the list of people to mention', () => {
  async function find(as: Caller, query: Record<string, unknown>): Promise<string[]> {
    const { users, total } = (await portal.call(listMentionableUsers, { as, query })).reply;
    expect(users.length).toBeLessThanOrEqual(total);
    return users.map(({ name }) => name);
  }

  test.each([
    ['le', ['Lena Okafor', 'Tomas Vale']],
    ['OKA', ['Lena Okafor']],
    ['lena oka', ['Lena Okafor']],
    [' rosa unger ', ['Rosa Unger']],
    ['ena', ['Lena Okafor']],
    ['okafor lena', ['Lena Okafor']],
    ['lena unger', []],
    ['%', []],
    ['_ena', []],
    ['\\', []],
    ["'; drop table person; --", []],
    ['gu_', []],
  ])('finds %j by any part of first name, last name or both', async (search, names) => {
    expect(await find(people.rosa, { search })).toEqual(names);
  });

  test('compares names in the database as the program does', async () => {
    const letters = fc.constantFrom(..."aZëÁłŁøĐßæŒþıİ'’´–−‐ \u0301\u200B\u00A0Ｌﬁ²%_\\.1");
    const texts = fc.sample(fc.string({ unit: letters, maxLength: 12 }), 300);
    const { rows } = await portal.pool.query<{ key: string }>(
      'select search_text(given) as key from unnest($1::text[]) with ordinality as t(given, place) order by place',
      [texts],
    );
    expect(rows.map(({ key }) => key)).toEqual(texts.map(searchKey));
  });

  test('contains only people who may read the comment', async () => {
    const inside = { entity_id: closed.collection, limit: 50 };
    const laboratory = ['Ada Lindqvist', 'Bruno Castell', 'Iris Nakamura', 'Lena Okafor'];
    expect(await find(people.lena, inside)).toEqual(laboratory);
    expect(await find(people.lena, { ...inside, visibility: 'lab' })).toEqual(laboratory);
    const onOpen = { entity_id: open.collection, limit: 50 };
    expect(await find(people.rosa, onOpen)).toEqual([...laboratory, 'Rosa Unger', 'Tomas Vale']);
    expect(await find(people.rosa, { ...onOpen, visibility: 'lab' })).toEqual([...laboratory, 'Rosa Unger']);
    expect(await find(people.rosa, { ...onOpen, visibility: 'private' })).toEqual([
      'Ada Lindqvist',
      'Rosa Unger',
    ]);
    const answer = await portal.call(listMentionableUsers, { as: people.rosa, query: inside });
    expect(answer.status).toBe(404);
  });

  test('tells, of people who are mentioned, who could read the comment', async () => {
    const ids = idsOf('lena', 'tomas', 'rosa');
    const onOpen = { entity_id: open.collection, ids: ids.join(',') };
    expect(await find(people.rosa, onOpen)).toEqual(['Lena Okafor', 'Rosa Unger', 'Tomas Vale']);
    expect(await find(people.rosa, { ...onOpen, visibility: 'lab' })).toEqual(['Lena Okafor', 'Rosa Unger']);
    expect(await find(people.lena, { entity_id: closed.collection, ids: idsOf('tomas') })).toEqual([]);
    expect(await find(people.rosa, { ...onOpen, ids: '2000000000' })).toEqual([]);
    const query = { ...onOpen, ids: 'lena' };
    expect((await portal.call(listMentionableUsers, { as: people.rosa, query })).status).toBe(400);
  });

  test('contains the author of the comment to which a private reply is written', async () => {
    const { id } = await aComment(portal, people.tomas, { entity_id: open.collection });
    const private_ = { entity_id: open.collection, visibility: 'private', limit: 50 } as const;
    expect(await find(people.rosa, private_)).toEqual(['Ada Lindqvist', 'Rosa Unger']);
    expect(await find(people.rosa, { ...private_, comment: id })).toEqual([
      'Ada Lindqvist',
      'Rosa Unger',
      'Tomas Vale',
    ]);
    const unreadable = await aComment(portal, people.lena, { entity_id: closed.collection });
    const query = { ...private_, comment: unreadable.id };
    expect((await portal.call(listMentionableUsers, { as: people.rosa, query })).status).toBe(404);
  });

  test('shows only names, and nothing to guests', async () => {
    const { users } = (
      await portal.call(listMentionableUsers, { as: people.rosa, query: { search: 'lena' } })
    ).reply;
    expect(users).toEqual([
      {
        id: people.lena.person_id,
        name: 'Lena Okafor',
        first_name: 'Lena',
        last_name: 'Okafor',
        username: null,
      },
    ]);
    expect((await portal.call(listMentionableUsers, { as: people.guest })).status).toBe(403);
  });

  test('shows the user names of people whose names look alike, also in another script', async () => {
    const names = ['Zofia Nowak', 'Zоfia Nоwak', 'zofia nowak', 'Zofia Nowakowska'].map((name) =>
      name.split(' '),
    );
    for (const [index, [first_name = '', last_name = '']] of names.entries())
      await aPerson(portal.services, { role: 'RU', username: `zofia${index}`, first_name, last_name });
    const { users } = (await portal.call(listMentionableUsers, { as: people.rosa, query: { search: 'fia' } }))
      .reply;
    const usernames = users.map(({ username }) => username);
    expect(usernames.toSorted()).toEqual([null, 'zofia0', 'zofia1', 'zofia2']);
  });

  test('finds people without accents, apostrophes and letters of their own alphabet', async () => {
    for (const [first_name, last_name] of [
      ['Zoë Ángela', "O'Brien-Nuñez"],
      ['Łukasz', 'Żółć'],
      ['Søren', 'Weiß'],
    ] as const)
      await aPerson(portal.services, { role: 'RU', first_name, last_name });
    const zoe = ['zoe', 'zoë', 'Zoe Angela', 'angela', 'nunez', 'Nuñez', 'obrien', 'O’Brien', "o'brien-n"];
    for (const search of [...zoe, 'O‘Brien–Nunez', 'Zoe\u0308', 'nuñez zoe'])
      expect(await find(people.rosa, { search }), search).toEqual(["Zoë Ángela O'Brien-Nuñez"]);
    for (const search of ['lukasz', 'Łukasz', 'zolc', 'ŻÓŁĆ', 'lukasz zolc'])
      expect(await find(people.rosa, { search }), search).toEqual(['Łukasz Żółć']);
    for (const search of ['soren', 'Søren', 'weiss', 'Weiß'])
      expect(await find(people.rosa, { search }), search).toEqual(['Søren Weiß']);
  });

  test('is found by its indexes among 20,000 people, with and without a record', async () => {
    const { pool } = portal;
    await pool.query(`
      insert into person (username, role, first_name, last_name, verified_at)
      select 'member' || n, (array['RU','LAB','REVIEWER'])[1 + n % 3], 'First' || n, 'Last' || n, now()
        from generate_series(1, 20000) n`);
    await pool.query('analyze person');
    for (const query of [{ search: 'First1999' }, { search: 'last1999', entity_id: closed.collection }]) {
      const { users, total } = (await portal.call(listMentionableUsers, { as: people.lena, query })).reply;
      const readers = [1999, ...Array.from({ length: 10 }, (_, at) => 19_990 + at)].filter(
        (n) => !('entity_id' in query) || n % 3 !== 0,
      );
      expect([total, users.length]).toEqual([readers.length, Math.min(readers.length, 10)]);
    }
  });
});
