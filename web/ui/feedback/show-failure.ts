import { CallError } from '../../base/calls/call-error.ts';
import { isVersionMismatch } from '../../base/calls/version/version.ts';
import { showToast } from './toasts.ts';

/** The server's message, or else that of the specification. */
function sentenceOf(error: unknown): string {
  return error instanceof CallError && error.detail !== ''
    ? error.detail
    : 'Something went wrong. Please try again.';
}

/** Shows the failure of a form as a toast, except for a version mismatch, which has its own modal. */
export function showFailure(error: unknown, { title = 'Error', durationMs = 2500 } = {}): void {
  if (isVersionMismatch(error)) return;
  showToast({ type: 'danger', title, message: sentenceOf(error), durationMs });
}
