import { expect, test } from 'vitest';
import { commentAddress } from './addresses.ts';

test('a comment is opened on the page where it was written', () => {
  expect(
    commentAddress('/home/collections/data-collections/attributes?dcId=7&file_folder_name=raw', 12),
  ).toBe('/home/collections/data-collections/attributes?dcId=7&file_folder_name=raw&comment=12');
  expect(commentAddress('/home/modules/OM.CM.4?tab=page&comment=3#top', 12)).toBe(
    '/home/modules/OM.CM.4?tab=page&comment=12#top',
  );
});

test.each([
  'https://evil.test/home',
  '//evil.test/home',
  '/\\evil.test/home',
  '\\\\evil.test\\home',
  'javascript:alert(1)',
  'home/starred',
  ' /home/starred',
  '/home/../login',
  '/home/%2e%2e/%2e%2e/login',
  '/homework',
  '',
])('%j is replaced by the home page', (address) => {
  expect(commentAddress(address, 12)).toBe('/home');
});
