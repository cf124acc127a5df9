import { expect, test } from 'vitest';
import { isSigned, sign } from './signature.ts';

const SECRET = 'a secret of both sides, long enough';
const body = Buffer.from('readable networks: 1, 2');
const NOW = 1_790_000_000_000;
const signature = sign(SECRET, 'part', body, NOW);

test('a message is accepted for a minute', () => {
  expect(isSigned(SECRET, 'part', { body, signature }, NOW)).toBe(true);
  expect(isSigned(SECRET, 'part', { body, signature }, NOW + 60_000)).toBe(true);
  expect(isSigned(SECRET, 'part', { body, signature }, NOW + 60_001)).toBe(false);
  expect(isSigned(SECRET, 'part', { body, signature }, NOW - 60_001)).toBe(false);
});

test('another list, another purpose, another time and another secret are refused', () => {
  const forged = Buffer.from('readable networks: 1, 2, 3');
  expect(isSigned(SECRET, 'part', { body: forged, signature }, NOW)).toBe(false);
  expect(isSigned(SECRET, 'take', { body, signature }, NOW)).toBe(false);
  const later = signature.replace(String(NOW), String(NOW + 1));
  expect(isSigned(SECRET, 'part', { body, signature: later }, NOW)).toBe(false);
  expect(isSigned(`${SECRET}.`, 'part', { body, signature }, NOW)).toBe(false);
});

test('what is no signature is refused', () => {
  for (const nothing of ['', '.', `${NOW}`, `${NOW}.`, `${NOW}.AAAA`, 'a.b.c'])
    expect(isSigned(SECRET, 'part', { body, signature: nothing }, NOW)).toBe(false);
});
