/** Loads the record of an address that may be opened next. */
import type { QueryClient } from '@tanstack/react-query';
import { endpointQuery } from './use-endpoint.ts';

/** A pointer that rests on a link so long may open it; one that crosses a list loads no record. */
const RESTS_MS = 60;

let waiting: ReturnType<typeof setTimeout> | undefined;

async function prefetch(queryClient: QueryClient, href: string): Promise<void> {
  // Not with the scripts of every page.
  const { recordCallAt } = await import('@omicon/contract/record-calls.ts');
  const call = recordCallAt(href);
  if (call === null) return;
  await (call.kind === 'gene'
    ? queryClient.prefetchQuery(endpointQuery(call.endpoint, call.input))
    : queryClient.prefetchQuery(endpointQuery(call.endpoint, call.input)));
}

/** Once the pointer has rested; only the last address that was asked for is loaded. */
export function prefetchRecord(queryClient: QueryClient, href: string): void {
  clearTimeout(waiting);
  // A failure is told when the record is opened.
  waiting = setTimeout(() => void prefetch(queryClient, href).catch(() => undefined), RESTS_MS);
}
