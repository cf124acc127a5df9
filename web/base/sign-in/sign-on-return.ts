/** Result of a provider's popup, behind the # of `/loading`. Imports nothing, since it runs before everything else. */

export interface SignOnReturn {
  code: string | null;
  status_code: 200 | 403 | 500;
  /** challenge of its sign-in; null if it failed before that was known */
  challenge: string | null;
}

const BITS_256 = /^[\w-]{43}$/;

/** Null for an address without a provider's result. */
export function readSignOnReturn(hash: string): SignOnReturn | null {
  const parts = new URLSearchParams(hash.replace(/^#/, ''));
  const part = (name: string) => {
    const value = parts.get(name) ?? '';
    return BITS_256.test(value) ? value : null;
  };
  const code = part('code');
  if (code !== null) return { code, status_code: 200, challenge: part('challenge') };
  const status = parts.get('status_code');
  if (status === null) return null;
  return { code: null, status_code: status === '403' ? 403 : 500, challenge: part('challenge') };
}

let taken: SignOnReturn | null = null;

/** Reads the result and removes it from the address and history, so that only this page has it. */
export function takeSignOnReturn(): void {
  if (window.location.pathname !== '/loading' || window.location.hash === '') return;
  taken = readSignOnReturn(window.location.hash);
  window.history.replaceState(window.history.state, '', window.location.pathname);
}

export function signOnReturn(): SignOnReturn | null {
  return taken;
}
