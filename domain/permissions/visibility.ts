/** Who may change the visibility of records. */
import type { Access, Principal, Visibility } from './permissions.ts';

/** Owners of records, and holders of COLLECTION_EDIT. */
export const VISIBILITY_ACCESS = {
  anyOf: ['COLLECTION_EDIT', 'COLLECTION_CREATE'],
} as const satisfies Access;

/**
 * Owners may change the visibility of their own records together; COLLECTION_EDIT allows any.
 * @param records the collection and what is made from it
 */
export function canChangeVisibility(
  { person_id, permissions }: Principal,
  records: readonly { owner_id: number | null }[],
): boolean {
  if (permissions.has('COLLECTION_EDIT')) return true;
  const isOwn = person_id !== null && records.every(({ owner_id }) => owner_id === person_id);
  return isOwn && permissions.has('COLLECTION_CREATE');
}

/** Visibility from the attribute Availability: `Public; ...` is public, other values mean the laboratory. */
export function visibilityOfText(availability: string): Visibility {
  return /^public\b/i.test(availability) ? 'public' : 'private';
}
