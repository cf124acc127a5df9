/** Results that are open side by side in this window, as tabs. They end with the sign-in, like everything that was read. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';

export interface OpenResult {
  /** text of the query, or the notification that told of it */
  key: string;
  title: string;
  /** with the page and order that were looked at last */
  href: string;
}

const OPEN = ['open-results'] as const;
const MOST_OPEN = 8;
const NONE: OpenResult[] = [];

export function useOpenResults() {
  const queryClient = useQueryClient();
  const open = useQuery({
    queryKey: OPEN,
    queryFn: () => NONE,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    initialData: NONE,
  }).data;

  function change(next: (before: OpenResult[]) => OpenResult[]): void {
    queryClient.setQueryData<OpenResult[]>(OPEN, (before) => next(before ?? NONE));
  }
  /** Opens a tab, or brings it to where its results are looked at now; the oldest makes room. */
  function keep(result: OpenResult): void {
    change((before) => {
      const place = before.findIndex(({ key }) => key === result.key);
      return place < 0 ? [...before, result].slice(-MOST_OPEN) : before.with(place, result);
    });
  }
  function close(key: string): void {
    change((before) => before.filter((each) => each.key !== key));
  }
  return { open, keep, close };
}

/** Keeps the results on the screen as an open tab. */
export function useKeepOpen({ key, title, href }: OpenResult): void {
  const { keep } = useOpenResults();
  // biome-ignore lint/correctness/useExhaustiveDependencies: `keep` is made anew at each drawing
  useEffect(() => keep({ key, title, href }), [key, title, href]);
}
