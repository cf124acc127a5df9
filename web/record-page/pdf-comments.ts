import { analysisFilesAddress, fileCommentsAddress } from '@omicon/contract/addresses.ts';
import { getAnalysis } from '@omicon/contract/areas/analyses/analyses.ts';
import { listPdfComments } from '@omicon/contract/areas/comments.ts';
import type { FileItem } from '@omicon/contract/base/records.ts';
import { pathOfFile } from '@omicon/domain/files/file-path.ts';
import { useEffect, useRef } from 'react';
import { useGetNetwork } from '../areas/analyses/calls.ts';
import { useGetComment } from '../areas/comments/calls.ts';
import type { Thread } from '../areas/comments/thread.ts';
import { useRequestedComment } from '../areas/comments/use-requested-comment.ts';
import type { PdfPaging } from '../areas/files/preview/FilePreview.tsx';
import { useEndpoint } from '../base/calls/use-endpoint.ts';
import { useSession } from '../base/sign-in/session.ts';

/** The covariation network of a module PDF; null for any other file. */
export function useNetworkOfPdf(file: FileItem, version: number | undefined): number | null {
  const mayBe = file.entity_type === 'project' && file.fileType === 'pdf' && file.folder !== '';
  const analysis = useEndpoint(
    getAnalysis,
    { params: { id: file.entity_id }, query: { version } },
    { enabled: mayBe },
  );
  const named = analysis.data?.networks.find(({ name }) => name === file.folder)?.id ?? null;
  const network = useGetNetwork(named ?? 0, version, named !== null);
  return network.data !== undefined && network.data.module_pdf?.key === file.key ? named : null;
}

/** The thread of a file. */
export function threadOfFile(file: FileItem): Thread {
  const { entity_type, entity_id } = file;
  const path = pathOfFile(file);
  return {
    entity_type,
    entity_id,
    gene: null,
    path,
    record_id: entity_id,
    page_url: fileCommentsAddress({ entity_type, entity_id, path }),
  };
}

/** Turns once to the page of the requested comment, which is the current page of its module. */
function useJump(
  pages: readonly { page: number; covariation_module_id: number }[] | undefined,
  { page, onCommentPage }: PdfPaging,
) {
  const { target } = useRequestedComment();
  const found = useGetComment(target);
  const jumped = useRef<number | null>(null);
  const module = found.data?.comment.covariation_module_id ?? null;
  const wanted = pages?.find(({ covariation_module_id }) => covariation_module_id === module)?.page;
  useEffect(() => {
    if (wanted === undefined || jumped.current === target) return;
    jumped.current = target;
    if (wanted !== page) onCommentPage(wanted);
  });
}

/**
 * Comments for the page shown: in a module PDF the thread of the page's module; on other pages, and in other files,
 * the thread of the file. `commented` are the pages with comments.
 */
export function usePdfComments({
  file,
  network,
  paging,
}: {
  file: FileItem;
  network: number | null;
  paging: PdfPaging;
}) {
  const mayRead = useSession().hasPermission('COMMENTS_LIST_VIEW');
  const { data } = useEndpoint(
    listPdfComments,
    { body: { covariation_network: network ?? 0 } },
    { enabled: mayRead && network !== null },
  );
  useJump(data?.pages, paging);
  const shown = data?.pages.find((each) => each.page === paging.page);
  const commented = (data?.pages ?? []).filter(({ total_comments }) => total_comments > 0);
  const thread: Thread =
    shown === undefined
      ? threadOfFile(file)
      : {
          entity_type: 'project',
          entity_id: shown.covariation_module_id,
          gene: null,
          path: '',
          record_id: file.entity_id,
          page_url: analysisFilesAddress(file.entity_id, file.folder, {
            pdfName: file.name,
            page: paging.page,
          }),
        };
  return {
    thread,
    commented: new Map(commented.map((each) => [each.page, each.total_comments])),
  };
}
