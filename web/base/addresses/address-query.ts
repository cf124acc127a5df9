import { useLocation, useRouter } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { z } from 'zod';

/** The query of the address, read in the given shape; the same object while the address stays. An unreadable part counts as absent. */
export function useAddressQuery<S extends z.ZodType>(shape: S) {
  const location = useLocation();
  const router = useRouter();
  const { searchStr } = location;
  const query = useMemo(
    () => shape.parse(Object.fromEntries(new URLSearchParams(searchStr))),
    [shape, searchStr],
  );

  /** Sets or, with null, removes parts of the query; a new entry in the history unless `isSameStep`. */
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
