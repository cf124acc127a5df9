import { useCallback, useEffect, useRef, useState } from 'react';
import { NotLoaded } from '../../../../ui/feedback/NotLoaded.tsx';
import { Waiting } from '../../../../ui/feedback/Waiting.tsx';
import { CannotShow } from '../CannotShow.tsx';
import { usePreviewDocument } from '../calls.ts';
import classes from '../preview.module.css';
import frameScript from './docx-frame.ts?worker&url';
import { readReport } from './docx-handover.ts';

const DRAWN_WITHIN_MS = 30_000;
const FAILED = 'This document cannot be drawn.';

const FRAME = `/docx-frame/${frameScript.slice(frameScript.lastIndexOf('/') + 1)}`;

/** Sandboxed frame that receives the document by message; hidden until it has rendered. */
function DocumentFrame({ name, bytes, onFail }: { name: string; bytes: ArrayBuffer; onFail(): void }) {
  const frame = useRef<HTMLIFrameElement>(null);
  const [isDrawn, setDrawn] = useState(false);

  useEffect(() => {
    function listen(event: MessageEvent): void {
      if (event.source === null || event.source !== frame.current?.contentWindow) return;
      const state = readReport(event.data);
      // A frame with an opaque origin has no target origin; the message holds nothing but its document.
      if (state === 'ready') frame.current.contentWindow.postMessage({ document: bytes }, '*');
      if (state === 'drawn') setDrawn(true);
      if (state === 'failed') onFail();
    }
    window.addEventListener('message', listen);
    return () => window.removeEventListener('message', listen);
  }, [bytes, onFail]);

  useEffect(() => {
    if (isDrawn) return;
    const timer = setTimeout(onFail, DRAWN_WITHIN_MS);
    return () => clearTimeout(timer);
  }, [isDrawn, onFail]);

  return (
    <>
      {!isDrawn && <Waiting what="the document" lines={10} />}
      <iframe
        ref={frame}
        className={classes.document}
        data-drawn={isDrawn || undefined}
        title={`Content of ${name}`}
        sandbox="allow-scripts"
        src={FRAME}
      />
    </>
  );
}

/** A docx document, rendered in a frame without access to the portal or the network. */
export function DocumentPreview({ fileKey, name }: { fileKey: string; name: string }) {
  const [hasFailed, setFailed] = useState(false);
  const fail = useCallback(() => setFailed(true), []);
  const preview = usePreviewDocument(fileKey);
  if (!preview.isSuccess) return <NotLoaded reply={preview} what="the document" lines={10} />;
  if (hasFailed) return <CannotShow why={FAILED} onRetry={() => setFailed(false)} />;
  return <DocumentFrame name={name} bytes={preview.data} onFail={fail} />;
}
