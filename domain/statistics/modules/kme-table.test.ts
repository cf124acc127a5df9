import { expect, test } from 'vitest';
import { csvCell } from '../../files/table-text.ts';
import { kmeCells, kmeColumns, roundedPValue } from './kme-table.ts';

test('each module has a column of kME and one of P', () => {
  expect(kmeColumns(['turquoise', 'blue'])).toEqual([
    'kMEturquoise.cor',
    'kMEturquoise.pval',
    'kMEblue.cor',
    'kMEblue.pval',
  ]);
});

test('a feature that does not vary is NA, with the P of an undefined correlation', () => {
  expect(kmeCells([Number.NaN], 70)).toEqual(['NA', '1e-300']);
});

// R: r <- -0.0658024617582411; n <- 72; 2 * pt(-abs(r * sqrt((n - 2) / (1 - r^2))), n - 2)
test('kME and P have seven digits', () => {
  expect(kmeCells([-0.0658024617582411], 72)).toEqual(['-0.06580246', '0.5828845']);
});

test('P is that of the unrounded kME: it is not 0 where kME is rounded to 1', () => {
  expect(kmeCells([0.99999999], 10)[0]).toBe('1');
  expect(roundedPValue(0.99999999, 10)).toBeGreaterThan(1e-40);
});

test('a cell with a comma, a quotation mark or a line break is quoted', () => {
  expect(['IDH1', 'a,b', 'a"b"', 'a\nb'].map((text) => csvCell(text))).toEqual([
    'IDH1',
    '"a,b"',
    '"a""b"""',
    '"a\nb"',
  ]);
});
