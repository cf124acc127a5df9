/** Loads what an address that may be opened next begins with: its record or its list. */
import type { QueryClient } from '@tanstack/react-query';
import { endpointQuery } from './use-endpoint.ts';

/** A pointer that rests on a link so long may open it; one that crosses a list loads no record. */
const RESTS_MS = 60;

let waiting: ReturnType<typeof setTimeout> | undefined;

async function prefetch(queryClient: QueryClient, href: string): Promise<void> {
  // Not with the scripts of every page.
  const { firstCallsAt } = await import('@omicon/routes/first-calls.ts');
  const { own } = firstCallsAt(href);
  if (own === null) return;
  await queryClient.prefetchQuery({ ...endpointQuery(own.endpoint, own.input), meta: { isPrefetch: true } });
}

/** Once the pointer has rested; only the last address that was asked for is loaded. */
export function prefetchAddress(queryClient: QueryClient, href: string): void {
  clearTimeout(waiting);
  // A failure is told when the address is opened.
  waiting = setTimeout(() => void prefetch(queryClient, href).catch(() => undefined), RESTS_MS);
}
