/** The open file in the address, and the position in it. */

import { COMMENT_QUERY } from './comment-address.ts';

/**
 * Query parameter of the open file: `pdf_name` holds its name in the folder that is listed, `file` its key, in lists
 * of files of several records.
 */
export type OpenedBy = 'pdf_name' | 'file';

/** Parameter for the page of a PDF. Lists of several records use `page` for their own page. */
export const PAGE_NAME = { pdf_name: 'page', file: 'file_page' } as const;

interface PageLocation {
  pathname: string;
  searchStr: string;
}

/** The same address with this file open at its beginning and without its comments; null closes the file. */
export function withPreview(location: PageLocation, by: OpenedBy, file: string | null): string {
  const query = new URLSearchParams(location.searchStr);
  for (const name of [...COMMENT_QUERY, 'row', 'column', PAGE_NAME[by], by]) query.delete(name);
  if (file !== null) query.set(by, file);
  return query.size === 0 ? location.pathname : `${location.pathname}?${query}`;
}
