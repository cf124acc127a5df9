import { Text } from '@mantine/core';
import type { FileItem } from '@omicon/contract/base/records.ts';
import { PREVIEW_OTHER_KIND, PREVIEW_TOO_LARGE } from '@omicon/domain/files/file-kinds.ts';
import { IconArrowLeft, IconDownload } from '@tabler/icons-react';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from 'react';
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx';
import { SecondaryButton } from '../../../ui/form/SecondaryButton.tsx';
import { MiddleText } from '../../../ui/text/MiddleText.tsx';
import { FileTypeIcon } from '../FileName.tsx';
import { useDownloadFiles } from '../use-file-actions.tsx';
import classes from './preview.module.css';
import { previewKindOf } from './preview-kind.ts';
import { TextPreview } from './TextPreview.tsx';
import { CsvPreview } from './tables/CsvPreview.tsx';
import { DocumentPreview, ExploreTable, PdfPreview, WorkbookPreview } from './viewers.ts';

interface FilePreviewProps {
  file: FileItem;
  /** page of a PDF, and the function that stores it */
  paging: PdfPaging;
  /** further actions on the file */
  actions?: ReactNode;
  /** rendered beside the content */
  side?: ReactNode;
  onClose(): void;
}

export interface PdfPaging {
  /** page number, from 1 */
  page: number;
  onPage(page: number): void;
  /** turns to the page of the requested comment */
  onCommentPage(page: number): void;
  /** comment counts by page, for pages with comments */
  commented?: ReadonlyMap<number, number> | undefined;
}

interface ContentProps {
  file: FileItem;
  paging: PdfPaging;
  onDownload(): void;
}

function Content({ file, paging, onDownload }: ContentProps) {
  const kind = previewKindOf(file);
  if (kind === 'too large' || kind === 'other' || file.key === null) {
    return (
      <EmptyState title={kind === 'too large' ? PREVIEW_TOO_LARGE : PREVIEW_OTHER_KIND}>
        <DownloadButton onDownload={onDownload} />
      </EmptyState>
    );
  }
  if (kind === 'explore') {
    return <ExploreTable key={file.key} fileKey={file.key} />;
  }
  if (kind === 'workbook' || kind === 'document') {
    const Preview = kind === 'workbook' ? WorkbookPreview : DocumentPreview;
    return <Preview key={file.key} fileKey={file.key} name={file.name} />;
  }
  if (kind === 'csv') return <CsvPreview fileKey={file.key} />;
  if (kind === 'text') return <TextPreview fileKey={file.key} name={file.name} />;
  return <PdfPreview key={file.key} fileKey={file.key} {...paging} />;
}

function DownloadButton({ onDownload }: { onDownload(): void }) {
  return (
    <SecondaryButton icon={IconDownload} onClick={onDownload}>
      Download
    </SecondaryButton>
  );
}

/** A file's content over the width of the page, with links back and to the download. */
export function FilePreview({ file, paging, actions, side, onClose }: FilePreviewProps) {
  const { download } = useDownloadFiles();
  const section = useRef<HTMLElement>(null);
  const titleId = useId();

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs again for another file
  useEffect(() => {
    const before = document.activeElement;
    const top = section.current?.getBoundingClientRect().top ?? 0;
    if (top < 0 || top > window.innerHeight / 2) section.current?.scrollIntoView();
    section.current?.focus({ preventScroll: true });
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, [file.key]);

  function leave(event: KeyboardEvent): void {
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    event.stopPropagation();
    onClose();
  }

  return (
    <section
      ref={section}
      aria-labelledby={titleId}
      tabIndex={-1}
      className={classes.preview}
      onKeyDown={leave}
    >
      <header className={classes.head}>
        <SecondaryButton icon={IconArrowLeft} onClick={onClose}>
          Back
        </SecondaryButton>
        <FileTypeIcon file={file} />
        <h2 id={titleId} className={classes.name} title={file.name}>
          <MiddleText text={file.name} />
        </h2>
        <Text size="sm" c="dimmed" className={classes.size ?? ''}>
          {file.size}
        </Text>
        <div className={classes.end}>
          {actions}
          <DownloadButton onDownload={() => download([file])} />
        </div>
      </header>
      <div className={classes.beside}>
        <div>
          <Content file={file} paging={paging} onDownload={() => download([file])} />
        </div>
        {side}
      </div>
    </section>
  );
}
