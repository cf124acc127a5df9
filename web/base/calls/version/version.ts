import { checkVersion } from '@omicon/contract/areas/people/sign-in.ts';
import { callEndpoint } from '../call.ts';
import { CallError } from '../call-error.ts';

const VERSION_MISMATCH = 'invalid api version.';

/** Whether a call failed because the server runs another version, which is shown in a modal of its own. */
export function isVersionMismatch(error: unknown): boolean {
  return (
    error instanceof CallError && (error.code === 'invalid_api_version' || error.detail === VERSION_MISMATCH)
  );
}

/**
 * Checks that the server runs the version of this page, before a password or form is sent: now, whatever came with the page.
 * @throws CallError if it does not; in a mutation or query this opens the version modal
 */
export async function confirmVersion(): Promise<void> {
  await callEndpoint(checkVersion, { isFresh: true });
}
