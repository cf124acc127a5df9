import type { CommentVisibility } from '@omicon/domain/records/comments.ts';

/** An unsent comment. */
export interface Draft {
  message: string;
  visibility: CommentVisibility;
}

/** Drafts per person, in memory only: the next person to sign in on the same page must not see them. */
const drafts = new Map<string, Draft>();

function nameOf(personId: number, place: string): string {
  return `${personId} ${place}`;
}

/** @param form names the form: a new comment on a thread, a reply, an edit */
export function readDraft(personId: number, place: string): Draft | null {
  return drafts.get(nameOf(personId, place)) ?? null;
}

export function keepDraft(personId: number, place: string, draft: Draft): void {
  if (draft.message === '') drafts.delete(nameOf(personId, place));
  else drafts.set(nameOf(personId, place), draft);
}

export function dropDraft(personId: number, place: string): void {
  drafts.delete(nameOf(personId, place));
}
