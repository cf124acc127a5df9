import { useLocation, useRouter } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { z } from 'zod';

/** The address's query, parsed with `shape`; a stable object while the address is the same. */
export function useAddressQuery<S extends z.ZodType>(shape: S) {
  const location = useLocation();
  const router = useRouter();
  const { searchStr } = location;
  const query = useMemo(
    () => shape.parse(Object.fromEntries(new URLSearchParams(searchStr))),
    [shape, searchStr],
  );

  /** Sets query parameters, removes those set to null; adds a history entry unless `isSameStep`. */
  function setQuery(changes: Readonly<Record<string, string | null>>, isSameStep = false): void {
    const next = new URLSearchParams(searchStr);
    for (const [name, value] of Object.entries(changes)) {
      if (value === null || value === '') next.delete(name);
      else next.set(name, value);
    }
    const address = next.size === 0 ? location.pathname : `${location.pathname}?${next}`;
    if (isSameStep) router.history.replace(address);
    else router.history.push(address);
  }

  return { query, setQuery };
}
