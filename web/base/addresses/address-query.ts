import { useLocation, useRouter } from '@tanstack/react-router';
import { useCallback, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { z } from 'zod';

type Changes = Readonly<Record<string, string | null>>;

function searchAfter(search: string, changes: Changes): string {
  const next = new URLSearchParams(search);
  for (const [name, value] of Object.entries(changes)) {
    if (value === null || value === '') next.delete(name);
    else next.set(name, value);
  }
  return next.size === 0 ? '' : `?${next}`;
}

function useQuery<S extends z.ZodType>(shape: S, search: string): z.output<S> {
  return useMemo(() => shape.parse(Object.fromEntries(new URLSearchParams(search))), [shape, search]);
}

/** The address's query, parsed with `shape`; a stable object while the address is the same. */
export function useAddressQuery<S extends z.ZodType>(shape: S) {
  const { searchStr } = useLocation();
  const { history } = useRouter();
  const query = useQuery(shape, searchStr);

  /**
   * Sets query parameters, removes those set to null; adds a history entry unless `isSameStep`. One stable function.
   */
  const setQuery = useCallback(
    (changes: Changes, isSameStep = false): void => {
      const { pathname, search } = history.location;
      const address = `${pathname}${searchAfter(search, changes)}`;
      if (isSameStep) history.replace(address);
      else history.push(address);
    },
    [history],
  );

  return { query, setQuery };
}

/** Runs after the next frame is shown. */
function afterFrame(act: () => void): void {
  requestAnimationFrame(() => setTimeout(act));
}

/**
 * The same for choices that redraw a large picture: it is drawn and shown before the address changes, because every
 * link of the page is rendered again with the address. Its `setQuery` is only for event handlers, and adds no history
 * entry.
 */
export function useImmediateAddressQuery<S extends z.ZodType>(shape: S) {
  const { searchStr } = useLocation();
  const router = useRouter();
  const [ahead, setAhead] = useState<{ of: string; search: string } | null>(null);
  const waiting = useRef<{ from: object; search: string } | null>(null);
  if (ahead !== null && ahead.of !== searchStr) setAhead(null);
  const query = useQuery(shape, ahead?.of === searchStr ? ahead.search : searchStr);

  const setQuery = useCallback(
    (changes: Changes): void => {
      const { history, state } = router;
      const from = history.location;
      const isFirst = waiting.current?.from !== from;
      const search = searchAfter(isFirst ? from.search : (waiting.current?.search ?? ''), changes);
      waiting.current = { from, search };
      flushSync(() => setAhead({ of: state.location.searchStr, search }));
      if (!isFirst) return;
      afterFrame(() => {
        // Another address was opened in the meantime.
        if (history.location !== from) return;
        history.replace(`${from.pathname}${waiting.current?.search ?? ''}`);
      });
    },
    [router],
  );

  return { query, setQuery };
}
