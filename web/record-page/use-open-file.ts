import type { FileItem } from '@omicon/contract/base/records.ts';
import { useLocation, useRouter } from '@tanstack/react-router';
import { useEffect, useMemo, useRef } from 'react';
import { z } from 'zod';
import { useGetFileItem } from '../areas/files/calls.ts';
import type { PdfPaging } from '../areas/files/preview/FilePreview.tsx';
import { pageOfAddress } from '../areas/files/preview/page-number.ts';
import { useAddressQuery } from '../base/addresses/address-query.ts';
import { type OpenedBy, PAGE_NAME, withPreview } from '../base/addresses/preview-address.ts';

const name = z.string().max(1000).nullable().catch(null);
const shape = z.object({ pdf_name: name, file: name, page: pageOfAddress, file_page: pageOfAddress });

/** The page of a PDF in the address. */
function usePdfPaging(by: OpenedBy): PdfPaging {
  const { query, setQuery } = useAddressQuery(shape);
  const part = PAGE_NAME[by];
  return {
    page: query[part] ?? 1,
    onPage: (page) => setQuery({ [part]: page === 1 ? null : String(page), comment: null }, true),
    onCommentPage: (page) => setQuery({ [part]: String(page) }, true),
  };
}

/**
 * Closes the open file: by going back if it was opened from this list, so that Back does not open it again; otherwise
 * with a new history entry.
 */
function useClose(isOpen: boolean, by: OpenedBy): () => void {
  const location = useLocation();
  const router = useRouter();
  const wasOpen = useRef(isOpen);
  const openedAt = useRef<number | null>(null);
  useEffect(() => {
    if (isOpen && !wasOpen.current) openedAt.current = router.history.location.state.__TSR_index;
    wasOpen.current = isOpen;
  }, [isOpen, router]);

  return () => {
    if (openedAt.current === router.history.location.state.__TSR_index) router.history.back();
    else router.history.push(withPreview(location, by, null));
  };
}

/**
 * The file that is open in the address.
 * @param rows listed files; undefined while loading
 */
export function useOpenFile(by: OpenedBy, rows: readonly FileItem[] | undefined) {
  const location = useLocation();
  const { query } = useAddressQuery(shape);
  const requested = query[by];
  const paging = usePdfPaging(by);
  const close = useClose(requested !== null, by);
  const listed = useMemo(
    () =>
      rows?.find((row) => row.fileType !== 'folder' && requested === (by === 'file' ? row.key : row.name)),
    [rows, requested, by],
  );
  // The open file may be on another page of the list.
  const single = useGetFileItem(by === 'file' ? requested : null, listed);
  const file = listed ?? single.data ?? null;
  const isAbsent = requested !== null && file === null && by === 'pdf_name' && rows !== undefined;
  return {
    requested,
    file: requested === null ? null : file,
    isAbsent,
    /** why the open file could not be read */
    failure: single.isError ? { error: single.error, onRetry: () => void single.refetch() } : null,
    paging,
    close,
    closedHref: withPreview(location, by, null),
    hrefOf: (row: FileItem) => withPreview(location, by, by === 'file' ? row.key : row.name),
    hrefOfKey: (key: string) => withPreview(location, 'file', key),
  };
}
