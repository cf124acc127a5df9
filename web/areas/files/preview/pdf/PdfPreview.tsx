import 'react-pdf/dist/Page/AnnotationLayer.css';
import 'react-pdf/dist/Page/TextLayer.css';
import { useElementSize, useHotkeys } from '@mantine/hooks';
import { useEffect, useMemo, useState } from 'react';
import { Document, Page } from 'react-pdf';
import { ErrorPanel } from '../../../../ui/feedback/ErrorPanel.tsx';
import { Waiting } from '../../../../ui/feedback/Waiting.tsx';
import { CannotShow } from '../CannotShow.tsx';
import { useFileBytes } from '../calls.ts';
import { PageButtons } from '../PageButtons.tsx';
import { clampPage } from '../page-number.ts';
import classes from '../preview.module.css';
import { usePdfOptions } from './pdf-worker.ts';

const RETRY_MS = 30_000;
const MAX_ATTEMPTS = 3;
/** The last attempt gets more time, for slow connections. */
const LAST_MS = 120_000;
const MARGIN = 32;
const BROKEN = 'This PDF is damaged or is none.';
const PROTECTED = 'This PDF is protected by a password.';
const UNDRAWN = 'This PDF could not be drawn.';

/** Restarts when nothing has been rendered for 30 s, and gives up after the last attempt. */
function useAttempts(isOver: boolean, giveUp: (why: string) => void) {
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    if (isOver) return;
    const isLast = attempt >= MAX_ATTEMPTS;
    const next = () => (isLast ? giveUp(UNDRAWN) : setAttempt(attempt + 1));
    const timer = setTimeout(next, isLast ? LAST_MS : RETRY_MS);
    return () => clearTimeout(timer);
  }, [isOver, attempt, giveUp]);
  return { attempt, retry: () => setAttempt(attempt + 1) };
}

interface PdfPreviewProps {
  fileKey: string;
  /** requested page, from 1; the nearest existing one is shown */
  page: number;
  onPage(page: number): void;
  /** comment counts by page, for pages with comments */
  commented?: ReadonlyMap<number, number> | undefined;
}

/** A PDF, one page at a time. */
export function PdfPreview({ fileKey, page: wanted, onPage, commented }: PdfPreviewProps) {
  const [isDrawn, setDrawn] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const [numberOfPages, setNumberOfPages] = useState(0);
  const [isFitted, setFitted] = useState(true);
  const { attempt, retry } = useAttempts(isDrawn || failure !== null, setFailure);
  const bytes = useFileBytes(fileKey, attempt);
  const options = usePdfOptions(attempt);
  const { ref, width } = useElementSize();
  // The bytes are transferred to the worker, so it gets a copy.
  const file = useMemo(() => (bytes.data === undefined ? null : { data: bytes.data.slice(0) }), [bytes.data]);
  const page = clampPage(wanted, numberOfPages);
  const go = (to: number) => onPage(clampPage(to, numberOfPages));
  useHotkeys([
    ['PageUp', () => go(page - 1)],
    ['PageDown', () => go(page + 1)],
  ]);

  /** Viewer of a loaded document; the requested page exists. */
  function noteLoaded(pages: number): void {
    setNumberOfPages(pages);
    const nearest = clampPage(wanted, pages);
    if (nearest !== wanted) onPage(nearest);
  }

  function startAnew(): void {
    setFailure(null);
    retry();
  }

  if (bytes.isError) return <ErrorPanel error={bytes.error} onRetry={() => void bytes.refetch()} />;
  if (failure !== null)
    return <CannotShow why={failure} onRetry={failure === PROTECTED ? undefined : startAnew} />;
  return (
    <>
      {numberOfPages === 0 && <div className={classes.buttonsToBe} />}
      {numberOfPages > 0 && (
        <PageButtons
          page={page}
          numberOfPages={numberOfPages}
          isFitted={isFitted}
          commented={commented}
          onGo={go}
          onFit={() => setFitted(!isFitted)}
        />
      )}
      <section
        ref={ref}
        className={classes.pdf}
        data-undrawn={!isDrawn || undefined}
        aria-label={`Page ${page}`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a large page scrolls by keyboard
        tabIndex={0}
      >
        {file === null || width === 0 ? (
          <Waiting what="the file" lines={10} />
        ) : (
          <Document
            key={attempt}
            suspense={false}
            file={file}
            options={options}
            loading={<Waiting what="the pages" lines={10} />}
            externalLinkTarget="_blank"
            onLoadSuccess={({ numPages }) => noteLoaded(numPages)}
            onLoadError={() => setFailure((known) => known ?? BROKEN)}
            // By default the viewer would open a browser dialog.
            onPassword={() => setFailure(PROTECTED)}
            onItemClick={({ pageNumber }) => go(pageNumber)}
          >
            {numberOfPages > 0 && (
              <Page
                suspense={false}
                pageNumber={page}
                loading={<Waiting what="the page" lines={10} />}
                onRenderSuccess={() => setDrawn(true)}
                onRenderError={() => setFailure(BROKEN)}
                {...(isFitted ? { width: Math.max(width - MARGIN, 200) } : {})}
              />
            )}
          </Document>
        )}
      </section>
    </>
  );
}
