import { CallError, describeError, NetworkError } from './call-error.ts';
import { isVersionMismatch } from './version.ts';

/** What the page can do about a failed call; the texts live with the doers. */
export interface FailureDoers {
  openVersionUpdate(): void;
  signOutHere(): void;
  showToast(toast: { title: string; message: string; type: 'warning' | 'danger' }): void;
}

/**
 * The one place that turns failed calls into the behaviour of the specification's error catalogue.
 * Failures it does not name are left to the caller when `isHandled`, and shown as they are otherwise.
 */
export function createFailureTranslator(doers: FailureDoers) {
  let isOffline = false;
  let hasSaidVersion = false;

  /** A call came through, so the next network error is a new one. */
  function noteSuccess(): void {
    isOffline = false;
  }

  function translateFailure(error: unknown, { isHandled }: { isHandled: boolean }): void {
    if (error instanceof NetworkError) {
      // Only the first network error speaks; the next ones say nothing new.
      if (!isOffline)
        doers.showToast({
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
      // The modal stays until the page is loaded anew; every call in between fails the same way.
      if (!hasSaidVersion) doers.openVersionUpdate();
      hasSaidVersion = true;
    } else if (error.code === 'invalid_token' || error.code === 'sign_in_required') doers.signOutHere();
    else if (error.code === 'permission_denied')
      doers.showToast({ type: 'warning', title: '!Permission Alert', message: error.detail });
    else if (error.status === 500) doers.showToast({ type: 'danger', title: 'Error', message: error.detail });
    else if (!isHandled) doers.showToast({ type: 'danger', title: 'Error', message: describeError(error) });
  }

  return { translateFailure, noteSuccess };
}
