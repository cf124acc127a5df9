/**
 * Comments on records, files, folders, modules, meta-modules and genes, with visibility, mentions and threads to follow.
 * Owns tables comment_thread, comment, comment_mention and comment_follow; notifications go through notify.ts.
 */
import {
  COMMENT_SOCKET,
  type Comment,
  countFileComments,
  createComment,
  createReply,
  deleteComment,
  deleteReply,
  getComment,
  listFileComments,
  listGeneComments,
  listMentionableUsers,
  listPdfComments,
  listReplies,
  restoreComment,
  setGeneThreadState,
  setThreadState,
  type ThreadState,
  updateComment,
  updateReply,
} from '@omicon/contract/areas/comments.ts';
import type { QueryOf } from '@omicon/contract/base/endpoint.ts';
import { findLookAlikes } from '@omicon/domain/identifiers/look-alike.ts';
import type { Socket } from '../../base/connections/sockets.ts';
import { notFound, PortalError } from '../../base/errors.ts';
import { type Context, type PersonLimit, type Route, serve, serveWrite } from '../../base/http/serve.ts';
import type { Db, Tx } from '../../base/postgres/database.ts';
import { countComments, type NamedTopic } from '../../records/comment/comment-rows.ts';
import { commentsTopic, edit, remove, restore, topicOf, writeComment, writeReply } from './changes.ts';
import { listByPage } from './pdf-pages.ts';
import * as statements from './sql.ts';
import * as people from './sql-people.ts';
import { setThreadState as saveThreadState } from './sql-writes.ts';
import { ensureThread, findGeneTopic, findRecordTopic, findThread } from './topics/sql-topics.ts';
import { getGeneTopic, getTopic, idOf, nameTopic, toComment, toCounted } from './topics/topics.ts';

/** Replies sent with each comment of a list. */
const FIRST_REPLIES = 10;

type Call = Pick<Context<typeof countFileComments>, 'db' | 'principal'>;

async function countAt({ db, principal }: Call, topic: NamedTopic) {
  const [total_comments = 0] = await countComments(db, principal, [toCounted(topic)]);
  return total_comments;
}

async function listThread(
  { db, principal }: Call,
  topic: NamedTopic,
  { limit, offset }: QueryOf<typeof listGeneComments>,
) {
  const comment_thread_id = await findThread(db, topic);
  const display_name = nameTopic(topic);
  if (comment_thread_id === undefined)
    return { display_name, comments: [], children: {}, total: 0, total_comments: 0, state: 'none' as const };
  const [rows, total, total_comments, state] = await Promise.all([
    statements.listTopComments(db, principal, { comment_thread_id, topic, limit, offset }),
    statements.countTopComments(db, principal, { comment_thread_id, topic, after: 0 }),
    countAt({ db, principal }, { ...topic, file_name: null }),
    statements.getThreadState(db, { comment_thread_id, person_id: principal.person_id }),
  ]);
  const parents = rows.filter((row) => row.replies_count > 0).map(({ id }) => id);
  const replies = await statements.listFirstReplies(db, principal, {
    parents,
    topic,
    limit: FIRST_REPLIES,
  });
  const children: Record<string, Comment[]> = Object.fromEntries(parents.map((id) => [id, []]));
  for (const reply of replies) children[String(reply.parent_id)]?.push(toComment(reply, topic, principal));
  return {
    display_name,
    comments: rows.map((row) => toComment(row, topic, principal)),
    children,
    total,
    total_comments,
    state,
  };
}

async function getCommentRow(db: Db, principal: Context<typeof getComment>['principal'], id: number) {
  const row = await statements.findComment(db, principal, id);
  if (!row) throw notFound('comment');
  return row;
}

async function followThread(
  { db, principal }: Pick<Context<typeof setThreadState, Tx>, 'db' | 'principal'>,
  topic: NamedTopic,
  state: ThreadState,
) {
  const comment_thread_id = state === 'none' ? await findThread(db, topic) : await ensureThread(db, topic);
  if (comment_thread_id !== undefined)
    await saveThreadState(db, { comment_thread_id, person_id: idOf(principal), state });
  return { state };
}

/** @throws PortalError 400 for anything but numbers separated by commas */
function readIds(ids: string | undefined): number[] | undefined {
  if (ids !== undefined && !/^\d{1,10}(,\d{1,10})*$/.test(ids))
    throw new PortalError('invalid_input', '"ids" are numbers of people, separated by commas.');
  return ids?.split(',').map(Number);
}

/** What the people mentioned must be able to read: a record or a gene; null for nothing. */
async function findMentionTopic(
  { db, principal }: Call,
  { entity_id, gene }: QueryOf<typeof listMentionableUsers>,
) {
  if (gene !== undefined) return getGeneTopic(db, principal, gene);
  if (entity_id === undefined) return null;
  const topic = await findRecordTopic(db, principal, entity_id);
  if (!topic) throw notFound('record');
  return topic;
}

/** Nobody types that fast; a script at this pace would flood people with notifications. */
const A_MINUTE: PersonLimit = {
  most: ({ commentsAMinute }) => commentsAMinute,
  seconds: 60,
  sentence: 'You have written very many comments within a minute. Please wait a moment and try again.',
};

const HIDDEN = 'The comment is deleted. It can be brought back for 30 days.';

export const commentRoutes: Route[] = [
  serve(listFileComments, async ({ db, principal, params, query }) =>
    listThread({ db, principal }, await getTopic(db, principal, { id: params.id, ...query }), query),
  ),

  serve(listGeneComments, async ({ db, principal, params, query }) =>
    listThread({ db, principal }, await getGeneTopic(db, principal, params.symbol), query),
  ),

  serve(countFileComments, async ({ db, principal, params, query }) => {
    const topic = await getTopic(db, principal, { id: params.id, ...query });
    return { total_comments: await countAt({ db, principal }, topic) };
  }),

  serve(listPdfComments, listByPage),

  serveWrite(createComment, writeComment, { rateLimit: A_MINUTE }),
  serveWrite(createReply, writeReply, { rateLimit: A_MINUTE }),

  serveWrite(
    updateComment,
    async ({ db, principal, params, body, audit }) => {
      const comment = await edit({ db, principal }, { id: params.id, isReply: false }, body);
      await audit({ action: 'edit comment', object_type: 'comment', object_number: comment.id });
      return comment;
    },
    { rateLimit: A_MINUTE },
  ),

  serveWrite(
    updateReply,
    async ({ db, principal, params, body, audit }) => {
      const reply = await edit({ db, principal }, { id: params.id, isReply: true }, body);
      await audit({ action: 'edit reply', object_type: 'comment', object_number: reply.id });
      return reply;
    },
    { rateLimit: A_MINUTE },
  ),

  serveWrite(deleteComment, async ({ db, principal, params, audit }) => {
    const { id } = await remove({ db, principal }, { id: params.id, isReply: false });
    await audit({ action: 'delete comment', object_type: 'comment', object_number: id });
    return { detail: HIDDEN };
  }),

  serveWrite(deleteReply, async ({ db, principal, params, audit }) => {
    const { id } = await remove({ db, principal }, { id: params.id, isReply: true });
    await audit({ action: 'delete reply', object_type: 'comment', object_number: id });
    return { detail: HIDDEN };
  }),

  serveWrite(restoreComment, async ({ db, principal, params, audit }) => {
    const comment = await restore({ db, principal }, params.id);
    await audit({ action: 'restore comment', object_type: 'comment', object_number: comment.id });
    return comment;
  }),

  serve(listReplies, async ({ db, principal, params, query }) => {
    const parent = await getCommentRow(db, principal, params.id);
    const [topic, rows, total] = await Promise.all([
      topicOf(db, principal, parent),
      statements.listReplies(db, principal, { parent, ...query }),
      statements.countReplies(db, principal, parent),
    ]);
    return { replies: rows.map((row) => toComment(row, topic, principal)), total };
  }),

  serve(getComment, async ({ db, principal, params }) => {
    const row = await getCommentRow(db, principal, params.id);
    const { comment_thread_id } = row;
    const topic = await topicOf(db, principal, row);
    const after = row.ancestors[0] ?? row.id;
    const [ancestors, offset] = await Promise.all([
      statements.listComments(db, principal, { ids: row.ancestors, topic: row.topic }),
      statements.countTopComments(db, principal, { comment_thread_id, topic, after }),
    ]);
    return {
      comment: toComment(row, topic, principal),
      ancestors: ancestors.map((ancestor) => toComment(ancestor, topic, principal)),
      offset,
    };
  }),

  serveWrite(setThreadState, async ({ db, principal, params, body }) => {
    const { state, file_folder_name } = body;
    const topic = await getTopic(db, principal, { id: params.id, file_folder_name });
    return followThread({ db, principal }, topic, state);
  }),

  serveWrite(setGeneThreadState, async ({ db, principal, params, body }) =>
    followThread({ db, principal }, await getGeneTopic(db, principal, params.symbol), body.state),
  ),

  serve(listMentionableUsers, async ({ db, principal, query }) => {
    const { visibility, comment } = query;
    const topic = await findMentionTopic({ db, principal }, query);
    const answered = comment === undefined ? null : await getCommentRow(db, principal, comment);
    const readers = { visibility, person_id: idOf(principal), to_person_id: answered?.person_id ?? null };
    const mentionQuery = {
      ...query,
      ids: readIds(query.ids),
      draft: topic && { topic, ...readers },
    };
    const [rows, total] = await Promise.all([
      people.listMentionableUsers(db, mentionQuery),
      people.countMentionableUsers(db, mentionQuery),
    ]);
    const alike = findLookAlikes(rows.map(({ name }) => name));
    const users = rows.map((row, index) => ({ ...row, username: alike.has(index) ? row.username : null }));
    return { users, total };
  }),
];

const GENE_SOCKET = 'gene:';

/** Open to readers of the record or gene; it carries only signals, and the page then requests the comments. */
export const commentSocket: Socket = {
  path: COMMENT_SOCKET.path,
  type: COMMENT_SOCKET.type,
  async authorize(db, principal, id) {
    const number = /^[1-9][0-9]{0,8}$/.test(id) ? Number(id) : 0;
    const topic = id.startsWith(GENE_SOCKET)
      ? await findGeneTopic(db, principal, id.slice(GENE_SOCKET.length))
      : number === 0
        ? undefined
        : await findRecordTopic(db, principal, number);
    if (!topic || !principal.permissions.has('COMMENTS_LIST_VIEW')) throw notFound('record');
    return commentsTopic(topic);
  },
};
