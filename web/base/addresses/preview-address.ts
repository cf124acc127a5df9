/** What an address says about the file that is open: which it is, and where in it. */

import { COMMENT_QUERY } from './comment-address.ts';

/**
 * How an address names the open file: `pdf_name` by its name in the folder whose files are listed, `file` by its key
 * where files of several records stand together.
 */
export type OpenedBy = 'pdf_name' | 'file';

/** The page of a PDF. Lists of several records keep their own page under `page`. */
export const PAGE_NAME = { pdf_name: 'page', file: 'file_page' } as const;

interface Place {
  pathname: string;
  searchStr: string;
}

/** The same address with this file open, from its beginning and without its comments; null closes the file. */
export function withPreview(place: Place, by: OpenedBy, file: string | null): string {
  const query = new URLSearchParams(place.searchStr);
  for (const name of [...COMMENT_QUERY, 'row', 'column', PAGE_NAME[by], by]) query.delete(name);
  if (file !== null) query.set(by, file);
  return query.size === 0 ? place.pathname : `${place.pathname}?${query}`;
}
