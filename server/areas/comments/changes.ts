/** Creates, edits, deletes and restores comments, with mentions and notifications in the same transaction. */

import type { Comment, createComment, createReply, updateComment } from '@omicon/contract/areas/comments.ts';
import type { BodyOf } from '@omicon/contract/base/endpoint.ts';
import type { Principal } from '@omicon/domain/permissions/permissions.ts';
import {
  canDeleteComment,
  canEditComment,
  DEEPEST_REPLY,
  narrowVisibility,
} from '@omicon/domain/records/comments.ts';
import { notFound, PortalError } from '../../base/errors.ts';
import type { Context } from '../../base/http/serve.ts';
import type { Db, Tx } from '../../base/postgres/database.ts';
import { notifyTopic } from '../../base/postgres/events.ts';
import type { Topic } from '../../records/comment/comment-rows.ts';
import { notifyPeople } from '../notifications/notify.ts';
import { readMessage } from './clean-message.ts';
import type { CommentRow } from './sql.ts';
import * as reads from './sql.ts';
import * as statements from './sql-writes.ts';
import { ensureThread, findNamedTopic, type ThreadTopic } from './topics/sql-topics.ts';
import { getGeneTopic, getTopic, idOf, refuseWithoutCode, toComment } from './topics/topics.ts';

/** Event topic of every comment on a record, its files or its modules, or on a gene. */
export function commentsTopic({
  entity_number,
  gene_symbol,
}: Pick<Topic, 'entity_number' | 'gene_symbol'>): string {
  return `comments on ${entity_number ?? gene_symbol?.toUpperCase()}`;
}

/** The topic of a readable comment, with its names. */
export async function topicOf(
  db: Db,
  principal: Principal,
  row: Pick<CommentRow, 'comment_thread_id' | 'topic'>,
): Promise<ThreadTopic> {
  const topic = await findNamedTopic(db, principal, row.topic);
  if (!topic) throw notFound('comment');
  return { ...topic, id: row.comment_thread_id };
}

type Body = Pick<
  BodyOf<typeof createComment>,
  'message' | 'mentioned_users' | 'comment_page_url' | 'visibility'
>;

interface Call {
  db: Tx;
  principal: Principal;
}

/** The message to store and the people it mentions; only people who may read it count as mentioned. */
async function readText({ db }: Call, body: Body, at: { draft: statements.DraftComment; topic: Topic }) {
  const message = readMessage(body.message, body.mentioned_users);
  const names = await statements.listMentionable(db, { ...at, ids: message.mentioned });
  const text = { ...message.finish(names), page_url: body.comment_page_url };
  return { text, mentioned: [...names.keys()].toSorted((one, other) => one - other) };
}

interface News {
  comment_id: number;
  author_id: number;
  mentioned: readonly number[];
  /** who is notified without being mentioned */
  others: readonly statements.Recipient[];
  topic: Topic;
}

/**
 * Notifies each person once, for the first reason that applies; open pages hear of it through the event topic of the
 * record or gene.
 */
async function notify(db: Tx, { comment_id, author_id, ...news }: News): Promise<void> {
  const mentions = news.mentioned.map((person_id) => ({ person_id, reason: 'mention' as const }));
  const others = news.others.filter(({ person_id }) => !news.mentioned.includes(person_id));
  const recipients = [...mentions, ...others].filter(({ person_id }) => person_id !== author_id);
  await notifyPeople(
    db,
    recipients.map(({ person_id, reason }) => ({
      person_id,
      kind: 'mention' as const,
      subject: `comment ${comment_id}`,
      content: { comment_id, reason },
    })),
    [commentsTopic(news.topic)],
  );
}

interface CommentInput {
  body: Body;
  topic: ThreadTopic;
  parent: CommentRow | null;
}

/** The columns besides the text. */
function draftComment(principal: Principal, { body, parent }: CommentInput) {
  return {
    person_id: idOf(principal),
    to_person_id: parent?.person_id ?? null,
    level: parent ? parent.level + 1 : 0,
    ancestors: parent ? [...parent.ancestors, parent.id] : [],
    visibility: parent ? narrowVisibility(body.visibility, parent.visibility) : body.visibility,
  };
}

/** Stores a comment on a topic that the author may open, and notifies people. */
export async function createCommentAt(call: Call, input: CommentInput): Promise<Comment> {
  const { db, principal } = call;
  const { body, topic, parent } = input;
  refuseWithoutCode(principal, topic);
  const draft = draftComment(principal, input);
  const { text, mentioned } = await readText(call, body, { draft, topic });
  const parents = { comment_thread_id: topic.id, parent_id: parent?.id ?? null };
  const stored = await statements.createComment(db, { ...draft, ...text, ...parents });
  const { id: comment_id } = stored;
  await statements.addMentions(db, comment_id, mentioned);
  const others = await statements.listRecipients(db, { draft, topic, ...parents });
  await notify(db, { comment_id, author_id: draft.person_id, mentioned, others, topic });
  const row = { ...draft, ...text, ...parents, ...stored, topic };
  const to_name = parent?.author ?? null;
  return toComment({ ...row, to_name, replies_count: 0, mentioned_users: mentioned }, topic, principal);
}

export async function writeComment({ db, principal, body }: Context<typeof createComment, Tx>) {
  const { entity_id: id = 0, gene, file_folder_name, entity_type } = body;
  const topic =
    gene === undefined
      ? await getTopic(db, principal, { id, file_folder_name, entity_type })
      : await getGeneTopic(db, principal, gene);
  const thread = { ...topic, id: await ensureThread(db, topic) };
  return createCommentAt({ db, principal }, { body, topic: thread, parent: null });
}

export async function writeReply({ db, principal, body }: Context<typeof createReply, Tx>) {
  const parent = await reads.lockComment(db, principal, { id: body.comment, lock: 'share' });
  if (!parent) throw notFound('comment');
  const topic = await topicOf(db, principal, parent);
  if (parent.level >= DEEPEST_REPLY)
    throw new PortalError(
      'invalid_input',
      'This reply cannot be answered any more; answer the one above it.',
    );
  return createCommentAt({ db, principal }, { body, topic, parent });
}

interface Target {
  id: number;
  /** whether the call is for replies; it does not find comments, and vice versa */
  isReply: boolean;
}

async function lockTarget({ db, principal }: Call, { id, isReply }: Target): Promise<CommentRow> {
  const row = await reads.lockComment(db, principal, { id, lock: 'update' });
  if (!row || row.level > 0 !== isReply) throw notFound(isReply ? 'reply' : 'comment');
  return row;
}

function kindOf({ topic, level, person_id }: CommentRow) {
  return { entity_type: topic.entity_type, isReply: level > 0, person_id };
}

function refuseUnless(isAllowed: boolean): void {
  if (!isAllowed)
    throw new PortalError('permission_denied', 'You do not have permission to perform this action.');
}

const STALE =
  'This comment was changed by somebody else. Copy your text, reload the comments and repeat your change.';

/** A parent is locked before its replies, here as everywhere, to avoid deadlocks. */
async function narrowToParent({ db, principal }: Call, row: CommentRow, visibility: Body['visibility']) {
  if (row.parent_id === null) return visibility;
  const parent = await reads.lockComment(db, principal, { id: row.parent_id, lock: 'share' });
  if (!parent) throw notFound('reply');
  return narrowVisibility(visibility, parent.visibility);
}

type EditBody = BodyOf<typeof updateComment>;

export async function edit(call: Call, target: Target, body: EditBody): Promise<Comment> {
  const { db, principal } = call;
  const before = await reads.findComment(db, principal, target.id);
  if (!before) throw notFound(target.isReply ? 'reply' : 'comment');
  const visibility = await narrowToParent(call, before, body.visibility ?? before.visibility);
  const row = await lockTarget(call, target);
  refuseUnless(canEditComment(principal, kindOf(row)));
  if (body.version !== row.version) throw new PortalError('conflict', STALE);
  const topic = await topicOf(db, principal, row);
  const draft = { ...row, visibility };
  const { text, mentioned } = await readText(call, { ...body, visibility }, { draft, topic });
  await statements.updateComment(db, { ...draft, ...text });
  await statements.removeOtherMentions(db, row.id, mentioned);
  const newlyMentioned = await statements.addMentions(db, row.id, mentioned);
  const news = { comment_id: row.id, author_id: row.person_id, mentioned: newlyMentioned, others: [] };
  await notify(db, { ...news, topic });
  const edited = await reads.findComment(db, principal, row.id);
  if (!edited) throw notFound('comment');
  return toComment(edited, topic, principal);
}

export async function remove(call: Call, target: Target): Promise<CommentRow> {
  const row = await lockTarget(call, target);
  refuseUnless(canDeleteComment(call.principal, kindOf(row)));
  const topic = await topicOf(call.db, call.principal, row);
  await statements.deleteComment(call.db, { id: row.id, deleted_by: idOf(call.principal) });
  await notifyTopic(call.db, commentsTopic(topic));
  return row;
}

export async function restore(call: Call, id: number): Promise<Comment> {
  const { db, principal } = call;
  const isRestored = await statements.restoreComment(db, principal, id);
  const row = isRestored ? await reads.findComment(db, principal, id) : undefined;
  // A person who may not read it, or a comment above it, may not restore it either; the error rolls it back.
  if (!row) throw notFound('deleted comment');
  const topic = await topicOf(db, principal, row);
  await notifyTopic(db, commentsTopic(topic));
  return toComment(row, topic, principal);
}
