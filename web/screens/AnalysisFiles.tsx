import type { FileItem } from '@omicon/contract/records.ts';
import { z } from 'zod';
import { useListAnalysisFiles } from '../areas/analyses/calls.ts';
import { FolderTrail } from '../areas/files/FolderTrail.tsx';
import { pageOfAddress } from '../areas/files/preview/page-number.ts';
import { useAddressQuery } from '../base/address-query.ts';
import { analysisFilesAddress, pathOfFile } from '../base/addresses.ts';
import { failureOf } from '../ui/grid/failure-of.ts';
import { FilesWithPreview } from './FilesWithPreview.tsx';

const shape = z.object({
  analysisFileFolderId: z.string().max(1000).catch(''),
  pdf_name: z.string().max(1000).nullable().catch(null),
  page: pageOfAddress,
});

/** Where one was in a file, and what was said there, belongs to that file. */
const ELSEWHERE = {
  ...{ page: null, row: null, column: null },
  ...{ comment: null, file_folder_name: null, entity_type: null, entity_id: null },
};

/**
 * Files of an analysis; `analysisFileFolderId` is the open folder's path, `pdf_name` the file being previewed, `page` the
 * page of it when it is a PDF.
 */
export function AnalysisFiles({ id, version }: { id: number; version: number | undefined }) {
  const { query, setQuery } = useAddressQuery(shape);
  const folder = query.analysisFileFolderId;
  const list = useListAnalysisFiles(id, folder, version);

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
        rows={list.data?.results}
        failure={failureOf(list)}
        folderHref={folderHref}
        {...(version === undefined ? {} : { version })}
        emptyHint="This folder holds no files."
        openName={query.pdf_name}
        onOpenName={(name) => setQuery({ ...ELSEWHERE, pdf_name: name })}
        place={{
          page: query.page ?? 1,
          onPage: (page) => setQuery({ page: page === 1 ? null : String(page), comment: null }, true),
        }}
      />
    </>
  );
}
