/** Creates comments and replies through the API. */

import { type Comment, createComment, createReply } from '@omicon/contract/areas/comments.ts';
import type { CommentVisibility } from '@omicon/domain/records/comments.ts';
import type { EntityType } from '@omicon/domain/records/record-kinds.ts';
import type { Caller, TestPortal } from './portal.ts';

export const PAGE_URL = '/home/collections/data-collections/attributes?dcId=1&contentType=collections';

export interface SaidInput {
  /** default: a data collection */
  entity_type?: EntityType;
  entity_id: number;
  file_folder_name?: string;
  message?: string;
  visibility?: CommentVisibility;
  mentioned_users?: number[];
}

/** Creates a comment; a refusal fails the test. */
export async function aComment(portal: TestPortal, as: Caller, body: SaidInput): Promise<Comment> {
  const defaults = {
    entity_type: 'dc' as const,
    message: '<p>The batches differ.</p>',
    comment_page_url: PAGE_URL,
  };
  return (await portal.call(createComment, { as, body: { ...defaults, ...body } })).reply;
}

export interface AnswerInput {
  /** the parent comment or reply */
  to: number;
  message?: string;
  visibility?: CommentVisibility;
  mentioned_users?: number[];
}

/** Creates a reply; a refusal fails the test. */
export async function anAnswer(
  portal: TestPortal,
  as: Caller,
  { to, ...body }: AnswerInput,
): Promise<Comment> {
  const defaults = { message: '<p>So they do.</p>', comment_page_url: PAGE_URL };
  return (await portal.call(createReply, { as, body: { ...defaults, ...body, comment: to } })).reply;
}

/** A mention as written by the editor. */
export function mention(person_id: number, label = 'somebody'): string {
  return `<span class="mention" data-type="mention" data-id="${person_id}" data-label="${label}">@${label}</span>`;
}

/** Stored notifications of a comment: person, comment and reason. */
export async function listNotified(
  portal: TestPortal,
  comment_id: number,
): Promise<{ person_id: number; reason: unknown }[]> {
  const rows = await portal.services.db
    .selectFrom('notification')
    .select(['person_id', 'content'])
    .where('kind', '=', 'mention')
    .where('subject', '=', `comment ${comment_id}`)
    .orderBy('person_id')
    .execute();
  return rows.map(({ person_id, content }) => {
    const { reason } = content as { reason: unknown };
    return { person_id, reason };
  });
}
