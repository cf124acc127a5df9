import { analysisFilesAddress } from '@omicon/contract/addresses.ts';
import { listAnalysisFiles } from '@omicon/contract/areas/analyses/analyses.ts';
import type { FileItem } from '@omicon/contract/base/records.ts';
import { pathOfFile } from '@omicon/domain/files/file-path.ts';
import { z } from 'zod';
import { FolderTrail } from '../../areas/files/FolderTrail.tsx';
import { useAddressQuery } from '../../base/addresses/address-query.ts';
import { useEndpoint } from '../../base/calls/use-endpoint.ts';
import { FilesWithPreview } from '../../record-page/FilesWithPreview.tsx';
import { rowsOf } from '../../ui/grid/failure-of.ts';

const shape = z.object({ analysisFileFolderId: z.string().max(1000).catch('') });

/**
 * Files of an analysis; `analysisFileFolderId` is the path of the open folder, `pdf_name` the file in preview, and
 * `page` its page if it is a PDF.
 */
export function AnalysisFiles({ id, version }: { id: number; version: number | undefined }) {
  const { query } = useAddressQuery(shape);
  const folder = query.analysisFileFolderId;
  const list = useEndpoint(listAnalysisFiles, { params: { id }, query: { folder, version } });

  function hrefOf(path: string): string {
    return analysisFilesAddress(id, path, { version });
  }

  function folderHref(row: FileItem): string {
    return hrefOf(pathOfFile(row));
  }

  return (
    <>
      <FolderTrail folder={folder} hrefOf={hrefOf} />
      <FilesWithPreview
        name="analysis-files"
        caption="Files of the analysis"
        openedBy="pdf_name"
        {...rowsOf(list)}
        folderHref={folderHref}
        version={version}
        emptyHint="This folder contains no files."
      />
    </>
  );
}
