import { describe, expect, test } from 'vitest';
import { EXAMPLES, isSameList, readGeneFile, refuseList, splitIdentifiers } from './gene-text.ts';

describe('a pasted text', () => {
  test('is parted by lines, commas, semicolons, tabs and spaces', () => {
    expect(splitIdentifiers('AIF1\nCD68, CD163;7305\tENSG00000138413.12  2-Sep\r\n')).toEqual([
      'AIF1',
      'CD68',
      'CD163',
      '7305',
      'ENSG00000138413.12',
      '2-Sep',
    ]);
  });

  test('loses its quotation marks, and keeps together what stands in them', () => {
    expect(splitIdentifiers(`"AIF1","2 Sep" 'CD68' “MBP” "",NA`)).toEqual(['AIF1', '2 Sep', 'CD68', 'MBP']);
  });

  test('of nothing but separators holds no identifier', () => {
    expect(splitIdentifiers(' ,;\n\t""')).toEqual([]);
  });
});

describe('a list', () => {
  test('of 5,000 identifiers is explored, of one more refused with both numbers', () => {
    const list = (length: number) => Array.from({ length }, (_, at) => `G${at}`);
    expect(refuseList(list(5000), 5000)).toBeNull();
    expect(refuseList(list(5001), 5000)).toBe('At most 5,000 identifiers at once; here are 5,001.');
  });

  test('with a text that is no identifier is refused by its beginning', () => {
    expect(refuseList(['AIF1', 'A'.repeat(101)], 5000)).toContain(`“${'A'.repeat(30)}…”`);
  });

  test('is another when an identifier, their order or number differs', () => {
    expect(isSameList(['A', 'B'], ['A', 'B'])).toBe(true);
    for (const other of [['B', 'A'], ['A'], ['A', 'C']]) expect(isSameList(['A', 'B'], other)).toBe(false);
  });
});

describe('a file', () => {
  test('of a table gives its first column, without the mark of its encoding', () => {
    const content = '\uFEFFSYMBOL,logFC,rank\nAIF1,2.1,1\n"CD68",1.7,2\n';
    const { text, isFirstColumn } = readGeneFile(content);
    expect([splitIdentifiers(text), isFirstColumn]).toEqual([['SYMBOL', 'AIF1', 'CD68'], true]);
  });

  test('of one line, or of lines of several lengths, is a list', () => {
    expect(splitIdentifiers(readGeneFile('AIF1,CD68,CD163').text)).toHaveLength(3);
    expect(splitIdentifiers(readGeneFile('AIF1,CD68\nCD163').text)).toHaveLength(3);
    expect(splitIdentifiers(readGeneFile('AIF1\nCD68\n').text)).toEqual(['AIF1', 'CD68']);
  });
});

test('an example holds at least fifteen different genes', () => {
  for (const { genes } of EXAMPLES) expect(new Set(genes).size).toBeGreaterThanOrEqual(15);
});
