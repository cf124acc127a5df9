import { useEffect, useMemo } from 'react';
import { pdfjs } from 'react-pdf';
import { takePdfThread } from './pdf-thread.ts';

const FONT_URLS: Readonly<Record<string, string>> = import.meta.glob<string>(
  '../../../node_modules/pdfjs-dist/standard_fonts/*.{pfb,ttf}',
  { query: '?url', import: 'default', eager: true },
);
const FONTS = new Map(
  Object.entries(FONT_URLS).map(([path, url]) => [path.slice(path.lastIndexOf('/') + 1), url]),
);

/** Serves the standard fonts that PDF files may use without embedding them, such as for the dots of R plots. */
class PortalFonts {
  async fetch({ kind, filename }: { kind: string; filename: string }): Promise<Uint8Array> {
    const url = kind === 'standardFontDataUrl' ? FONTS.get(filename) : undefined;
    if (url === undefined) throw new Error(`The viewer has no ${filename}.`);
    const response = await fetch(url);
    if (!response.ok) throw new Error(`The font ${filename} came with status ${response.status}.`);
    return new Uint8Array(await response.arrayBuffer());
  }
}

/** Options of every document; the content security policy forbids WebAssembly. */
const PDF_OPTIONS = {
  BinaryDataFactory: PortalFonts,
  // Only enables standard fonts; `PortalFonts` loads them.
  standardFontDataUrl: '/assets/',
  useWorkerFetch: false,
  useWasm: false,
  enableXfa: false,
};

/**
 * Options of one attempt to show a document, with a thread of its own: one that hangs on a damaged file ends with its
 * attempt, and holds up no other file.
 */
export function usePdfOptions(attempt: number) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: every attempt has its own thread
  const { options, thread } = useMemo(() => {
    const port = takePdfThread();
    return { options: { ...PDF_OPTIONS, worker: pdfjs.PDFWorker.create({ port }) }, thread: port };
  }, [attempt]);
  useEffect(
    () => () => {
      options.worker.destroy();
      thread.terminate();
    },
    [options, thread],
  );
  return options;
}
