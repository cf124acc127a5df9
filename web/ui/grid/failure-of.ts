import type { UseQueryResult } from '@tanstack/react-query';

/** What a grid shows when its list could not be read; null while it can be. */
export function failureOf(list: UseQueryResult): { error: unknown; onRetry(): void } | null {
  return list.isError ? { error: list.error, onRetry: () => void list.refetch() } : null;
}

/** A list that the server sends whole, as a grid takes it. */
export function rowsOf<Row>(list: UseQueryResult<{ results: readonly Row[] }>) {
  return { rows: list.data?.results, failure: failureOf(list) };
}
