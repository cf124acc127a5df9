import { expect, test } from 'vitest';
import { commentAddress, withViewOfGene } from './addresses.ts';

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

test.each([
  [
    '/home/genes/EGFR',
    '?tab=expression&ds=3&attribute=Tumor_Grade&page=2',
    '?tab=expression&ds=3&attribute=Tumor_Grade',
  ],
  ['/home/genes/EGFR', '', ''],
  ['/home/genes/EGFR?tab=correlates', '?tab=expression', ''],
  ['/home/modules/OM.CM.1', '?tab=expression', ''],
])('from the page of a gene, %s opens in its view %s', (address, search, query) => {
  expect(withViewOfGene(address, { pathname: '/home/genes/TREM2', search })).toBe(`${address}${query}`);
});

test('a gene opens with its first tab from any other page', () => {
  const from = { pathname: '/home/data-sets/3', search: '?tab=features&ds=3' };
  expect(withViewOfGene('/home/genes/EGFR', from)).toBe('/home/genes/EGFR');
});
