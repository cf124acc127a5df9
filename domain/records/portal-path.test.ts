import { expect, test } from 'vitest';
import { samePortalPath } from './portal-path.ts';

test('a path of the portal is kept with its query', () => {
  expect(samePortalPath('/home/analyses/analysis-data/files?analysisId=3&pdf_name=M_1.pdf')).toBe(
    '/home/analyses/analysis-data/files?analysisId=3&pdf_name=M_1.pdf',
  );
});

test.each([
  '//evil.example',
  '/\\evil.example',
  'https:evil.example',
  'https://evil.example/home',
  'javascript:alert(1)',
  '/\tevil',
  '/\n/evil.example',
  '/%2f%2fevil.example',
  '/%5cevil.example',
  '/home//evil.example',
  '@evil.example',
  '',
])('%j is no path of the portal', (address) => {
  expect(samePortalPath(address)).toBeNull();
});

test('unicode dots and slashes stay inside this portal', () => {
  expect(samePortalPath('/。evil.example')).toMatch(/^\/%/);
});
