/** Who may read and change what people say, and how deep they may answer one another. */
import type { PermissionCode, Principal } from '../permissions/permissions.ts';

/** In the order from the widest to the narrowest. */
export const COMMENT_VISIBILITIES = ['public', 'lab', 'private'] as const;
export type CommentVisibility = (typeof COMMENT_VISIBILITIES)[number];

export const COMMENT_VISIBILITY_NAMES: Record<CommentVisibility, string> = {
  public: 'Public',
  lab: 'Lab',
  private: 'Private',
};

/** Comments on a record stand at level 0; an answer at this level cannot be answered again. */
export const DEEPEST_REPLY = 3;

/** Mentions of one comment. */
export const MOST_MENTIONS = 50;

/** How long after its deletion a comment can be brought back. */
export const COMMENT_RETURN_DAYS = 30;

export interface CommentAuthorship {
  visibility: CommentVisibility;
  person_id: number;
  /** author of the comment that this one answers */
  to_person_id: number | null;
}

/**
 * Whether a comment may be read by someone who may read its record: public ones by everybody, those of the laboratory
 * by readers of its records, private ones by whoever moderates. The author and the person answered always read it.
 * Nobody reads an answer to what they may not read; that is asked of every ancestor.
 */
export function canReadComment(principal: Principal, comment: CommentAuthorship): boolean {
  if (comment.visibility === 'public') return true;
  const { person_id } = principal;
  if (person_id !== null && (person_id === comment.person_id || person_id === comment.to_person_id))
    return true;
  if (comment.visibility === 'lab') return principal.permissions.has('LAB_RECORDS_VIEW');
  return principal.permissions.has('COMMENTS_UPDATE');
}

/** An answer is never read more widely than what it answers. */
export function narrowVisibility(wished: CommentVisibility, parent: CommentVisibility): CommentVisibility {
  return COMMENT_VISIBILITIES.indexOf(wished) < COMMENT_VISIBILITIES.indexOf(parent) ? parent : wished;
}

/** The code that lets people talk about a kind of record, besides that for comments or replies. */
export function commentCode(entity_type: 'dc' | 'ds' | 'project'): PermissionCode {
  if (entity_type === 'dc') return 'COLLECTION_COMMENT';
  return entity_type === 'ds' ? 'DATA_SET_COMMENT' : 'PROJECT_COMMENT';
}

interface Kind {
  /** `project` is an analysis, whose comments have codes of their own */
  entity_type: 'dc' | 'ds' | 'project';
  isReply: boolean;
}

/** Codes of which one lets the author change an own comment or reply. */
export function ownEditCodes({ entity_type, isReply }: Kind): readonly string[] {
  if (isReply) return ['REPLIES_UPDATE_SELF'];
  return entity_type === 'project'
    ? ['COMMENTS_UPDATE_SELF', 'PROJECT_COMMENTS_MODIFY_SELF']
    : ['COMMENTS_UPDATE_SELF'];
}

/** Codes of which one lets the author delete an own comment or reply. */
export function ownDeleteCodes({ entity_type, isReply }: Kind): readonly string[] {
  if (isReply) return ['REPLIES_DELETE_SELF'];
  return entity_type === 'project'
    ? ['COMMENTS_DELETE_SELF', 'PROJECT_COMMENTS_DELETE_SELF']
    : ['COMMENTS_DELETE_SELF'];
}

function may(principal: Principal, anyones: string, own: readonly string[], person_id: number): boolean {
  if (principal.permissions.has(anyones)) return true;
  return principal.person_id === person_id && own.some((code) => principal.permissions.has(code));
}

export function canEditComment(principal: Principal, comment: Kind & { person_id: number }): boolean {
  const anyones = comment.isReply ? 'REPLIES_UPDATE' : 'COMMENTS_UPDATE';
  return may(principal, anyones, ownEditCodes(comment), comment.person_id);
}

export function canDeleteComment(principal: Principal, comment: Kind & { person_id: number }): boolean {
  const anyones = comment.isReply ? 'REPLIES_DELETE' : 'COMMENTS_DELETE';
  return may(principal, anyones, ownDeleteCodes(comment), comment.person_id);
}
