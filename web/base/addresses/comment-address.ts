/** The comments panel in the address: which comments are open beside the screen. */

import { recordNumber } from '@omicon/contract/base/endpoint.ts';
import { ENTITY_TYPES, type EntityType } from '@omicon/domain/records/record-kinds.ts';

interface PageLocation {
  pathname: string;
  searchStr: string;
}

/** A file or folder by its path inside its record. */
export interface FileTopic {
  entity_type: EntityType;
  entity_id: number;
  path: string;
}

/** Query parameters that open comments. */
export const COMMENT_QUERY = ['file_folder_name', 'entity_type', 'entity_id', 'comment'] as const;

function numberOf(text: string | null): number | null {
  const parsed = recordNumber.safeParse(text ?? undefined);
  return parsed.success ? parsed.data : null;
}

/** The record named by the query, or else the record whose page it is. */
function recordOf({ pathname }: PageLocation, query: URLSearchParams): Omit<FileTopic, 'path'> | null {
  const named = ENTITY_TYPES.find((type) => type === query.get('entity_type'));
  const number = numberOf(query.get('entity_id'));
  if (named !== undefined && number !== null) return { entity_type: named, entity_id: number };
  const dataSet = numberOf(query.get('dsId'));
  if (dataSet !== null && /\/data-sets\/attributes\/?$/.test(pathname))
    return { entity_type: 'ds', entity_id: dataSet };
  const collection = numberOf(query.get('dcId'));
  if (collection !== null && pathname.startsWith('/home/collections/'))
    return { entity_type: 'dc', entity_id: collection };
  const analysis = numberOf(query.get('analysisId'));
  if (analysis !== null && pathname.startsWith('/home/analyses/analysis-data/'))
    return { entity_type: 'project', entity_id: analysis };
  return null;
}

/** Whether the screen itself shows the comments requested by its address. */
function isShownByScreen({ pathname }: PageLocation, query: URLSearchParams): boolean {
  if (query.get('tab') === 'comments' || query.has('pdf_name') || query.has('file')) return true;
  return pathname.startsWith('/home/modules/') && query.get('tab') === 'page';
}

/**
 * The comments to show in the panel beside the screen: those on the file `file_folder_name`, or the thread with the
 * comment `comment`. Null for none.
 */
export function panelOfAddress(
  location: PageLocation,
): { file: FileTopic | null; comment: number | null } | null {
  const query = new URLSearchParams(location.searchStr);
  if (isShownByScreen(location, query)) return null;
  const record = recordOf(location, query);
  const path = query.get('file_folder_name');
  const file = record !== null && path !== null && path !== '' ? { ...record, path } : null;
  const comment = numberOf(query.get('comment'));
  return file === null && comment === null ? null : { file, comment };
}

/** The same address with the comments on a file or folder open beside it. */
export function withFileComments(location: PageLocation, file: FileTopic): string {
  const query = new URLSearchParams(location.searchStr);
  query.delete('comment');
  query.set('file_folder_name', file.path);
  query.set('entity_type', file.entity_type);
  query.set('entity_id', String(file.entity_id));
  return `${location.pathname}?${query}`;
}

/** The same address without the comments panel. */
export function withoutComments(location: PageLocation): string {
  const query = new URLSearchParams(location.searchStr);
  for (const name of COMMENT_QUERY) query.delete(name);
  return query.size === 0 ? location.pathname : `${location.pathname}?${query}`;
}
