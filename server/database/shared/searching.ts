/** What areas that ask the search threads share. */
import type { Principal } from '@omicon/domain/permissions/permissions.ts';
import type { Viewer } from '@omicon/search-index/read/catalog-entries.ts';
import { QueryRefusal, SortRefusal } from '@omicon/search-index/threads.ts';
import { PortalError } from '../../base/http/errors.ts';

/** The asker, as the search threads judge what may be seen. */
export function viewerOf(principal: Principal): Viewer {
  return { person_id: principal.person_id, readsLab: principal.permissions.has('LAB_RECORDS_VIEW') };
}

/** Refusals of the search threads as what a caller may know. */
export async function refused<T>(asked: Promise<T>): Promise<T> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof QueryRefusal) {
      const fields = Object.fromEntries(
        error.faults.map(({ path, sentence }) => [`filters.${path}`, sentence]),
      );
      const [first] = error.faults;
      throw new PortalError('invalid_input', `${first?.path ?? 'filters'}: ${first?.sentence ?? ''}`, {
        fields,
      });
    }
    if (error instanceof SortRefusal)
      throw new PortalError('invalid_input', error.message, { fields: { sort: error.message } });
    throw error;
  }
}
