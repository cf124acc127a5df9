/** The outline of the page that came with its document, and what it has to know the next time. */
import { LOOK_COOKIE, type Look, writeLook } from '@omicon/contract/base/page-frame.ts';

/** Takes the outline away in the same step in which the first screen is drawn, so that nothing white shows between them. */
export function removeOutline(): void {
  document.getElementById('outline')?.remove();
  // From here on the colours are those of the portal, which may be chosen otherwise.
  for (const name of ['data-outline', 'data-outline-scheme', 'data-outline-menu'])
    document.documentElement.removeAttribute(name);
}

/** Tells the server how people want the page to look; it holds nothing else, and pages of other sites do not send it. */
export function rememberLook(look: Look): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the cookie store is missing in browsers that are supported
  document.cookie = `${LOOK_COOKIE}=${writeLook(look)}; path=/; max-age=31536000; samesite=strict`;
}
