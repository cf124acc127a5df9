import type { ErrorCode } from '@omicon/contract/base/errors.ts';
import { expect, test } from 'vitest';
import {
  CallError,
  describeError,
  isWorthRetrying,
  NetworkError,
  UnreadableFileError,
} from './call-error.ts';

function refusal(status: number, code: ErrorCode): CallError {
  return new CallError({ status, code, detail: 'A sentence.', request_id: 'r-1', fields: {} });
}

test.each([
  ['a record that is not there, or not for this person', 404, 'not_found'],
  ['what the role does not allow', 403, 'permission_denied'],
  ['input that is wrong', 400, 'invalid_input'],
  ['a name that is taken', 409, 'conflict'],
  ['a link that has run out', 403, 'link_expired'],
  ['what this installation does not have', 501, 'not_here'],
  ['a file whose bytes are damaged', 500, 'damaged'],
  ['an answer that does not fit this version of the page', 200, 'internal'],
] as const)('no second try is offered for %s', (_what, status, code) => {
  expect(isWorthRetrying(refusal(status, code))).toBe(false);
});

test.each([
  ['a fault of the server', 500, 'internal'],
  ['a server that is not ready', 503, 'unavailable'],
  ['a full store', 507, 'storage_full'],
  ['too many calls at once', 429, 'too_many_requests'],
] as const)('a second try is offered for %s', (_what, status, code) => {
  expect(isWorthRetrying(refusal(status, code))).toBe(true);
});

test('a retry is offered when the server cannot be reached, and for failures without a response', () => {
  expect(isWorthRetrying(new NetworkError(new TypeError('fetch failed')))).toBe(true);
  expect(isWorthRetrying(new Error('A chunk of the page did not load.'))).toBe(true);
});

test('an unreadable file has its own message; other errors of the page have a general one', () => {
  expect(describeError(new UnreadableFileError())).toBe(
    'The file could not be read. Please choose it again.',
  );
  expect(isWorthRetrying(new UnreadableFileError())).toBe(false);
  expect(describeError(new TypeError('x is undefined'))).toBe('Something went wrong. Please try again.');
});
