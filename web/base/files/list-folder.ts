import { listFiles } from '@omicon/contract/areas/files/files.ts';
import type { FileItem } from '@omicon/contract/base/records.ts';
import type { EntityType } from '@omicon/domain/records/record-kinds.ts';
import { callEndpoint } from '../calls/call.ts';

export interface RecordFolder {
  entity_type: EntityType;
  entity_id: number;
  /** version of the record; by default the current one */
  version?: number | undefined;
  /** path inside the record, '' for its root folder */
  folder: string;
}

/** Maximum page size of the call. */
const A_PAGE = 100;

/** All files and folders of one folder, folders first. */
export async function listFolder(folder: RecordFolder, signal?: AbortSignal): Promise<FileItem[]> {
  const items: FileItem[] = [];
  for (let page = 1; ; page += 1) {
    const query = { ...folder, page, page_size: A_PAGE };
    const { results, total } = await callEndpoint(listFiles, { query, ...(signal ? { signal } : {}) });
    items.push(...results);
    if (results.length === 0 || items.length >= total) return items;
  }
}
