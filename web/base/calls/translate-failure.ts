import { CallError, describeError, NetworkError } from './call-error.ts';
import { isVersionMismatch } from './version/version.ts';

/** Reactions of the page to failed calls; the texts are with their implementations. */
export interface FailureReactions {
  openVersionUpdate(): void;
  signOutHere(): void;
  showToast(toast: { title: string; message: string; type: 'warning' | 'danger' }): void;
}

/**
 * Maps failed calls to the reactions of the specification's error catalogue. All failures pass through here.
 * Other failures are left to the caller if `isHandled`, and shown as a toast otherwise.
 */
export function createFailureTranslator(reactions: FailureReactions) {
  let isOffline = false;
  let hasShownVersion = false;

  /** A call succeeded, so the next network error is a new one. */
  function noteSuccess(): void {
    isOffline = false;
  }

  function translateFailure(error: unknown, { isHandled }: { isHandled: boolean }): void {
    if (error instanceof NetworkError) {
      // Show only the first network error; the next ones add nothing.
      if (!isOffline)
        reactions.showToast({
          type: 'danger',
          title: 'Network Failure.',
          message: 'Try reloading the application or reconnect to the VPN.',
        });
      isOffline = true;
      return;
    }
    isOffline = false;
    if (!(error instanceof CallError)) return;
    if (isVersionMismatch(error)) {
      // The modal stays until the page is reloaded; until then every call fails the same way.
      if (!hasShownVersion) reactions.openVersionUpdate();
      hasShownVersion = true;
    } else if (error.code === 'invalid_token' || error.code === 'sign_in_required') reactions.signOutHere();
    else if (error.code === 'permission_denied')
      reactions.showToast({ type: 'warning', title: '!Permission Alert', message: error.detail });
    else if (error.status === 500)
      reactions.showToast({ type: 'danger', title: 'Error', message: error.detail });
    else if (!isHandled)
      reactions.showToast({ type: 'danger', title: 'Error', message: describeError(error) });
  }

  return { translateFailure, noteSuccess };
}
