import { checkVersion } from '@omicon/contract/areas/sign-in.ts';
import { callEndpoint } from './call.ts';
import { CallError } from './call-error.ts';

const VERSION_MISMATCH = 'invalid api version.';

/** Whether a call failed because the server serves another version; its modal says all there is to say. */
export function isVersionMismatch(error: unknown): boolean {
  return (
    error instanceof CallError && (error.code === 'invalid_api_version' || error.detail === VERSION_MISMATCH)
  );
}

/**
 * Asks whether the server serves the version of this page, before a password or a form is sent.
 * @throws CallError when it does not; within a mutation or query the version modal then opens by itself
 */
export async function confirmVersion(): Promise<void> {
  await callEndpoint(checkVersion, {});
}
