/**
 * Runs alone in a frame without origin, cookie or network, and draws the one document that it is handed there. Vite
 * makes one file of it and its libraries, which such a frame can load; it shares nothing with the portal.
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

/** What documents are drawn with; whatever else one asks for stays out. */
const LEFT_OUT = /^(script|iframe|frame|object|embed|link|meta|base|form|input|button|video|audio)$/i;

/** Places inside the document can be gone to; addresses outside it are told, and lead nowhere. */
function withoutAddress(link: HElement): HElement {
  const { href, ...rest } = link;
  const address = typeof href === 'string' ? href : '';
  if (address.startsWith('#')) return link;
  return address === '' ? rest : { ...rest, title: address };
}

/** Pictures come out of the document itself, or not at all. */
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
    // The page that asked says so; what was wrong with the document helps nobody there.
    document.body.replaceChildren();
    report('failed');
  }
}

window.addEventListener('message', (event) => {
  // The page that made this frame, and nobody else. This frame has no origin of its own, its address has.
  if (event.source !== window.parent || event.origin !== location.origin) return;
  const bytes = readHandover(event.data);
  if (bytes !== null) void show(bytes);
});
report('ready');
