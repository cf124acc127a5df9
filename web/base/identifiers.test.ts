import { expect, test } from 'vitest';
import { splitIdentifiers } from './identifiers.ts';

test('identifiers are split at any usual separator, without duplicates', () => {
  expect(splitIdentifiers('IDH1, OLIG2;SOX10\nIDH1\t201193_at  ')).toEqual([
    'IDH1',
    'OLIG2',
    'SOX10',
    '201193_at',
  ]);
  expect(splitIdentifiers(' \n ')).toEqual([]);
});

test('identifiers are read from pasted lists, without duplicates', () => {
  expect(splitIdentifiers('BUB1, MKI67\tPBK;WEE1\r\n\nMKI67 GO:0006119')).toEqual([
    'BUB1',
    'MKI67',
    'PBK',
    'WEE1',
    'GO:0006119',
  ]);
  expect(splitIdentifiers(' \n')).toEqual([]);
});
