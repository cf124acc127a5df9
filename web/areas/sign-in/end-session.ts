import type { QueryClient } from '@tanstack/react-query';
import { forgetSession, sessionQuery } from '../../base/sign-in/session.ts';
import { showToast } from '../../ui/feedback/toasts.ts';
import { LOGOUT } from './calls.ts';

const READ_MS = 10_000;

/** What of a router is needed to lead somebody elsewhere. */
interface Place {
  location: { href: string };
  push(address: string): void;
}

/**
 * The server knows the sign-in no longer. Everything read for the person is forgotten; they are led to the landing
 * page with a sentence, and the address they were at is opened again after they sign in.
 */
export function endSession(queryClient: QueryClient, place: Place): void {
  // Calls still under way at a sign-out are refused as well; the person is leaving or has left already.
  if (queryClient.getQueryData(sessionQuery.queryKey) === null) return;
  if (queryClient.isMutating({ mutationKey: LOGOUT }) > 0) return;
  const { href } = place.location;
  forgetSession(queryClient);
  place.push(href.startsWith('/home/') ? `/?next=${encodeURIComponent(href)}` : '/');
  showToast({
    type: 'warning',
    title: 'Signed out',
    message: 'Your sign-in has ended. Please sign in again.',
    durationMs: READ_MS,
  });
}
