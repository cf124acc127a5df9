import type { Comment } from '@omicon/contract/areas/comments.ts';
import type { EntityType } from '@omicon/contract/base/records.ts';

/** One place to talk about: a record, a file or folder in it, or a module. */
export interface Thread {
  /** of the record that holds it; `project` for a module */
  entity_type: EntityType;
  /** number of the record, or of the module */
  entity_id: number;
  /** path of a file or folder inside the record, '' for the record or module itself */
  path: string;
  /** number of the record whose socket tells of changes */
  record_id: number;
  /** address that leads here; whoever is mentioned is sent there */
  page_url: string;
}

/** The thread that a comment belongs to; a module is named by its own number. */
export function threadOf(comment: Comment): Thread {
  return {
    entity_type: comment.entity_type,
    entity_id: comment.covariation_module_id ?? comment.entity_id,
    path: comment.file_folder_name,
    record_id: comment.entity_id,
    page_url: comment.comment_page_url,
  };
}

export function isSameThread(a: Thread, b: Thread): boolean {
  return a.entity_id === b.entity_id && a.path === b.path;
}

/** An address with the comment that it should open. */
export function withComment(address: string, id: number): string {
  const [path = '', query = ''] = address.split('?');
  const parts = new URLSearchParams(query);
  parts.set('comment', String(id));
  return `${path}?${parts}`;
}
