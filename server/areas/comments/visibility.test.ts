/**
 * No call reveals a comment to people who may not read it (SEC-6). The expected results come from a model of the rule:
 * public comments are readable by all readers of the record; lab comments by administrators, members and reviewers;
 * private ones by administrators; authors and the people they reply to can always read them; nobody can read a reply to
 * an unreadable or deleted comment.
 */
import {
  countFileComments,
  createComment,
  createReply,
  deleteComment,
  deleteReply,
  getComment,
  listFileComments,
  listGeneComments,
  listReplies,
  updateComment,
  updateReply,
} from '@omicon/contract/areas/comments.ts';
import { listFiles, searchFiles } from '@omicon/contract/areas/files/files.ts';
import { getGene, listGeneThreads } from '@omicon/contract/areas/genes/genes.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from '../../base/postgres/database.ts';
import { verifyConsistency } from '../../database/operations/verify.ts';
import { aLaboratory, type LaboratoryNumbers } from '../../test-support/intake.ts';
import {
  type LabFiles,
  type LaboratoryOptions,
  smallLaboratory,
} from '../../test-support/laboratories/small-laboratory.ts';
import { type Caller, openTestPortal, type TestPortal } from '../../test-support/portal.ts';
import { aComment, anAnswer, listNotified, mention } from '../../test-support/talk.ts';

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
/** A gene that only the data of this record measure. */
const GENE = { open: 'OPEN1', closed: 'CLOSED1', own: 'OWN1' } as const;

function filesWith(gene: string, options: LaboratoryOptions = {}): LabFiles {
  return Object.fromEntries(
    Object.entries(smallLaboratory(options)).map(([path, content]) => [
      path,
      typeof content === 'string' ? content.replaceAll('CD68', gene) : content,
    ]),
  );
}

const CLOSED = { accession: 'CGGA', study: 'Zhao 2021 CGGA' };
const OWN = { accession: 'GSE16011', study: 'Gravendeel 2009 GSE16011' };

/** `open` is public, `closed` is visible to the laboratory, `own` is private and uploaded by ru. */
let records: Record<'open' | 'closed' | 'own', LaboratoryNumbers>;

beforeAll(async () => {
  portal = await openTestPortal();
  const signedIn: [Name, Caller][] = [];
  for (const name of NAMES) signedIn.push([name, await portal.signInAs(ROLE[name])]);
  people = Object.fromEntries(signedIn) as Record<Name, Caller>;
  records = {
    open: await aLaboratory(portal, { files: filesWith(GENE.open), visibility: 'public' }),
    closed: await aLaboratory(portal, {
      ...CLOSED,
      files: filesWith(GENE.closed, CLOSED),
      visibility: 'private',
    }),
    own: await aLaboratory(portal, {
      ...OWN,
      files: filesWith(GENE.own, OWN),
      visibility: 'private',
      person_id: people.ru.person_id,
    }),
  };
  await portal.runJobs();
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
  /** Whether each role may read, edit and delete comments of others. */
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
      // The person replied to can read every reply, so this is a person who can read all anyway.
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
        // Guests are refused before the comment is looked up.
        const rows: [string, string[]][] = [
          [`${name} on another`, name === 'guest' ? [others[0] ?? '', '403', '403'] : others],
        ];
        if (name !== 'guest') rows.push([`${name} on own`, reads.all]);
        return rows;
      }).filter(([row]) => row !== 'lab on another'),
    );
    expect(found).toEqual(expected);
  });

  test('everybody except guests can comment on records they can read', async () => {
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

/** A comment in the model. */
interface ModelComment {
  id: number;
  author: Name;
  visibility: Seen;
  parent: ModelComment | null;
  topic: ModelTopic;
  isDeleted: boolean;
  mentioned: Name[];
}

interface ModelTopic {
  record: RecordName;
  part: 'record' | 'file' | 'module' | 'gene';
}

const TOPICS: ModelTopic[] = (['open', 'closed', 'own'] as const).flatMap((record) =>
  (['record', 'file', 'module', 'gene'] as const).map((part) => ({ record, part })),
);

function readsAlone(name: Name, comment: ModelComment): boolean {
  if (comment.isDeleted) return false;
  if (name === comment.author || name === comment.parent?.author) return true;
  if (comment.visibility === 'public') return true;
  return comment.visibility === 'lab' ? isOfLaboratory(name) : ROLE[name] === 'admin';
}

function reads(name: Name, comment: ModelComment | null): boolean {
  if (comment === null) return true;
  return readsRecord(name, comment.topic.record) && readsAlone(name, comment) && reads(name, comment.parent);
}

const step = fc.record({
  kind: fc.constantFrom('say', 'say', 'answer', 'answer', 'answer', 'edit', 'delete', 'narrow'),
  who: fc.constantFrom(...WRITERS),
  topic: fc.constantFrom(...TOPICS),
  visibility: fc.constantFrom(...VISIBILITIES),
  target: fc.nat(),
  mentions: fc.subarray([...NAMES], { maxLength: 3 }),
});

type TopicReference =
  | { entity_type: 'dc' | 'project'; entity_id: number; file_folder_name: string }
  | { entity_type: 'gene'; gene: string };
const references = new Map<ModelTopic, TopicReference>();

/** Finds each topic: a collection, one of its files, a module of the analysis, and a gene of its data. */
async function findTopics(): Promise<void> {
  for (const topic of TOPICS) {
    const { collection, analysis } = records[topic.record];
    const { rows } = await sql<{ path: string; module: number }>`
      select (select f.folder || case when f.folder = '' then '' else '/' end || f.name from file f
               where f.entity_type = 'dc' and f.entity_number = ${collection} order by f.id limit 1) as path,
             (select m.number from covariation_module m join covariation_network n on n.id = m.covariation_network_id
                join analysis a on a.id = n.analysis_id where a.number = ${analysis} order by m.page limit 1) as module`.execute(
      portal.services.db,
    );
    const { path = '', module = 0 } = rows[0] ?? {};
    const parts: Record<ModelTopic['part'], TopicReference> = {
      record: { entity_type: 'dc', entity_id: collection, file_folder_name: '' },
      file: { entity_type: 'dc', entity_id: collection, file_folder_name: path },
      module: { entity_type: 'project', entity_id: module, file_folder_name: '' },
      gene: { entity_type: 'gene', gene: GENE[topic.record] },
    };
    references.set(topic, parts[topic.part]);
  }
}

const referenceOf = (topic: ModelTopic) => references.get(topic) as TopicReference;
const narrower = (one: Seen, other: Seen) =>
  VISIBILITIES[Math.max(VISIBILITIES.indexOf(one), VISIBILITIES.indexOf(other))] as Seen;

/** Performs one step in the product and, if the rule allows it, in the model. @returns differences */
async function act(
  all: ModelComment[],
  { kind, who, topic, visibility, target, mentions }: typeof step extends fc.Arbitrary<infer T> ? T : never,
): Promise<string[]> {
  const as = people[who];
  const body = {
    message: `x ${mentions.map((name) => mention(people[name].person_id)).join(' ')}`,
    comment_page_url: '/home',
    visibility,
  };
  const chosen = all.length === 0 ? null : (all[target % all.length] ?? null);
  if (kind === 'say' || chosen === null) {
    const answer = await portal.call(createComment, { as, body: { ...body, ...referenceOf(topic) } });
    const isAllowed = readsRecord(who, topic.record);
    if ((answer.status === 201) !== isAllowed) return [`${who} says on ${topic.record}: ${answer.status}`];
    if (isAllowed)
      all.push({
        id: answer.reply.id,
        author: who,
        visibility,
        parent: null,
        topic,
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
        topic: chosen.topic,
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
  const requested = kind === 'narrow' ? 'private' : visibility;
  const call = level === 0 ? updateComment : updateReply;
  const answer = await portal.call(call, {
    as,
    params: { id: chosen.id },
    body: { ...body, message: 'edited', visibility: requested, version },
  });
  if ((answer.status === 200) !== mayChange) return [`${who} edits ${chosen.id}: ${answer.status}`];
  if (!mayChange) return [];
  chosen.visibility = chosen.parent ? narrower(requested, chosen.parent.visibility) : requested;
  for (const other of all)
    if (isBelow(other, chosen)) other.visibility = narrower(other.visibility, chosen.visibility);
  return [];
}

function levelOf(comment: ModelComment): number {
  return comment.parent ? levelOf(comment.parent) + 1 : 0;
}

function isBelow(comment: ModelComment, above: ModelComment): boolean {
  return comment.parent !== null && (comment.parent === above || isBelow(comment.parent, above));
}

/** The first hundred comments on a topic, and their number by itself; null where the topic does not exist. */
async function readThread(reference: TopicReference, as: Caller) {
  const page = { limit: 100 };
  if (reference.entity_type === 'gene') {
    const params = { symbol: reference.gene };
    const list = await portal.call(listGeneComments, { as, params, query: page });
    const { symbol } = (await portal.call(getGene, { as, params })).reply;
    const threads = await portal.call(listGeneThreads, { as, params });
    // The threads of a gene that the caller may not know are not found.
    expect(threads.status === 404).toBe(symbol === null);
    return { list, counted: symbol === null ? null : threads.reply.comments_on_gene };
  }
  const { entity_id: id, file_folder_name } = reference;
  const list = await portal.call(listFileComments, {
    as,
    params: { id },
    query: { file_folder_name, ...page },
  });
  const counted = await portal.call(countFileComments, { as, params: { id }, query: { file_folder_name } });
  return { list, counted: counted.status === 404 ? null : counted.reply.total_comments };
}

/** Compares everything the product shows a person with what the rule allows. @returns differences */
async function compare(all: ModelComment[], name: Name): Promise<string[]> {
  const as = people[name];
  const faults: string[] = [];
  const check = (what: string, found: unknown, expected: unknown) => {
    if (JSON.stringify(found) !== JSON.stringify(expected))
      faults.push(`${name}, ${what}: ${JSON.stringify(found)} instead of ${JSON.stringify(expected)}`);
  };
  for (const comment of all) {
    const opened = await portal.call(getComment, { as, params: { id: comment.id } });
    check(`comment ${comment.id}`, opened.status === 200, reads(name, comment));
    const replies = await portal.call(listReplies, { as, params: { id: comment.id } });
    const expected = all
      .filter((other) => other.parent === comment && reads(name, other))
      .map(({ id }) => id);
    check(
      `replies to ${comment.id}`,
      replies.status === 200 ? replies.reply.replies.map(({ id }) => id) : null,
      reads(name, comment) ? expected : null,
    );
    if (opened.status === 200)
      check(`number of replies to ${comment.id}`, opened.reply.comment.replies_count, expected.length);
  }
  for (const topic of TOPICS) {
    const here = all.filter((comment) => comment.topic === topic && reads(name, comment));
    const tops = here.filter(({ parent }) => parent === null).map(({ id }) => id);
    const isOpen = readsRecord(name, topic.record);
    const where = `${topic.record} ${topic.part}`;
    const { list, counted } = await readThread(referenceOf(topic), as);
    check(`list of ${where}`, list.status, isOpen ? 200 : 404);
    check(`count of ${where}`, counted, isOpen ? here.length : null);
    if (!isOpen || list.status !== 200) continue;
    const { comments, children, total, total_comments } = list.reply;
    check(
      `top comments of ${where}`,
      comments.map(({ id }) => id),
      tops.toReversed(),
    );
    check(`totals of ${where}`, [total, total_comments], [tops.length, here.length]);
    const shown = Object.values(children)
      .flat()
      .map(({ id }) => id)
      .toSorted((a, b) => a - b);
    check(
      `children of ${where}`,
      shown,
      here.filter(({ parent }) => parent !== null && tops.includes(parent.id)).map(({ id }) => id),
    );
    const reference = referenceOf(topic);
    if (topic.part === 'file' && reference.entity_type !== 'gene')
      await compareFiles(reference.file_folder_name, reference.entity_id, here.length, { as, check });
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

test('after any sequence of steps, nobody can read or count, or is notified of, more than the rule allows', async () => {
  await findTopics();
  let compared = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 24 }), async (steps) => {
      await sql`truncate comment, comment_thread, comment_mention, comment_follow, notification`.execute(
        portal.services.db,
      );
      const all: ModelComment[] = [];
      const faults: string[] = [];
      for (const taken of steps) {
        const before = all.length;
        faults.push(...(await act(all, taken)));
        // Notified: people mentioned and the person replied to, if they may read it, never the author.
        const [fresh] = all.slice(before);
        if (!fresh) continue;
        const notified = (await listNotified(portal, fresh.id)).map(({ person_id }) => person_id);
        const expected = NAMES.filter(
          (name) =>
            name !== fresh.author &&
            name !== 'guest' &&
            reads(name, fresh) &&
            (fresh.mentioned.includes(name) || fresh.parent?.author === name),
        ).map((name) => people[name].person_id);
        if (JSON.stringify(notified) !== JSON.stringify(expected.toSorted((a, b) => a - b)))
          faults.push(`notified of ${fresh.id}: ${notified} instead of ${expected}`);
      }
      for (const name of NAMES) faults.push(...(await compare(all, name)));
      compared += all.length * NAMES.length;
      expect(faults).toEqual([]);
    }),
    // Shrinking would take minutes; the message names the person and the comment.
    { numRuns: 15, endOnFailure: true },
  );
  expect(compared).toBeGreaterThan(300);
}, 600_000);
