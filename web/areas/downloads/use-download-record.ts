import type { EntityType } from '@omicon/contract/base/records.ts';
import type { PermissionCode } from '@omicon/domain/permissions/permissions.ts';
import { useStartDownload } from '../../base/files/start-download.ts';

export const DOWNLOAD_PERMISSIONS: Record<EntityType, PermissionCode> = {
  dc: 'COLLECTION_DOWNLOAD',
  ds: 'DATA_SET_DOWNLOAD',
  project: 'PROJECT_DOWNLOAD',
};

interface WholeRecord {
  entityType: EntityType;
  id: number;
  /** the current version if omitted, which for a collection includes its data sets */
  version?: number;
}

/** Downloads a whole record as one zip. */
export function useDownloadRecord() {
  const { startDownload, isPending } = useStartDownload();
  function downloadRecord({ entityType, id, version }: WholeRecord): void {
    startDownload({ type: 'zip', folders: [{ entity_type: entityType, entity_id: id, version }] }, [
      DOWNLOAD_PERMISSIONS[entityType],
      'FILE_DOWNLOADS',
    ]);
  }
  return { downloadRecord, isPending };
}
