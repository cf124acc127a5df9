/** What stands around a screen, known to the server, which sends its outline, and to the page, which draws it. */

export type PageFrame = 'home' | 'menuless' | 'public';

/** Pages that use the whole width: one gene set and the tables of attributes. Their menu is behind its button. */
const MENULESS =
  /^\/home\/(resources\/gene-set|admin\/(sample|data-collection|data-set|analysis)-attributes)\/?$/;

/** @param pathname of an address of the web application */
export function frameOf(pathname: string): PageFrame {
  if (!/^\/home(\/|$)/.test(pathname)) return 'public';
  return MENULESS.test(pathname) ? 'menuless' : 'home';
}

/** Cookie with the chosen colours and whether the menu is folded, so that the outline has them before any script runs. */
export const LOOK_COOKIE = 'omicon-look';

export interface Look {
  scheme: 'light' | 'dark' | 'auto';
  isFolded: boolean;
}

export function writeLook({ scheme, isFolded }: Look): string {
  return isFolded ? `${scheme}.folded` : scheme;
}

/** What the cookie says; anything else counts as not chosen. */
export function readLook(value: string | undefined): Look {
  const [, scheme, folded] = /^(light|dark|auto)(\.folded)?$/.exec(value ?? '') ?? [];
  return {
    scheme: scheme === 'light' || scheme === 'dark' ? scheme : 'auto',
    isFolded: folded !== undefined,
  };
}
