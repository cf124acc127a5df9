/** The frame around a screen, shared by the server, which sends its skeleton, and the page, which draws it. */

export type PageFrame = 'home' | 'menuless' | 'public';

/** Key of the file that an address opens or, where a folder is listed, its name; null if there is none. */
export function openedFile(query: URLSearchParams): string | null {
  return query.get('pdf_name') ?? query.get('file');
}

/**
 * Attribute of the links in the built page that preload what some addresses need: `home` for those with the frame,
 * `preview` for those with an open file, `pdf` for those with an open PDF, and paths of screens such as
 * `/home/modules/$omiconId`. The server sends the links that fit the address.
 */
export const PRELOADED_FOR = 'data-for';

/** The element of a page that holds the first replies as JSON: those that succeeded, by the path of the call. */
export const FIRST_REPLIES_ID = 'first-replies';

/** Cookie with the colour scheme and the state of the menu, so that the skeleton has them before any script runs. */
export const LOOK_COOKIE = 'omicon-look';

export interface Look {
  scheme: 'light' | 'dark' | 'auto';
  isFolded: boolean;
}

export function writeLook({ scheme, isFolded }: Look): string {
  return isFolded ? `${scheme}.folded` : scheme;
}

/** Parses the cookie; invalid values count as not chosen. */
export function readLook(value: string | undefined): Look {
  const [, scheme, folded] = /^(light|dark|auto)(\.folded)?$/.exec(value ?? '') ?? [];
  return {
    scheme: scheme === 'light' || scheme === 'dark' ? scheme : 'auto',
    isFolded: folded !== undefined,
  };
}
