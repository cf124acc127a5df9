import { useLocation, useRouter } from '@tanstack/react-router';
import type { z } from 'zod';

/** The query of the address, read in the given shape. An unreadable part counts as absent. */
export function useAddressQuery<S extends z.ZodType>(shape: S) {
  const location = useLocation();
  const router = useRouter();
  const given = Object.fromEntries(new URLSearchParams(location.searchStr));

  /** Sets or, with null, removes parts of the query; a new entry in the history unless `isSameStep`. */
  function setQuery(changes: Readonly<Record<string, string | null>>, isSameStep = false): void {
    const next = new URLSearchParams(location.searchStr);
    for (const [name, value] of Object.entries(changes)) {
      if (value === null || value === '') next.delete(name);
      else next.set(name, value);
    }
    const address = next.size === 0 ? location.pathname : `${location.pathname}?${next}`;
    if (isSameStep) router.history.replace(address);
    else router.history.push(address);
  }

  return { query: shape.parse(given), setQuery };
}
