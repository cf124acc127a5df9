import type { Comment } from '@omicon/contract/areas/comments.ts';
import type { EntityType } from '@omicon/contract/base/records.ts';

/** One topic of comments: a record, a file or folder in it, or a module. */
export interface Thread {
  /** of the record that holds it; `project` for a module */
  entity_type: EntityType;
  /** number of the record, or of the module */
  entity_id: number;
  /** path of a file or folder inside the record, '' for the record or module itself */
  path: string;
  /** number of the record whose socket reports changes */
  record_id: number;
  /** address of the page with the thread; notifications link to it */
  page_url: string;
}

/** The thread of a comment; a module is identified by its own number. */
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

/** The address with the comment to open as its `comment` parameter. */
export function withComment(address: string, id: number): string {
  const [path = '', query = ''] = address.split('?');
  const parts = new URLSearchParams(query);
  parts.set('comment', String(id));
  return `${path}?${parts}`;
}
