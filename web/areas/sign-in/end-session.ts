import type { QueryClient } from '@tanstack/react-query';
import { forgetSession, sessionQuery } from '../../base/sign-in/session.ts';
import { showToast } from '../../ui/feedback/toasts.ts';
import { LOGOUT } from './calls.ts';

const READ_MS = 10_000;

/** The part of a router's history that is needed to navigate. */
interface HistoryLike {
  location: { href: string };
  push(address: string): void;
}

/**
 * Called when the server no longer knows the session. Clears all cached data and navigates to the landing page with
 * a message; after signing in, people return to the address they were at.
 */
export function endSession(queryClient: QueryClient, history: HistoryLike): void {
  // Calls in flight during a sign-out fail too; the person is leaving or has left already.
  if (queryClient.getQueryData(sessionQuery.queryKey) === null) return;
  if (queryClient.isMutating({ mutationKey: LOGOUT }) > 0) return;
  const { href } = history.location;
  forgetSession(queryClient);
  history.push(href.startsWith('/home/') ? `/?next=${encodeURIComponent(href)}` : '/');
  showToast({
    type: 'warning',
    title: 'Signed out',
    message: 'Your sign-in has ended. Please sign in again.',
    durationMs: READ_MS,
  });
}
