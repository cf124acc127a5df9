/** Loads what an address that may be opened next begins with: its record or its list. */
import type { AddressCall } from '@omicon/contract/address-calls.ts';
import type { QueryClient } from '@tanstack/react-query';
import { endpointQuery } from './use-endpoint.ts';

/** A pointer that rests on a link so long may open it; one that crosses a list loads no record. */
const RESTS_MS = 60;

let waiting: ReturnType<typeof setTimeout> | undefined;

function load(queryClient: QueryClient, call: AddressCall): Promise<void> {
  const options = { meta: { isPrefetch: true } } as const;
  // Each kind by itself, for its types.
  switch (call.kind) {
    case 'list':
      return queryClient.prefetchQuery({ ...endpointQuery(call.endpoint, call.input), ...options });
    case 'gene':
      return queryClient.prefetchQuery({ ...endpointQuery(call.endpoint, call.input), ...options });
    case 'numbered':
      return queryClient.prefetchQuery({ ...endpointQuery(call.endpoint, call.input), ...options });
  }
}

async function prefetch(queryClient: QueryClient, href: string): Promise<void> {
  // Not with the scripts of every page.
  const { addressCallAt } = await import('@omicon/contract/address-calls.ts');
  const call = addressCallAt(href);
  if (call !== null) await load(queryClient, call);
}

/** Once the pointer has rested; only the last address that was asked for is loaded. */
export function prefetchAddress(queryClient: QueryClient, href: string): void {
  clearTimeout(waiting);
  // A failure is told when the address is opened.
  waiting = setTimeout(() => void prefetch(queryClient, href).catch(() => undefined), RESTS_MS);
}
