import type { CommentVisibility } from '@omicon/domain/records/comments.ts';

/** An unsent comment. */
export interface Draft {
  message: string;
  visibility: CommentVisibility;
}

/** Drafts per person, in memory only: the next person to sign in on the same page must not see them. */
const drafts = new Map<string, Draft>();

function mapKey(personId: number, draftKey: string): string {
  return `${personId} ${draftKey}`;
}

/** @param form names the form: a new comment on a thread, a reply, an edit */
export function findDraft(personId: number, draftKey: string): Draft | null {
  return drafts.get(mapKey(personId, draftKey)) ?? null;
}

export function saveDraft(personId: number, draftKey: string, draft: Draft): void {
  if (draft.message === '') drafts.delete(mapKey(personId, draftKey));
  else drafts.set(mapKey(personId, draftKey), draft);
}

export function deleteDraft(personId: number, draftKey: string): void {
  drafts.delete(mapKey(personId, draftKey));
}
