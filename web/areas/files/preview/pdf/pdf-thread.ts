/** Threads of the PDF viewer; without its library, so that one can start while the viewer still loads. */
import threadUrl from 'pdfjs-dist/build/pdf.worker.min.mjs?url';

let waiting: Worker | null = null;

const aThread = () => new Worker(threadUrl, { type: 'module' });

/** Starts a thread for the next document, which takes as long as loading the viewer. */
export function startPdfThread(): void {
  waiting ??= aThread();
}

/** A thread for one document: the one that has started, or a new one. The caller ends it. */
export function takePdfThread(): Worker {
  const taken = waiting ?? aThread();
  waiting = null;
  return taken;
}
