/** Results open as tabs in this window. Like all cached data they are dropped at sign-out. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Labelled } from '../rule-tree/label-rules.ts';

export interface OpenResult {
  /** key of the query, or of the notification of a background search */
  key: string;
  title: Labelled;
  /** with the page and order viewed last */
  href: string;
}

const OPEN = ['open-results'] as const;
const MAX_OPEN = 8;
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
  /** Opens a tab, or updates its address. Beyond the maximum, the oldest tab is dropped. */
  function keep(result: OpenResult): void {
    change((before) => {
      const index = before.findIndex(({ key }) => key === result.key);
      return index < 0 ? [...before, result].slice(-MAX_OPEN) : before.with(index, result);
    });
  }
  function close(key: string): void {
    change((before) => before.filter((each) => each.key !== key));
  }
  return { open, keep, close };
}

/** Keeps the results on the screen open as a tab. */
export function useKeepResultsOpen({ key, title, href }: OpenResult): void {
  const { keep } = useOpenResults();
  // biome-ignore lint/correctness/useExhaustiveDependencies: `keep` is a new function at each render
  useEffect(() => keep({ key, title, href }), [key, title.words, title.tooltip, href]);
}
