import type { CommentVisibility } from '@omicon/domain/records/comments.ts';

/** A text that was begun and not sent. */
export interface Draft {
  message: string;
  visibility: CommentVisibility;
}

/** For the life of the page and for one person: whoever signs in next on the same page must not find it. */
const drafts = new Map<string, Draft>();

function nameOf(personId: number, place: string): string {
  return `${personId} ${place}`;
}

/** @param place what is written: a new comment on a thread, an answer, an edit */
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
