import type { Comment } from '@omicon/contract/areas/comments.ts';
import { mappingKey } from '@omicon/domain/identifiers/identifier-mapping.ts';
import type { TopicType } from '@omicon/domain/records/comments.ts';

/** One topic of comments: a record, a file or folder in it, a module, a meta-module, or a gene. */
export interface Thread {
  /** of the record that holds it; `project` for a module */
  entity_type: TopicType;
  /** number of the record, module or meta-module; null for a gene */
  entity_id: number | null;
  /** symbol of the gene, else null */
  gene: string | null;
  /** path of a file or folder inside the record, '' for the record or module itself */
  path: string;
  /** number of the record whose socket reports changes; null for a gene */
  record_id: number | null;
  /** address of the page with the thread; notifications link to it */
  page_url: string;
}

/** The thread of a comment; a module is identified by its own number. */
export function threadOf(comment: Comment): Thread {
  return {
    entity_type: comment.entity_type,
    entity_id: comment.covariation_module_id ?? comment.entity_id,
    gene: comment.gene,
    path: comment.file_folder_name,
    record_id: comment.entity_id,
    page_url: comment.comment_page_url,
  };
}

/** Differs between threads; the letter case of a gene does not matter. */
export function keyOfThread({ gene, entity_id, path }: Thread): string {
  return gene === null ? `${entity_id}/${path}` : `gene ${mappingKey(gene)}`;
}

/** The record, module, meta-module or gene of a thread, as calls name it. */
export function subjectOf({ gene, entity_id }: Thread): { gene: string } | { entity_id: number } {
  return gene === null ? { entity_id: entity_id ?? 0 } : { gene };
}

/** The id of the socket that reports changes of the thread. */
export function socketOf({ gene, record_id }: Thread): string | number | null {
  return gene === null ? record_id : `gene:${gene}`;
}

/** The address with the comment to open as its `comment` parameter. */
export function withComment(address: string, id: number): string {
  const [path = '', query = ''] = address.split('?');
  const parts = new URLSearchParams(query);
  parts.set('comment', String(id));
  return `${path}?${parts}`;
}
