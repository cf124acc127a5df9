import { describe, expect, test } from 'vitest';
import { COMMON_PASSWORDS } from './common-passwords.ts';
import { isCommonPassword, isMadeOfNames } from './password-rules.ts';

test('at least 3,000 common passwords are refused, none of them for its length', () => {
  expect(COMMON_PASSWORDS.size).toBeGreaterThanOrEqual(3000);
  expect([...COMMON_PASSWORDS].filter((password) => [...password].length < 8)).toEqual([]);
});

describe('a password is common', () => {
  test.each([
    'password',
    'Password1',
    'PASSWORD123!',
    'P@ssw0rd',
    'p@$$w0rd1',
    'Pa55word2024',
    '12345678',
    '1234567890',
    '87654321',
    '11111111',
    'aaaaaaaaaa',
    '12121212',
    '123123123',
    'abcd1234',
    'abcdefgh',
    'qwertyuiop',
    'qwerty123',
    'asdfghjkl',
    '1q2w3e4r',
    '1qaz2wsx',
    'zxcvbnm123',
    'iloveyou',
    'iloveyou1',
    'letmein123',
    'Welcome1!',
    'Summer2026',
    'Winter2025!',
    'trustno1',
    'superman',
    'football1',
    'sunshine',
    'princess1',
    'starwars',
    'changeme',
    'admin123',
    'michelle',
    'ｐａｓｓｗｏｒｄ',
    '19900101',
  ])('%s', (password) => expect(isCommonPassword(password)).toBe(true));
});

describe('a password is not common', () => {
  test.each([
    'Dentate gyrus 19',
    'correct horse battery staple',
    'x'.repeat(128),
    `${'x'.repeat(72)}y`,
    '🧠🧬🔬🧪🧫🐁🦠💊',
    'قشرة الدماغ',
    'password of the microglia',
  ])('%s', (password) => expect(isCommonPassword(password)).toBe(false));
});

const NAMES = ['s.ramon-cajal', 'Santiago', 'Ramón y Cajal', 'Li'];

describe('a password is made of names', () => {
  test.each([
    'omicon-omicon',
    'Omicon2026!',
    '0m1c0n!!!!',
    'omicon12345678',
    'SantiagoCajal',
    'santiago.1852',
    'cajal-ramon',
    'ramóncajal99',
    'cajalomicon',
    'c4j4lc4j4l',
  ])('%s', (password) => expect(isMadeOfNames(password, NAMES)).toBe(true));
});

describe('a password may contain a name among enough other letters', () => {
  test.each(['Santiago loves Purkinje cells', 'omicon hippocampus', 'lilililili', 'Dentate gyrus 19'])(
    '%s',
    (password) => expect(isMadeOfNames(password, NAMES)).toBe(false),
  );
});

test('hostile names and passwords are checked without delay', () => {
  const started = performance.now();
  isMadeOfNames('!'.repeat(128), ['a'.repeat(100), '.*+?^$()|[]\\', '', ' ', '!'.repeat(100)]);
  isMadeOfNames('ab'.repeat(64), [`${'ab '.repeat(33)}`, 'b'.repeat(64)]);
  isCommonPassword('0'.repeat(128));
  expect(performance.now() - started).toBeLessThan(200);
});
