/**
 * Runs in a frame without origin, cookies or network, and renders the one document that it receives. Vite bundles
 * it with its libraries into one file, which such a frame can load; it shares nothing with the portal.
 */
import { defaultOptions, type HElement, renderAsync } from 'docx-preview';
import { type FrameReport, readHandover } from './docx-handover.ts';

const NARROW = 860;

const STYLE = `
  :root { color-scheme: light; }
  body { margin: 0; }
  .docx-wrapper { background: transparent; padding: 16px; }
  .docx-wrapper > section.docx { max-width: 100%; box-shadow: 0 1px 6px rgb(0 0 0 / 0.2); margin-bottom: 16px; }
  img { max-width: 100%; }
  @media (max-width: ${NARROW}px) {
    .docx-wrapper > section.docx { padding: 24px !important; overflow-x: auto; }
  }
`;

/** Elements dropped from documents. */
const LEFT_OUT = /^(script|iframe|frame|object|embed|link|meta|base|form|input|button|video|audio)$/i;

/** Links inside the document work; external addresses become tooltips. */
function withoutAddress(link: HElement): HElement {
  const { href, ...rest } = link;
  const address = typeof href === 'string' ? href : '';
  if (address.startsWith('#')) return link;
  return address === '' ? rest : { ...rest, title: address };
}

/** Only pictures embedded in the document are shown. */
function keepInside(image: Node): Node {
  Object.defineProperty(image, 'src', {
    set(address: unknown) {
      if (image instanceof Element && typeof address === 'string' && address.startsWith('blob:'))
        image.setAttribute('src', address);
    },
  });
  return image;
}

function draw(part: HElement | Node | string): Node {
  if (typeof part === 'string' || part instanceof Node) return defaultOptions.h(part);
  if (LEFT_OUT.test(part.tagName)) return document.createComment('left out');
  const drawn = part.children === undefined ? part : { ...part, children: part.children.map(draw) };
  if (part.tagName === 'a') return defaultOptions.h(withoutAddress(drawn));
  const node = defaultOptions.h(drawn);
  return part.tagName === 'img' ? keepInside(node) : node;
}

function report(state: FrameReport['state']): void {
  window.parent.postMessage({ state } satisfies FrameReport, location.origin);
}

async function show(bytes: ArrayBuffer): Promise<void> {
  try {
    await renderAsync(bytes, document.body, document.head, {
      h: draw,
      renderAltChunks: false,
      ignoreFonts: true,
      ignoreWidth: window.innerWidth < NARROW,
    });
    document.head.append(Object.assign(document.createElement('style'), { textContent: STYLE }));
    report('drawn');
  } catch {
    // The portal page shows the failure; details of the error would not help.
    document.body.replaceChildren();
    report('failed');
  }
}

window.addEventListener('message', (event) => {
  // Accept messages only from the parent page. The frame's origin is opaque, but its address has the portal's origin.
  if (event.source !== window.parent || event.origin !== location.origin) return;
  const bytes = readHandover(event.data);
  if (bytes !== null) void show(bytes);
});
report('ready');
