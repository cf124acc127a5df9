import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import type { MouseEvent } from 'react';
import { prefetchAddress } from '../../base/calls/prefetch-address.ts';

/**
 * Handlers of a link to an address of the portal. A plain click navigates without reloading the page; the scripts of
 * the screen and its record load as soon as the pointer or the focus is on the link.
 */
export function useAddressLink(href: string) {
  const router = useRouter();
  const queryClient = useQueryClient();

  function follow(event: MouseEvent<HTMLAnchorElement>): void {
    const opensElsewhere = event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0;
    if (event.defaultPrevented || opensElsewhere) return;
    event.preventDefault();
    router.history.push(href);
  }

  function preload(): void {
    // Another tab of the same screen has its scripts.
    const isHere = /^[^?#]*/.exec(href)?.[0] === router.history.location.pathname;
    if (!href.startsWith('/') || isHere) return;
    void router.preloadRoute({ to: href, href });
    prefetchAddress(queryClient, href);
  }

  return { follow, preload };
}
