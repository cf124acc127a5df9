import { useEffect, useState } from 'react';

/** The token of a mailed link, removed from the address at once, so that it is not shared or kept in the history. */
export function useAddressToken(): string | null {
  const [token] = useState(() => new URLSearchParams(window.location.search).get('token') || null);
  useEffect(() => {
    if (token !== null) window.history.replaceState(window.history.state, '', window.location.pathname);
  }, [token]);
  return token;
}
