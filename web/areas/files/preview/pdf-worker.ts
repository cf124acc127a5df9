import workerUrl from 'pdfjs-dist/build/pdf.worker.min.mjs?url';
import { pdfjs } from 'react-pdf';

/** The viewer's worker and fonts are served by the portal, as the content security policy requires. */
pdfjs.GlobalWorkerOptions.workerSrc = workerUrl;

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
export const PDF_OPTIONS = {
  BinaryDataFactory: PortalFonts,
  // Only enables standard fonts; `PortalFonts` loads them.
  standardFontDataUrl: '/assets/',
  useWorkerFetch: false,
  useWasm: false,
  enableXfa: false,
};
