import { createTerms, type Terms } from '@omicon/contract/areas/people/terms.ts';

/** A section of a draft; `id` stays the same when sections move. */
export interface DraftSection {
  id: string;
  heading: string;
  body: string;
}

const fields = createTerms.body.shape.sections.element.shape;

export const MAX_SECTIONS = 50;

export const SAME_TEXT = 'The text is the one in force';

/** The message of the first failing rule of a field; null if valid. */
export function faultOf(field: 'heading' | 'body', value: string): string | null {
  return fields[field].safeParse(value.trim()).error?.issues[0]?.message ?? null;
}

export function toDraft(sections: Terms['sections']): DraftSection[] {
  return sections.map((section) => ({ id: crypto.randomUUID(), ...section }));
}

export function toSections(draft: readonly DraftSection[]): Terms['sections'] {
  return draft.map(({ heading, body }) => ({ heading: heading.trim(), body: body.trim() }));
}

/** Why a draft cannot be published; null when it can. */
export function refusalOf(draft: readonly DraftSection[], dated: string, inForce: Terms): string | null {
  if (!createTerms.body.shape.dated.safeParse(dated).success) return 'Enter a date';
  if (draft.length === 0) return 'Add a section';
  const isWritten = draft.every(
    ({ heading, body }) => faultOf('heading', heading) === null && faultOf('body', body) === null,
  );
  if (!isWritten) return 'Every section needs a heading and a text';
  if (JSON.stringify(toSections(draft)) === JSON.stringify(inForce.sections)) return SAME_TEXT;
  return null;
}

/** The draft with one section moved by `by` positions; unchanged if that would be outside. */
export function moveSection(draft: readonly DraftSection[], index: number, by: number): DraftSection[] {
  const moved = draft[index];
  const target = index + by;
  if (moved === undefined || target < 0 || target >= draft.length) return [...draft];
  return draft.toSpliced(index, 1).toSpliced(target, 0, moved);
}
