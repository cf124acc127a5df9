import { type EntityType, recordKind } from '@omicon/domain/records/record-kinds.ts';
import { useStartDownload } from './start-download.ts';

interface WholeRecord {
  entityType: EntityType;
  id: number;
  /** the current version if omitted, which for a collection includes its data sets */
  version?: number | undefined;
}

/** Downloads a whole record as one zip. */
export function useDownloadRecord() {
  const { startDownload, isPending } = useStartDownload();
  function downloadRecord({ entityType, id, version }: WholeRecord): void {
    startDownload({ type: 'zip', folders: [{ entity_type: entityType, entity_id: id, version }] }, [
      recordKind(entityType).downloadCode,
      'FILE_DOWNLOADS',
    ]);
  }
  return { downloadRecord, isPending };
}
