/** What a popup brings back from a provider, behind the # of `/loading`. Imports nothing: it is read before all else. */

export interface SignOnReturn {
  code: string | null;
  status_code: 200 | 403 | 500;
  /** of the sign-in it belongs to; null when it failed before that was known */
  challenge: string | null;
}

const BITS_256 = /^[\w-]{43}$/;

/** Null for an address that no provider's answer led to. */
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

/** Takes the result out of the address and the history; from now on only this page knows it. */
export function takeSignOnReturn(): void {
  if (window.location.pathname !== '/loading' || window.location.hash === '') return;
  taken = readSignOnReturn(window.location.hash);
  window.history.replaceState(window.history.state, '', window.location.pathname);
}

export function signOnReturn(): SignOnReturn | null {
  return taken;
}
