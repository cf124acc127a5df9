import type { FileItem } from '@omicon/contract/base/records.ts';
import { pathOfFile } from '@omicon/domain/files/file-path.ts';
import type { EntityType } from '@omicon/domain/records/record-kinds.ts';
import { useLocation } from '@tanstack/react-router';
import { useListFolder } from '../areas/files/calls.ts';
import { FolderTrail } from '../areas/files/FolderTrail.tsx';
import { withPreview } from '../base/addresses/preview-address.ts';
import { failureOf } from '../ui/grid/failure-of.ts';
import { FilesWithPreview } from './FilesWithPreview.tsx';
import { useRecordQuery } from './record-query.ts';

/** Files and folders of a data collection or data set; `folder` is the open folder, `pdf_name` the file in preview. */
export function RecordFiles({ entityType, entityId }: { entityType: EntityType; entityId: number }) {
  const { folder, version } = useRecordQuery(['files']);
  const location = useLocation();
  const list = useListFolder({ entity_type: entityType, entity_id: entityId, version, folder });

  function hrefOf(path: string): string {
    const closed = withPreview(location, 'pdf_name', null);
    const query = new URLSearchParams(closed.slice(location.pathname.length));
    if (path === '') query.delete('folder');
    else query.set('folder', path);
    return `${location.pathname}?${query}`;
  }

  function folderHref(row: FileItem): string {
    return hrefOf(pathOfFile(row));
  }

  return (
    <>
      <FolderTrail folder={folder} hrefOf={hrefOf} />
      <FilesWithPreview
        name="record-files"
        openedBy="pdf_name"
        caption="Files"
        rows={list.data}
        failure={failureOf(list)}
        folderHref={folderHref}
        version={version}
        emptyHint="This folder contains no files."
      />
    </>
  );
}
