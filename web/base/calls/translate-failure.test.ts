import type { ErrorCode } from '@omicon/contract/base/errors.ts';
import { expect, test } from 'vitest';
import { CallError, NetworkError } from './call-error.ts';
import { createFailureTranslator } from './translate-failure.ts';

function watch() {
  const seen: string[] = [];
  const { translateFailure: translate, noteSuccess } = createFailureTranslator({
    openVersionUpdate: () => seen.push('version update'),
    signOutHere: () => seen.push('signed out'),
    showToast: ({ title, message, type }) => seen.push(`${type}: ${title} ${message}`),
  });
  return { seen, translate, noteSuccess };
}

function failure(status: number, code: ErrorCode, detail: string): CallError {
  return new CallError({ status, code, detail, request_id: 'r-1', fields: {} });
}

test.each([
  [failure(400, 'invalid_api_version', 'invalid api version.'), 'version update'],
  [failure(401, 'invalid_token', 'Invalid token.'), 'signed out'],
  [failure(403, 'permission_denied', 'You may not.'), 'warning: !Permission Alert You may not.'],
  [failure(500, 'internal', 'Internal Server Error'), 'danger: Error Internal Server Error'],
])('a failed call is handled as the error catalogue says', (error, expected) => {
  const { seen, translate } = watch();
  translate(error, { isHandled: true });
  expect(seen).toEqual([expected]);
});

test('only the first of several network errors is shown', () => {
  const { seen, translate } = watch();
  translate(new NetworkError(null), { isHandled: true });
  translate(new NetworkError(null), { isHandled: false });
  expect(seen).toEqual(['danger: Network Failure. Try reloading the application or reconnect to the VPN.']);
});

test('a network error after a successful call is shown again', () => {
  const { seen, translate, noteSuccess } = watch();
  translate(new NetworkError(null), { isHandled: true });
  noteSuccess();
  translate(new NetworkError(null), { isHandled: true });
  expect(seen).toHaveLength(2);
});

test('a failure that the caller shows itself is not shown again', () => {
  const { seen, translate } = watch();
  translate(failure(404, 'not_found', 'No such record.'), { isHandled: true });
  expect(seen).toEqual([]);
  translate(failure(409, 'conflict', 'Stored in the meantime.'), { isHandled: false });
  expect(seen).toEqual(['danger: Error Stored in the meantime.']);
});
