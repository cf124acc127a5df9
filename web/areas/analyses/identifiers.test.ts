import { expect, test } from 'vitest';
import { splitIdentifiers } from './identifiers.ts';

test('identifiers are read however they are pasted, each once', () => {
  expect(splitIdentifiers('IDH1, OLIG2;SOX10\nIDH1\t201193_at  ')).toEqual([
    'IDH1',
    'OLIG2',
    'SOX10',
    '201193_at',
  ]);
  expect(splitIdentifiers(' \n ')).toEqual([]);
});
