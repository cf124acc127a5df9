import type { FileItem } from '@omicon/contract/base/records.ts';
import { pathOfFile } from '@omicon/domain/files/file-path.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { type ComponentProps, useEffect, useRef, useState } from 'react';
import { FileGrid } from '../areas/files/FileGrid.tsx';
import { fileBytesQuery } from '../areas/files/file-bytes.ts';
import { previewKindOf } from '../areas/files/preview/preview-kind.ts';
import { withFileComments } from '../base/addresses/comment-address.ts';
import type { OpenedBy } from '../base/addresses/preview-address.ts';
import { useSession } from '../base/sign-in/session.ts';
import { Waiting } from '../ui/feedback/Waiting.tsx';
import { AbsentFile } from './AbsentFile.tsx';
import { PreviewWithComments, preloadPreview } from './preview-parts.ts';
import { useOpenFile } from './use-open-file.ts';

/**
 * When the address has an open file, loads its viewer while the list is loading, and the bytes of a PDF while the viewer
 * is loading. One after the other they would take five round trips.
 */
function useEarlyPreview(requested: string | null, file: FileItem | null): void {
  const queryClient = useQueryClient();
  const pdf = file !== null && previewKindOf(file) === 'pdf' ? file.key : null;
  const load = () => pdf !== null && void queryClient.prefetchQuery(fileBytesQuery(pdf));
  // Not only in an effect, which runs after the rest of the page is in the document.
  useState(() => {
    if (requested !== null) preloadPreview(requested);
    load();
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for another file
  useEffect(() => void load(), [pdf]);
}

interface FilesWithPreviewProps
  extends Omit<ComponentProps<typeof FileGrid>, 'previewHref' | 'commentsHref'> {
  /** query parameter of the open file */
  openedBy: OpenedBy;
}

/** A grid of files, or the preview of the file in the address. */
export function FilesWithPreview({ openedBy, ...grid }: FilesWithPreviewProps) {
  const location = useLocation();
  const { hasPermission } = useSession();
  const { requested, file, isAbsent, failure, paging, close, closedHref, hrefOf } = useOpenFile(
    openedBy,
    grid.rows,
  );
  useEarlyPreview(requested, file);
  const list = useRef<HTMLDivElement>(null);
  const isOpen = file !== null || (requested !== null && !isAbsent && failure === null);
  // A list behind a file that the address opened is not rendered until it is needed.
  const [isListed, setListed] = useState(!isOpen);
  if (!isOpen && !isListed) setListed(true);

  // Hiding the grid removes its focus: restore it afterwards.
  const focused = useRef<HTMLElement | null>(null);
  const openedHref = useRef<string | null>(null);
  if (file !== null) openedHref.current = hrefOf(file);
  useEffect(() => {
    if (isOpen || openedHref.current === null) return;
    const link = list.current?.querySelector(`a[href="${CSS.escape(openedHref.current)}"]`);
    const row = link?.closest('tr');
    const cell = link?.closest<HTMLElement>('td[data-row]') ?? document.getElementById('content');
    const target = row?.contains(focused.current) === true ? focused.current : cell;
    if (document.activeElement === document.body) target?.focus({ preventScroll: true });
    openedHref.current = null;
  }, [isOpen]);

  function commentsHref({ entity_type, entity_id, ...row }: FileItem): string {
    return withFileComments(location, { entity_type, entity_id, path: pathOfFile(row) });
  }

  return (
    <>
      {(isAbsent || failure !== null) && (
        <AbsentFile
          name={openedBy === 'pdf_name' ? requested : null}
          failure={failure}
          way={{ title: 'Show the list', href: closedHref }}
        />
      )}
      {/* Once mounted, the grid stays behind the preview, so that Back restores its page, order and focus. */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it only records the focused element */}
      <div
        ref={list}
        hidden={isOpen}
        onFocus={({ target }) => {
          focused.current = target;
        }}
      >
        {isListed && (
          <FileGrid
            {...grid}
            previewHref={hrefOf}
            commentsHref={hasPermission('COMMENTS_LIST_VIEW') ? commentsHref : undefined}
          />
        )}
      </div>
      {isOpen && file === null && <Waiting what="the file" lines={10} />}
      {file !== null && (
        <PreviewWithComments file={file} paging={paging} version={grid.version} onClose={close} />
      )}
    </>
  );
}
