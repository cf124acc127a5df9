/** Rules for comments: who may read and change them, and how deep replies can be nested. */
import type { PermissionCode, Principal } from '../permissions/permissions.ts';

/** What comments are on: `dc` a data collection, `ds` a data set, `project` an analysis, a gene, or a meta-module. */
export const TOPIC_TYPES = ['dc', 'ds', 'project', 'gene', 'meta-module'] as const;
export type TopicType = (typeof TOPIC_TYPES)[number];

/** From widest to narrowest. */
export const COMMENT_VISIBILITIES = ['public', 'lab', 'private'] as const;
export type CommentVisibility = (typeof COMMENT_VISIBILITIES)[number];

export const COMMENT_VISIBILITY_NAMES: Record<CommentVisibility, string> = {
  public: 'Public',
  lab: 'Lab',
  private: 'Private',
};

/** Comments on a record have level 0; replies at this level cannot be answered. */
export const DEEPEST_REPLY = 3;

/** Maximum number of mentions in one comment. */
export const MAX_MENTIONS = 50;

/** Days in which a deleted comment can be restored. */
export const COMMENT_RETURN_DAYS = 30;

export interface CommentAuthorship {
  visibility: CommentVisibility;
  person_id: number;
  /** author of the comment that this one replies to */
  to_person_id: number | null;
}

/**
 * Whether somebody who may read the record may read its comment: public comments by everybody, lab comments by readers
 * of lab records, private ones by moderators. The author and the person replied to can always read it. Callers must
 * apply the rule to every ancestor of a reply, too.
 */
export function canReadComment(principal: Principal, comment: CommentAuthorship): boolean {
  if (comment.visibility === 'public') return true;
  const { person_id } = principal;
  if (person_id !== null && (person_id === comment.person_id || person_id === comment.to_person_id))
    return true;
  if (comment.visibility === 'lab') return principal.permissions.has('LAB_RECORDS_VIEW');
  return principal.permissions.has('COMMENTS_UPDATE');
}

/** Limits the visibility of a reply to that of its parent. */
export function narrowVisibility(requested: CommentVisibility, parent: CommentVisibility): CommentVisibility {
  return COMMENT_VISIBILITIES.indexOf(requested) < COMMENT_VISIBILITIES.indexOf(parent) ? parent : requested;
}

const COMMENT_CODES = {
  dc: 'COLLECTION_COMMENT',
  ds: 'DATA_SET_COMMENT',
  project: 'PROJECT_COMMENT',
  gene: 'GENE_COMMENT',
  // Meta-modules are results of analyses.
  'meta-module': 'PROJECT_COMMENT',
} as const satisfies Record<TopicType, PermissionCode>;

/** The code for discussing a kind of topic, required in addition to that for comments or replies. */
export function commentCode(entity_type: TopicType): PermissionCode {
  return COMMENT_CODES[entity_type];
}

interface Kind {
  /** comments on analyses and on meta-modules, which are results of these, have additional codes */
  entity_type: TopicType;
  isReply: boolean;
}

const isOfAnalyses = (entity_type: TopicType) => entity_type === 'project' || entity_type === 'meta-module';

/** Codes that let authors change their comment or reply; one is enough. */
export function ownEditCodes({ entity_type, isReply }: Kind): readonly string[] {
  if (isReply) return ['REPLIES_UPDATE_SELF'];
  return isOfAnalyses(entity_type)
    ? ['COMMENTS_UPDATE_SELF', 'PROJECT_COMMENTS_MODIFY_SELF']
    : ['COMMENTS_UPDATE_SELF'];
}

/** Codes that let authors delete their comment or reply; one is enough. */
export function ownDeleteCodes({ entity_type, isReply }: Kind): readonly string[] {
  if (isReply) return ['REPLIES_DELETE_SELF'];
  return isOfAnalyses(entity_type)
    ? ['COMMENTS_DELETE_SELF', 'PROJECT_COMMENTS_DELETE_SELF']
    : ['COMMENTS_DELETE_SELF'];
}

function mayChange(
  principal: Principal,
  generalCode: string,
  authorCodes: readonly string[],
  person_id: number,
): boolean {
  if (principal.permissions.has(generalCode)) return true;
  return principal.person_id === person_id && authorCodes.some((code) => principal.permissions.has(code));
}

/** Authors may edit their comments with the permission; COMMENTS_UPDATE or REPLIES_UPDATE allows any. */
export function canEditComment(principal: Principal, comment: Kind & { person_id: number }): boolean {
  const generalCode = comment.isReply ? 'REPLIES_UPDATE' : 'COMMENTS_UPDATE';
  return mayChange(principal, generalCode, ownEditCodes(comment), comment.person_id);
}

/** Authors may delete their comments with the permission; COMMENTS_DELETE or REPLIES_DELETE allows any. */
export function canDeleteComment(principal: Principal, comment: Kind & { person_id: number }): boolean {
  const generalCode = comment.isReply ? 'REPLIES_DELETE' : 'COMMENTS_DELETE';
  return mayChange(principal, generalCode, ownDeleteCodes(comment), comment.person_id);
}
