const HERE = 'https://portal.invalid';

/**
 * A stored or received address as a path of this portal; null for anything else.
 * Backslashes, control characters and double slashes are refused in plain and percent-encoded form,
 * because browsers read them as the start of another host.
 */
export function samePortalPath(address: string | null | undefined): string | null {
  if (typeof address !== 'string' || !address.startsWith('/') || address.length > 2000) return null;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
  if (/[\\\u0000-\u0020\u007f-\u00a0\u2028\u2029]/.test(address)) return null;
  const path = address.split(/[?#]/, 1)[0] ?? '';
  if (/\/\/|%2f|%5c|%0[0-9a-f]|%1[0-9a-f]/i.test(path)) return null;
  if (!URL.canParse(address, HERE)) return null;
  const url = new URL(address, HERE);
  return url.origin === HERE ? `${url.pathname}${url.search}${url.hash}` : null;
}
