import { describe, expect, test } from 'vitest';
import { EXAMPLES, isSameList, readGeneFile, refuseList, splitIdentifiers } from './gene-text.ts';

describe('a pasted text', () => {
  test('is split at lines, commas, semicolons, tabs and spaces', () => {
    expect(splitIdentifiers('AIF1\nCD68, CD163;7305\tENSG00000138413.12  2-Sep\r\n')).toEqual([
      'AIF1',
      'CD68',
      'CD163',
      '7305',
      'ENSG00000138413.12',
      '2-Sep',
    ]);
  });

  test('loses its quotation marks, and is not split inside them', () => {
    expect(splitIdentifiers(`"AIF1","2 Sep" 'CD68' “MBP” "",NA`)).toEqual(['AIF1', '2 Sep', 'CD68', 'MBP']);
  });

  test('of separators only has no identifiers', () => {
    expect(splitIdentifiers(' ,;\n\t""')).toEqual([]);
  });
});

describe('a list', () => {
  test('of 5,000 identifiers is accepted; one more is refused with both numbers', () => {
    const list = (length: number) => Array.from({ length }, (_, at) => `G${at}`);
    expect(refuseList(list(5000), 5000)).toBeNull();
    expect(refuseList(list(5001), 5000)).toBe('At most 5,000 identifiers at once; here are 5,001.');
  });

  test('with an overlong identifier is refused, citing its beginning', () => {
    expect(refuseList(['AIF1', 'A'.repeat(101)], 5000)).toContain(`“${'A'.repeat(30)}…”`);
  });

  test('differs from another in identifiers, order or number', () => {
    expect(isSameList(['A', 'B'], ['A', 'B'])).toBe(true);
    for (const other of [['B', 'A'], ['A'], ['A', 'C']]) expect(isSameList(['A', 'B'], other)).toBe(false);
  });
});

describe('a file', () => {
  test('with a table gives its first column, without byte order mark', () => {
    const content = '\uFEFFSYMBOL,logFC,rank\nAIF1,2.1,1\n"CD68",1.7,2\n';
    const { text, isFirstColumn } = readGeneFile(content);
    expect([splitIdentifiers(text), isFirstColumn]).toEqual([['SYMBOL', 'AIF1', 'CD68'], true]);
  });

  test('with one line, or with lines of different numbers of cells, is a list', () => {
    expect(splitIdentifiers(readGeneFile('AIF1,CD68,CD163').text)).toHaveLength(3);
    expect(splitIdentifiers(readGeneFile('AIF1,CD68\nCD163').text)).toHaveLength(3);
    expect(splitIdentifiers(readGeneFile('AIF1\nCD68\n').text)).toEqual(['AIF1', 'CD68']);
  });
});

test('each example has at least fifteen different genes', () => {
  for (const { genes } of EXAMPLES) expect(new Set(genes).size).toBeGreaterThanOrEqual(15);
});
