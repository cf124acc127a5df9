/** Shared by the areas that use the search threads. */
import type { Principal } from '@omicon/domain/permissions/permissions.ts';
import { QueryRefusal } from '@omicon/search-index/query-refusal.ts';
import type { Viewer } from '@omicon/search-index/read/catalog-entries.ts';
import { SortRefusal } from '@omicon/search-index/threads.ts';
import { PortalError } from '../../base/errors.ts';

/** The caller's visibility in the form of the search threads. */
export function viewerOf(principal: Principal): Viewer {
  return { person_id: principal.person_id, readsLab: principal.permissions.has('LAB_RECORDS_VIEW') };
}

/** Converts refusals of the search threads to portal errors. */
export async function refused<T>(result: Promise<T>): Promise<T> {
  try {
    return await result;
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
