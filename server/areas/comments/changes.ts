/** Writing, editing, deleting and restoring: what is said, who is mentioned and who hears of it, in one transaction. */

import type { Comment, createComment, createReply, updateComment } from '@omicon/contract/areas/comments.ts';
import type { BodyOf } from '@omicon/contract/base/endpoint.ts';
import type { Principal } from '@omicon/domain/permissions/permissions.ts';
import {
  canDeleteComment,
  canEditComment,
  DEEPEST_REPLY,
  narrowVisibility,
} from '@omicon/domain/records/comments.ts';
import { notFound, PortalError } from '../../base/http/errors.ts';
import type { Context } from '../../base/http/serve.ts';
import type { Db, Tx } from '../../base/postgres/database.ts';
import { notifyTopic } from '../../base/postgres/events.ts';
import type { Place } from '../../database/shared/comment-rows.ts';
import { notifyPeople } from '../notifications/notify.ts';
import { readMessage } from './clean-message.ts';
import { findTopic, idOf, refuseWithoutCode, toComment } from './places.ts';
import type { CommentRow } from './sql.ts';
import * as reads from './sql.ts';
import { describePlace, ensureThread, type ThreadTopic } from './sql-places.ts';
import * as statements from './sql-writes.ts';

/** Topic that changes with every comment on a record, its files or its modules. */
export function commentsTopic(entity_number: number): string {
  return `comments on ${entity_number}`;
}

/** What is talked about in the thread of a comment that was found to be readable. */
export async function topicOf(
  db: Db,
  principal: Principal,
  { comment_thread_id: id, place }: CommentRow,
): Promise<ThreadTopic> {
  const topic = await describePlace(db, principal, place);
  if (!topic) throw notFound('comment');
  return { ...topic, id };
}

type Body = Pick<
  BodyOf<typeof createComment>,
  'message' | 'mentioned_users' | 'comment_page_url' | 'visibility'
>;

interface Call {
  db: Tx;
  principal: Principal;
}

/** The message as it is stored and the people it mentions, all of whom may read it. */
async function readSaid({ db }: Call, body: Body, { said, place }: { said: statements.Said; place: Place }) {
  const draft = readMessage(body.message, body.mentioned_users);
  const names = await statements.listMentionable(db, { said, place, ids: draft.mentioned });
  const text = { ...draft.finish(names), page_url: body.comment_page_url };
  return { text, mentioned: [...names.keys()].toSorted((one, other) => one - other) };
}

interface News {
  comment_id: number;
  author_id: number;
  mentioned: readonly number[];
  /** who hears of it without being mentioned */
  concerned: readonly statements.Recipient[];
  entity_number: number;
}

/** People hear of a comment through its notification, once and for the first reason; open pages through the topic of its record. */
async function tell(db: Tx, { comment_id, author_id, ...news }: News): Promise<void> {
  const mentions = news.mentioned.map((person_id) => ({ person_id, reason: 'mention' as const }));
  const others = news.concerned.filter(({ person_id }) => !news.mentioned.includes(person_id));
  const recipients = [...mentions, ...others].filter(({ person_id }) => person_id !== author_id);
  await notifyPeople(
    db,
    recipients.map(({ person_id, reason }) => ({
      person_id,
      kind: 'mention' as const,
      subject: `comment ${comment_id}`,
      content: { comment_id, reason },
    })),
    [commentsTopic(news.entity_number)],
  );
}

interface ToSay {
  body: Body;
  topic: ThreadTopic;
  parent: CommentRow | null;
}

/** What is stored of it besides its text. */
function describeSaid(principal: Principal, { body, parent }: ToSay) {
  return {
    person_id: idOf(principal),
    to_person_id: parent?.person_id ?? null,
    level: parent ? parent.level + 1 : 0,
    ancestors: parent ? [...parent.ancestors, parent.id] : [],
    visibility: parent ? narrowVisibility(body.visibility, parent.visibility) : body.visibility,
  };
}

/** Stores what is said at a place the speaker was found to be allowed to open, and tells of it. */
export async function createCommentAt(call: Call, toSay: ToSay): Promise<Comment> {
  const { db, principal } = call;
  const { body, topic, parent } = toSay;
  refuseWithoutCode(principal, topic);
  const said = describeSaid(principal, toSay);
  const { text, mentioned } = await readSaid(call, body, { said, place: topic });
  const place = { comment_thread_id: topic.id, parent_id: parent?.id ?? null };
  const stored = await statements.createComment(db, { ...said, ...text, ...place });
  const { id: comment_id } = stored;
  await statements.addMentions(db, comment_id, mentioned);
  const concerned = await statements.listConcerned(db, { said, place: topic, ...place });
  const { entity_number } = topic;
  await tell(db, { comment_id, author_id: said.person_id, mentioned, concerned, entity_number });
  const row = { ...said, ...text, ...place, ...stored, place: topic };
  const to_name = parent?.author ?? null;
  return toComment({ ...row, to_name, replies_count: 0, mentioned_users: mentioned }, topic, principal);
}

export async function writeComment({ db, principal, body }: Context<typeof createComment, Tx>) {
  const { entity_id: id, file_folder_name } = body;
  const { entity_type } = body;
  const topic = await findTopic(db, principal, { id, file_folder_name, entity_type });
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
  /** whether the call is one for replies; the other kind is not found by it */
  isReply: boolean;
}

async function lockTarget({ db, principal }: Call, { id, isReply }: Target): Promise<CommentRow> {
  const row = await reads.lockComment(db, principal, { id, lock: 'update' });
  if (!row || row.level > 0 !== isReply) throw notFound(isReply ? 'reply' : 'comment');
  return row;
}

function kindOf({ place, level, person_id }: CommentRow) {
  return { entity_type: place.entity_type, isReply: level > 0, person_id };
}

function refuseUnless(isAllowed: boolean): void {
  if (!isAllowed)
    throw new PortalError('permission_denied', 'You do not have permission to perform this action.');
}

const STALE =
  'This comment was changed by somebody else meanwhile. Copy your text, load the comments again and repeat your change.';

/** A parent is held before its answers, here as everywhere, so that nobody waits in a circle. */
async function narrowToParent({ db, principal }: Call, row: CommentRow, wished: Body['visibility']) {
  if (row.parent_id === null) return wished;
  const parent = await reads.lockComment(db, principal, { id: row.parent_id, lock: 'share' });
  if (!parent) throw notFound('reply');
  return narrowVisibility(wished, parent.visibility);
}

type EditBody = BodyOf<typeof updateComment>;

export async function edit(call: Call, target: Target, body: EditBody): Promise<Comment> {
  const { db, principal } = call;
  const before = await reads.getComment(db, principal, target.id);
  if (!before) throw notFound(target.isReply ? 'reply' : 'comment');
  const visibility = await narrowToParent(call, before, body.visibility ?? before.visibility);
  const row = await lockTarget(call, target);
  refuseUnless(canEditComment(principal, kindOf(row)));
  if (body.version !== row.version) throw new PortalError('conflict', STALE);
  const topic = await topicOf(db, principal, row);
  const said = { ...row, visibility };
  const { text, mentioned } = await readSaid(call, { ...body, visibility }, { said, place: topic });
  await statements.updateComment(db, { ...said, ...text });
  await statements.removeOtherMentions(db, row.id, mentioned);
  const fresh = await statements.addMentions(db, row.id, mentioned);
  const { entity_number } = topic;
  const news = { comment_id: row.id, author_id: row.person_id, mentioned: fresh, concerned: [] };
  await tell(db, { ...news, entity_number });
  const edited = await reads.getComment(db, principal, row.id);
  if (!edited) throw notFound('comment');
  return toComment(edited, topic, principal);
}

export async function remove(call: Call, target: Target): Promise<CommentRow> {
  const row = await lockTarget(call, target);
  refuseUnless(canDeleteComment(call.principal, kindOf(row)));
  const { entity_number } = await topicOf(call.db, call.principal, row);
  await statements.deleteComment(call.db, { id: row.id, deleted_by: idOf(call.principal) });
  await notifyTopic(call.db, commentsTopic(entity_number));
  return row;
}

export async function bringBack(call: Call, id: number): Promise<Comment> {
  const { db, principal } = call;
  const isBack = await statements.restoreComment(db, principal, id);
  const row = isBack ? await reads.getComment(db, principal, id) : undefined;
  // Whoever may not read it, or what it answers, does not bring it back either: the transaction ends here.
  if (!row) throw notFound('deleted comment');
  const topic = await topicOf(db, principal, row);
  await notifyTopic(db, commentsTopic(topic.entity_number));
  return toComment(row, topic, principal);
}
