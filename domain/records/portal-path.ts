const HERE = 'https://portal.invalid';

/**
 * Accepts an address only if it is a path of this portal; null otherwise.
 * Backslashes, control characters and double slashes, plain or percent-encoded, are refused, because browsers may read
 * them as another host.
 */
export function samePortalPath(address: string | null | undefined): string | null {
  if (typeof address !== 'string' || !address.startsWith('/') || address.length > 2000) return null;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: it searches for control characters
  if (/[\\\u0000-\u0020\u007f-\u00a0\u2028\u2029]/.test(address)) return null;
  const path = address.split(/[?#]/, 1)[0] ?? '';
  if (/\/\/|%2f|%5c|%0[0-9a-f]|%1[0-9a-f]/i.test(path)) return null;
  if (!URL.canParse(address, HERE)) return null;
  const url = new URL(address, HERE);
  return url.origin === HERE ? `${url.pathname}${url.search}${url.hash}` : null;
}
