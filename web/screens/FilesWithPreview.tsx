import { Alert } from '@mantine/core';
import type { FileItem } from '@omicon/contract/records.ts';
import { useLocation } from '@tanstack/react-router';
import { type ComponentProps, lazy, Suspense, useEffect, useRef, useState } from 'react';
import { z } from 'zod';
import { FileGrid } from '../areas/files/FileGrid.tsx';
import type { PagePlace } from '../areas/files/preview/FilePreview.tsx';
import { useAddressQuery } from '../base/address-query.ts';
import { pathOfFile } from '../base/addresses.ts';
import { withFileComments } from '../base/comment-address.ts';
import { useSession } from '../base/session.ts';
import { Waiting } from '../ui/Waiting.tsx';

const shape = z.object({ row: z.string().nullable().catch(null), column: z.string().nullable().catch(null) });

const PreviewWithComments = lazy(async () => ({
  default: (await import('./PreviewWithComments.tsx')).PreviewWithComments,
}));

interface FilesWithPreviewProps extends Omit<ComponentProps<typeof FileGrid>, 'onPreview' | 'commentsHref'> {
  /** name of the file that the address asks to open */
  openName?: string | null;
  /** keeps the address in step with the preview, without where one was in the file before */
  onOpenName?: (name: string | null) => void;
  /** page of a PDF, where it stands in the address */
  place?: PagePlace;
}

/** A grid of files, or the preview of the one chosen; with `onOpenName` the choice stands in the address. */
export function FilesWithPreview({ openName, onOpenName, place, ...grid }: FilesWithPreviewProps) {
  const [chosen, setChosen] = useState<FileItem | null>(null);
  const [chosenPage, setChosenPage] = useState(1);
  const location = useLocation();
  const { hasPermission } = useSession();
  const { query, setQuery } = useAddressQuery(shape);
  const named = openName ? grid.rows?.find(({ name }) => name === openName) : undefined;
  const previewed = onOpenName === undefined ? chosen : (named ?? null);
  const isMisnamed = Boolean(openName) && grid.rows !== undefined && named === undefined;

  // The first preview of a visit is loaded after the grid is hidden; by then the row has lost the focus.
  const opener = useRef<Element | null>(null);
  const isOpen = previewed !== null;
  useEffect(() => {
    if (!isOpen && document.activeElement === document.body && opener.current instanceof HTMLElement)
      opener.current.focus();
  }, [isOpen]);

  function open(file: FileItem | null): void {
    if (file !== null) opener.current = document.activeElement;
    // Where one was in a large table belongs to that table.
    if (onOpenName !== undefined) onOpenName(file?.name ?? null);
    else {
      if (query.row !== null || query.column !== null) setQuery({ row: null, column: null }, true);
      setChosen(file);
      setChosenPage(1);
    }
  }

  function commentsHref({ entity_type, entity_id, ...file }: FileItem): string {
    return withFileComments(location, { entity_type, entity_id, path: pathOfFile(file) });
  }

  return (
    <>
      {isMisnamed && (
        <Alert color="orange" variant="light" role="alert" mb="md">
          This folder holds no file called {openName}.
        </Alert>
      )}
      {/* The grid stays behind its preview, so that Back finds its page, order and focus as they were. */}
      <div hidden={isOpen}>
        <FileGrid
          {...grid}
          onPreview={open}
          commentsHref={hasPermission('COMMENTS_LIST_VIEW') ? commentsHref : undefined}
        />
      </div>
      {previewed !== null && (
        <Suspense fallback={<Waiting what="the preview" />}>
          <PreviewWithComments
            file={previewed}
            place={place ?? { page: chosenPage, onPage: setChosenPage }}
            version={grid.version}
            onClose={() => open(null)}
          />
        </Suspense>
      )}
    </>
  );
}
