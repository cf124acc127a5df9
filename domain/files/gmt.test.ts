import { expect, test } from 'vitest';
import { gmtLine } from './gmt.ts';

test('a set is one line, whatever its name and description contain', () => {
  expect(gmtLine('MICROGLIA', 'of the\tatlas\r\n2024', ['AIF1', 'CD68'])).toBe(
    'MICROGLIA\tof the atlas 2024\tAIF1\tCD68\n',
  );
});
