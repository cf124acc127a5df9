/** Resolves the record, file, folder, module, meta-module or gene that a request names to the topic of a thread. */

import type { Comment } from '@omicon/contract/areas/comments.ts';
import { pathOfFile } from '@omicon/domain/files/file-path.ts';
import type { Principal } from '@omicon/domain/permissions/permissions.ts';
import {
  canDeleteComment,
  canEditComment,
  commentCode,
  DEEPEST_REPLY,
  type TopicType,
} from '@omicon/domain/records/comments.ts';
import { notFound, PortalError } from '../../../base/errors.ts';
import type { Db } from '../../../base/postgres/database.ts';
import {
  type CountedTopic,
  type NamedTopic,
  networkOfPdf,
  type Topic,
} from '../../../records/comment/comment-rows.ts';
import { fileKey, parseFileKey } from '../../../records/file/file-rows.ts';
import type { CommentRow } from '../sql.ts';
import * as statements from './sql-topics.ts';

/** The person's id; these calls require a permission, so there is one. */
export function idOf(principal: Principal): number {
  if (principal.person_id === null) throw new PortalError('sign_in_required', 'Please sign in.');
  return principal.person_id;
}

interface TopicReference {
  /** of a record, a module or a meta-module */
  id: number;
  /** the required kind, if any; a module has the kind of its analysis */
  entity_type?: TopicType;
  key?: string | undefined;
  file_folder_name?: string | undefined;
}

/** @throws PortalError 404 if the key is not that of a readable file of this record */
async function getPathOfKey(db: Db, principal: Principal, topic: Topic, key: string): Promise<string> {
  const id = parseFileKey(key);
  const file = id === null ? undefined : await statements.findFile(db, principal, id);
  if (!file || file.entity_type !== topic.entity_type || file.entity_number !== topic.entity_number)
    throw notFound('file');
  return pathOfFile(file);
}

/**
 * The topic a request names; a key has precedence over a path. A page of a module PDF is its module, whatever file is
 * named.
 * @throws PortalError 404 if it does not exist or may not be read
 */
export async function getTopic(
  db: Db,
  principal: Principal,
  { id, entity_type, key, file_folder_name = '' }: TopicReference,
): Promise<NamedTopic> {
  const record = await statements.findRecordTopic(db, principal, id, entity_type);
  if (!record) throw notFound('record');
  const path = key === undefined ? file_folder_name : await getPathOfKey(db, principal, record, key);
  // A record has no name besides its title, and a meta-module no files.
  if (path === '' && record.covariation_module_number === null)
    return { ...record, module: null, network: null, file_id: null, file_name: null };
  if (record.entity_type === 'meta-module') throw notFound('file');
  const topic = await statements.findNamedTopic(db, principal, {
    ...record,
    path: record.covariation_module_number === null ? path : '',
  });
  if (!topic) throw notFound('file');
  if (record.covariation_module_number !== null && path !== '' && key === undefined)
    await refuseForeignPath(db, principal, { ...record, path });
  return topic;
}

/** @throws PortalError 404 if the reader may not know the gene */
export async function getGeneTopic(db: Db, principal: Principal, symbol: string): Promise<NamedTopic> {
  const topic = await statements.findGeneTopic(db, principal, symbol);
  if (!topic) throw notFound('gene');
  return topic;
}

async function refuseForeignPath(db: Db, principal: Principal, topic: Topic): Promise<void> {
  const file = { ...topic, covariation_network_number: null, covariation_module_number: null };
  if (!(await statements.findNamedTopic(db, principal, file))) throw notFound('file');
}

/** @throws PortalError 403 for people who may not comment on such records */
export function refuseWithoutCode(principal: Principal, { entity_type }: Topic): void {
  if (principal.permissions.has(commentCode(entity_type))) return;
  throw new PortalError('permission_denied', 'You do not have permission to perform this action.');
}

/** The topic as it is counted: a module PDF includes the pages of its modules. */
export function toCounted(topic: NamedTopic): CountedTopic {
  const { entity_type, path, file_name, covariation_module_number } = topic;
  const folder = path.slice(0, Math.max(path.lastIndexOf('/'), 0));
  const hasFiles = entity_type !== 'gene' && entity_type !== 'meta-module';
  const isFile = hasFiles && covariation_module_number === null && file_name !== null;
  return { ...topic, network: isFile ? networkOfPdf({ entity_type, folder, name: file_name }) : null };
}

/** A short name of the topic. */
export function nameTopic({ module, network, path, title }: NamedTopic): string {
  if (module !== null) return `${module} of ${network}`;
  return path === '' ? title : path.slice(path.lastIndexOf('/') + 1);
}

export function toComment(row: Omit<CommentRow, 'topic'>, topic: NamedTopic, principal: Principal): Comment {
  const kind = { entity_type: topic.entity_type, isReply: row.level > 0, person_id: row.person_id };
  return {
    id: row.id,
    message: row.message,
    user: { id: row.person_id, name: row.author },
    created_by_name: row.author,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    is_edited: row.version > 1,
    level: row.level,
    comment: row.parent_id,
    replies_count: row.level < DEEPEST_REPLY ? row.replies_count : 0,
    is_owner: row.person_id === principal.person_id,
    can_edit: canEditComment(principal, kind),
    can_delete: canDeleteComment(principal, kind),
    visibility: row.visibility,
    mentioned_users: row.mentioned_users,
    entity_type: topic.entity_type,
    entity_id: topic.covariation_module_number ?? topic.entity_number,
    gene: topic.gene_symbol,
    file_folder_name: topic.path,
    comment_page_url: row.page_url,
    display_name: nameTopic(topic),
    to_user: row.to_person_id === null ? null : { id: row.to_person_id, name: row.to_name ?? '' },
    covariation_network: topic.network,
    module: topic.module,
    covariation_module_id: topic.covariation_module_number,
    key: topic.file_id === null ? null : fileKey({ id: topic.file_id, name: topic.file_name ?? '' }),
    version: row.version,
  };
}
