import { expect, test } from 'vitest';
import { readSignOnReturn } from './sign-on-return.ts';

const CODE = 'c'.repeat(43);
const CHALLENGE = 'h'.repeat(43);

test('a code comes with the challenge of its sign-in', () => {
  expect(readSignOnReturn(`#code=${CODE}&challenge=${CHALLENGE}`)).toEqual({
    code: CODE,
    status_code: 200,
    challenge: CHALLENGE,
  });
});

test.each([
  ['#status_code=403', 403],
  ['#status_code=500', 500],
  ['#status_code=200', 500],
  ['#status_code=', 500],
])('%s is a failure', (hash, status_code) => {
  expect(readSignOnReturn(hash)).toEqual({ code: null, status_code, challenge: null });
});

test.each(['', '#', '#x', '#code=short', `#code=${CODE}x`, `#code=<script>${CODE}`])(
  '%j is nothing',
  (hash) => {
    expect(readSignOnReturn(hash)).toBeNull();
  },
);
