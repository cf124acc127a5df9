/** The page outline in index.html, and the cookie that tells it how to look the next time. */
import { LOOK_COOKIE, type Look, writeLook } from '@omicon/contract/base/page-frame.ts';

/** Removes the outline in the same frame in which the first screen renders, so that nothing flashes in between. */
export function removeOutline(): void {
  document.getElementById('outline')?.remove();
  // From here on the portal's own colour scheme applies.
  for (const name of ['data-outline', 'data-outline-scheme', 'data-outline-menu'])
    document.documentElement.removeAttribute(name);
}

/** Cookie with the preferred appearance of the page and nothing else; not sent from other sites. */
export function storeAppearance(look: Look): void {
  // biome-ignore lint/suspicious/noDocumentCookie: some supported browsers lack the cookie store
  document.cookie = `${LOOK_COOKIE}=${writeLook(look)}; path=/; max-age=31536000; samesite=strict`;
}
