import { CallError } from '../../base/calls/call-error.ts';
import { isVersionMismatch } from '../../base/calls/version.ts';
import { showToast } from './toasts.ts';

/** The server's own sentence, or the one of the specification where it gave none. */
function sentenceOf(error: unknown): string {
  return error instanceof CallError && error.detail !== ''
    ? error.detail
    : 'Something went wrong. Please try again.';
}

/** A failed form as a toast. Another version of the server has a modal of its own, and nothing beside it. */
export function showFailure(error: unknown, { title = 'Error', durationMs = 2500 } = {}): void {
  if (isVersionMismatch(error)) return;
  showToast({ type: 'danger', title, message: sentenceOf(error), durationMs });
}
