/**
 * Nobody learns of a comment that is not theirs to read (SEC-6), by any door. What is expected is reckoned here, from
 * the words of the rule: public comments are everybody's who may read the record; those of the laboratory its readers'
 * (administrators, members, reviewers); private ones the administrators'; authors and the people they answer read them
 * always; and nobody reads an answer to what they may not read, or to what was deleted.
 */
import {
  countFileComments,
  createComment,
  createReply,
  deleteComment,
  deleteReply,
  getComment,
  listFileComments,
  listReplies,
  updateComment,
  updateReply,
} from '@omicon/contract/areas/comments.ts';
import { listFiles, searchFiles } from '@omicon/contract/areas/files/files.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from '../../base/postgres/database.ts';
import { verifyConsistency } from '../../database/operations/verify.ts';
import { aLaboratory, type LaboratoryNumbers } from '../../test-support/intake.ts';
import { type Caller, openTestPortal, type TestPortal } from '../../test-support/portal.ts';
import { aComment, anAnswer, listToldOf, mention } from '../../test-support/talk.ts';

const NAMES = ['admin', 'admin2', 'lab', 'lab2', 'reviewer', 'ru', 'ru2', 'guest'] as const;
type Name = (typeof NAMES)[number];
const ROLE = {
  admin: 'admin',
  admin2: 'admin',
  lab: 'LAB',
  lab2: 'LAB',
  reviewer: 'REVIEWER',
  ru: 'RU',
  ru2: 'RU',
  guest: 'GU',
} as const;
const WRITERS = NAMES.filter((name) => name !== 'guest');
const VISIBILITIES = ['public', 'lab', 'private'] as const;
type Seen = (typeof VISIBILITIES)[number];

let portal: TestPortal;
let people: Record<Name, Caller>;
/** `open` is everybody's, `closed` the laboratory's, `own` private and uploaded by ru. */
let records: Record<'open' | 'closed' | 'own', LaboratoryNumbers>;

beforeAll(async () => {
  portal = await openTestPortal();
  const signedIn: [Name, Caller][] = [];
  for (const name of NAMES) signedIn.push([name, await portal.signInAs(ROLE[name])]);
  people = Object.fromEntries(signedIn) as Record<Name, Caller>;
  records = {
    open: await aLaboratory(portal, { visibility: 'public' }),
    closed: await aLaboratory(portal, { accession: 'CGGA', study: 'Zhao 2021 CGGA', visibility: 'private' }),
    own: await aLaboratory(portal, {
      accession: 'GSE16011',
      study: 'Gravendeel 2009 GSE16011',
      visibility: 'private',
      person_id: people.ru.person_id,
    }),
  };
});
afterAll(async () => {
  expect(await verifyConsistency(portal.services)).toMatchObject({ half: 0, dangling: 0 });
  await portal.close();
});

type RecordName = keyof typeof records;
const isOfLaboratory = (name: Name) => ['admin', 'LAB', 'REVIEWER'].includes(ROLE[name]);

function readsRecord(name: Name, record: RecordName): boolean {
  return record === 'open' || isOfLaboratory(name) || (record === 'own' && name === 'ru');
}

describe.each(VISIBILITIES)('comments and replies, %s', (visibility) => {
  /** Roles by whether they read, edit and delete what another wrote. */
  const OTHERS: Record<Seen, Record<Name, string>> = {
    public: table('all all read read read read read read'),
    lab: table('all all read read read none none none'),
    private: table('all all none none none none none none'),
  };
  function table(cells: string): Record<Name, string> {
    return Object.fromEntries(cells.split(' ').map((cell, at) => [NAMES[at], cell])) as Record<Name, string>;
  }

  test.each(['comment', 'reply'] as const)("%s: five roles, own and another's", async (kind) => {
    const calls =
      kind === 'comment'
        ? { update: updateComment, remove: deleteComment }
        : { update: updateReply, remove: deleteReply };
    const write = async (as: Caller) => {
      if (kind === 'comment') return aComment(portal, as, { entity_id: records.open.collection, visibility });
      // The person answered reads every answer, so it is one of those who read all anyway.
      const top = await aComment(portal, people.admin2, { entity_id: records.open.collection });
      return anAnswer(portal, as, { to: top.id, visibility });
    };
    const body = { message: 'edited', comment_page_url: '/home', visibility, version: 1 };
    const found: Record<string, string[]> = {};
    for (const name of NAMES) {
      const as = people[name];
      for (const author of ['lab', name] as const) {
        if (author === 'guest') continue;
        const { id } = await write(people[author]);
        const params = { id };
        found[`${name} on ${author === name ? 'own' : 'another'}`] = [
          String((await portal.call(getComment, { as, params })).status),
          String((await portal.call(calls.update, { as, params, body })).status),
          String((await portal.call(calls.remove, { as, params })).status),
        ];
      }
    }
    const expected = Object.fromEntries(
      NAMES.flatMap((name) => {
        const cell = name === 'lab' ? 'all' : OTHERS[visibility][name];
        const reads = {
          all: ['200', '200', '200'],
          read: ['200', '403', '403'],
          none: ['404', '404', '404'],
        };
        const others = reads[cell as keyof typeof reads];
        // A guest is refused before anybody looks for the comment.
        const rows: [string, string[]][] = [
          [`${name} on another`, name === 'guest' ? [others[0] ?? '', '403', '403'] : others],
        ];
        if (name !== 'guest') rows.push([`${name} on own`, reads.all]);
        return rows;
      }).filter(([row]) => row !== 'lab on another'),
    );
    expect(found).toEqual(expected);
  });

  test('everybody but guests writes, on what they may read', async () => {
    const found: string[] = [];
    for (const name of NAMES)
      for (const record of ['open', 'closed', 'own'] as const) {
        const body = { message: 'x', comment_page_url: '/home', visibility };
        const { collection } = records[record];
        const said = await portal.call(createComment, {
          as: people[name],
          body: { ...body, entity_type: 'dc', entity_id: collection },
        });
        const top = await aComment(portal, people.admin, { entity_id: collection });
        const answered = await portal.call(createReply, {
          as: people[name],
          body: { ...body, comment: top.id },
        });
        found.push(`${name} ${record} ${said.status} ${answered.status}`);
      }
    const expected = NAMES.flatMap((name) =>
      (['open', 'closed', 'own'] as const).map((record) => {
        const status = name === 'guest' ? 403 : readsRecord(name, record) ? 201 : 404;
        return `${name} ${record} ${status} ${status}`;
      }),
    );
    expect(found).toEqual(expected);
  });
});

/** A comment as the model knows it. */
interface Told {
  id: number;
  author: Name;
  visibility: Seen;
  parent: Told | null;
  place: Spot;
  isDeleted: boolean;
  mentioned: Name[];
}

interface Spot {
  record: RecordName;
  part: 'record' | 'file' | 'module';
}

const SPOTS: Spot[] = (['open', 'closed', 'own'] as const).flatMap((record) =>
  (['record', 'file', 'module'] as const).map((part) => ({ record, part })),
);

function readsAlone(name: Name, told: Told): boolean {
  if (told.isDeleted) return false;
  if (name === told.author || name === told.parent?.author) return true;
  if (told.visibility === 'public') return true;
  return told.visibility === 'lab' ? isOfLaboratory(name) : ROLE[name] === 'admin';
}

function reads(name: Name, told: Told | null): boolean {
  if (told === null) return true;
  return readsRecord(name, told.place.record) && readsAlone(name, told) && reads(name, told.parent);
}

const step = fc.record({
  kind: fc.constantFrom('say', 'say', 'answer', 'answer', 'answer', 'edit', 'delete', 'narrow'),
  who: fc.constantFrom(...WRITERS),
  spot: fc.constantFrom(...SPOTS),
  visibility: fc.constantFrom(...VISIBILITIES),
  target: fc.nat(),
  mentions: fc.subarray([...NAMES], { maxLength: 3 }),
});

interface Parts {
  entity_type: 'dc' | 'project';
  entity_id: number;
  file_folder_name: string;
}
const places = new Map<Spot, Parts>();

/** Where each spot is: a collection, a file of it, and a module of the analysis. */
async function locate(): Promise<void> {
  for (const spot of SPOTS) {
    const { collection, analysis } = records[spot.record];
    const { rows } = await sql<{ path: string; module: number }>`
      select (select f.folder || case when f.folder = '' then '' else '/' end || f.name from file f
               where f.entity_type = 'dc' and f.entity_number = ${collection} order by f.id limit 1) as path,
             (select m.number from covariation_module m join covariation_network n on n.id = m.covariation_network_id
                join analysis a on a.id = n.analysis_id where a.number = ${analysis} order by m.page limit 1) as module`.execute(
      portal.services.db,
    );
    const { path = '', module = 0 } = rows[0] ?? {};
    places.set(
      spot,
      spot.part === 'module'
        ? { entity_type: 'project', entity_id: module, file_folder_name: '' }
        : { entity_type: 'dc', entity_id: collection, file_folder_name: spot.part === 'file' ? path : '' },
    );
  }
}

const partsOf = (spot: Spot) => places.get(spot) as Parts;
const narrower = (one: Seen, other: Seen) =>
  VISIBILITIES[Math.max(VISIBILITIES.indexOf(one), VISIBILITIES.indexOf(other))] as Seen;

/** Does one step in the product and, where it is allowed by the rule, in the model. @returns what went wrong */
async function act(
  all: Told[],
  { kind, who, spot, visibility, target, mentions }: typeof step extends fc.Arbitrary<infer T> ? T : never,
): Promise<string[]> {
  const as = people[who];
  const body = {
    message: `x ${mentions.map((name) => mention(people[name].person_id)).join(' ')}`,
    comment_page_url: '/home',
    visibility,
  };
  const chosen = all.length === 0 ? null : (all[target % all.length] ?? null);
  if (kind === 'say' || chosen === null) {
    const answer = await portal.call(createComment, { as, body: { ...body, ...partsOf(spot) } });
    const isAllowed = readsRecord(who, spot.record);
    if ((answer.status === 201) !== isAllowed) return [`${who} says on ${spot.record}: ${answer.status}`];
    if (isAllowed)
      all.push({
        id: answer.reply.id,
        author: who,
        visibility,
        parent: null,
        place: spot,
        isDeleted: false,
        mentioned: mentions,
      });
    return [];
  }
  const level = levelOf(chosen);
  if (kind === 'answer') {
    const answer = await portal.call(createReply, { as, body: { ...body, comment: chosen.id } });
    const isAllowed = reads(who, chosen) && level < 3;
    if ((answer.status === 201) !== isAllowed) return [`${who} answers ${chosen.id}: ${answer.status}`];
    if (isAllowed)
      all.push({
        id: answer.reply.id,
        author: who,
        visibility: narrower(visibility, chosen.visibility),
        parent: chosen,
        place: chosen.place,
        isDeleted: false,
        mentioned: mentions,
      });
    return [];
  }
  const mayChange = reads(who, chosen) && (chosen.author === who || ROLE[who] === 'admin');
  if (kind === 'delete') {
    const call = level === 0 ? deleteComment : deleteReply;
    const answer = await portal.call(call, { as, params: { id: chosen.id } });
    if ((answer.status === 200) !== mayChange) return [`${who} deletes ${chosen.id}: ${answer.status}`];
    if (mayChange) chosen.isDeleted = true;
    return [];
  }
  const { rows } = await sql<{
    version: number;
  }>`select version from comment where id = ${chosen.id}`.execute(portal.services.db);
  const version = rows[0]?.version ?? 0;
  const wished = kind === 'narrow' ? 'private' : visibility;
  const call = level === 0 ? updateComment : updateReply;
  const answer = await portal.call(call, {
    as,
    params: { id: chosen.id },
    body: { ...body, message: 'edited', visibility: wished, version },
  });
  if ((answer.status === 200) !== mayChange) return [`${who} edits ${chosen.id}: ${answer.status}`];
  if (!mayChange) return [];
  chosen.visibility = chosen.parent ? narrower(wished, chosen.parent.visibility) : wished;
  for (const other of all)
    if (isBelow(other, chosen)) other.visibility = narrower(other.visibility, chosen.visibility);
  return [];
}

function levelOf(told: Told): number {
  return told.parent ? levelOf(told.parent) + 1 : 0;
}

function isBelow(told: Told, above: Told): boolean {
  return told.parent !== null && (told.parent === above || isBelow(told.parent, above));
}

/** Everything the product shows a person of these comments, against what the rule lets them read. */
async function compare(all: Told[], name: Name): Promise<string[]> {
  const as = people[name];
  const faults: string[] = [];
  const check = (what: string, found: unknown, expected: unknown) => {
    if (JSON.stringify(found) !== JSON.stringify(expected))
      faults.push(`${name}, ${what}: ${JSON.stringify(found)} instead of ${JSON.stringify(expected)}`);
  };
  for (const told of all) {
    const opened = await portal.call(getComment, { as, params: { id: told.id } });
    check(`comment ${told.id}`, opened.status === 200, reads(name, told));
    const replies = await portal.call(listReplies, { as, params: { id: told.id } });
    const expected = all.filter((other) => other.parent === told && reads(name, other)).map(({ id }) => id);
    check(
      `replies to ${told.id}`,
      replies.status === 200 ? replies.reply.replies.map(({ id }) => id) : null,
      reads(name, told) ? expected : null,
    );
    if (opened.status === 200)
      check(`number of replies to ${told.id}`, opened.reply.comment.replies_count, expected.length);
  }
  for (const spot of SPOTS) {
    const { entity_id, file_folder_name } = partsOf(spot);
    const here = all.filter((told) => told.place === spot && reads(name, told));
    const tops = here.filter(({ parent }) => parent === null).map(({ id }) => id);
    const query = { file_folder_name, limit: 100 };
    const list = await portal.call(listFileComments, { as, params: { id: entity_id }, query });
    const isOpen = readsRecord(name, spot.record);
    const where = `${spot.record} ${spot.part}`;
    check(`list of ${where}`, list.status, isOpen ? 200 : 404);
    const counted = await portal.call(countFileComments, {
      as,
      params: { id: entity_id },
      query: { file_folder_name },
    });
    check(`count of ${where}`, counted.status, isOpen ? 200 : 404);
    if (!isOpen || list.status !== 200) continue;
    const { comments, children, total, total_comments } = list.reply;
    check(
      `top comments of ${where}`,
      comments.map(({ id }) => id),
      tops.toReversed(),
    );
    check(
      `totals of ${where}`,
      [total, total_comments, counted.reply.total_comments],
      [tops.length, here.length, here.length],
    );
    const shown = Object.values(children)
      .flat()
      .map(({ id }) => id)
      .toSorted((a, b) => a - b);
    check(
      `children of ${where}`,
      shown,
      here.filter(({ parent }) => parent !== null && tops.includes(parent.id)).map(({ id }) => id),
    );
    if (spot.part === 'file') await compareFiles(file_folder_name, entity_id, here.length, { as, check });
  }
  return faults;
}

async function compareFiles(
  path: string,
  entity_id: number,
  expected: number,
  { as, check }: { as: Caller; check(what: string, found: unknown, expected: unknown): void },
): Promise<void> {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const folder = path.slice(0, Math.max(path.lastIndexOf('/'), 0));
  const query = { entity_type: 'dc', entity_id, folder, page_size: 100 } as const;
  const listed = (await portal.call(listFiles, { as, query })).reply.results;
  const found = (await portal.call(searchFiles, { as, query: { name, page_size: 100 } })).reply.results;
  for (const items of [listed, found]) {
    const item = items.find((file) => file.name === name && file.entity_id === entity_id);
    check(`file ${name}`, [item?.has_comment, item?.comment_count], [expected > 0, expected]);
  }
}

test('whatever people say, answer, narrow and delete, nobody reads, counts or hears of more than the rule lets them', async () => {
  await locate();
  let compared = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 24 }), async (steps) => {
      await sql`truncate comment, comment_thread, comment_mention, comment_follow, notification`.execute(
        portal.services.db,
      );
      const all: Told[] = [];
      const faults: string[] = [];
      for (const taken of steps) {
        const before = all.length;
        faults.push(...(await act(all, taken)));
        // Who was told of a new comment: those mentioned and the person answered, if they may read it, never its author.
        const [fresh] = all.slice(before);
        if (!fresh) continue;
        const told = (await listToldOf(portal, fresh.id)).map(({ person_id }) => person_id);
        const expected = NAMES.filter(
          (name) =>
            name !== fresh.author &&
            name !== 'guest' &&
            reads(name, fresh) &&
            (fresh.mentioned.includes(name) || fresh.parent?.author === name),
        ).map((name) => people[name].person_id);
        if (JSON.stringify(told) !== JSON.stringify(expected.toSorted((a, b) => a - b)))
          faults.push(`told of ${fresh.id}: ${told} instead of ${expected}`);
      }
      for (const name of NAMES) faults.push(...(await compare(all, name)));
      compared += all.length * NAMES.length;
      expect(faults).toEqual([]);
    }),
    // A shorter example of a leak would cost minutes; the faults say whose it is.
    { numRuns: 15, endOnFailure: true },
  );
  expect(compared).toBeGreaterThan(300);
}, 300_000);
