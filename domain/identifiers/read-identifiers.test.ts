import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { showInvisible, splitIdentifiers } from './lists/split-identifiers.ts';
import { partsOfName, readIdentifier, readingsOf, rowNumbersIn, withoutVersion } from './read-identifiers.ts';

describe('a name', () => {
  test.each([
    ['\u200BCX3CR1', 'CX3CR1'],
    ['C1QA\u200B', 'C1QA'],
    ['C1\u2060QA', 'C1QA'],
    ['TYROBP\u00AD', 'TYROBP'],
    ['TYRO\u00ADBP', 'TYROBP'],
    ['\uFEFFAIF1', 'AIF1'],
    ['\u00A0AIF1\u00A0', 'AIF1'],
    ['\u202AAIF1\u202C', 'AIF1'],
    ['AIF1\uFE0F', 'AIF1'],
  ])('%j has no invisible characters', (written, name) => {
    expect(readIdentifier(written)).toBe(name);
  });

  test.each(['HLA–DRA', 'HLA‑DRA', 'HLA‐DRA', 'HLA‒DRA', 'HLA−DRA', 'HLA—DRA', 'HLA－DRA', 'HLA﹣DRA'])(
    '%s has a hyphen',
    (written) => {
      expect(readIdentifier(written)).toBe('HLA-DRA');
    },
  );

  test.each([
    '"TP53"',
    '""TP53""',
    '"TP53',
    'TP53"',
    '“TP53”',
    '„TP53“',
    "'TP53'",
    "'TP53",
    '‘TP53’',
    '«TP53»',
    '`TP53`',
    '´TP53´',
    '="TP53"',
    'TP53;',
    'TP53,',
    'TP53.',
    '(TP53)',
    '[TP53]',
  ])('%s stands alone without its marks', (written) => {
    expect(readIdentifier(written)).toBe('TP53');
  });

  test.each([
    'P2RY12*',
    'P2RY12**',
    '*P2RY12',
    'P2RY12†',
    'P2RY12‡',
    'P2RY12 §',
    'P2RY12¹',
    'P2RY12²,³',
    'P2RY12ᵃ',
    'P2RY12^a',
    'P2RY12 (1)',
    'P2RY12[2]',
    'P2RY12#',
    '• P2RY12',
  ])('%s is read without its footnote', (written) => {
    expect(readIdentifier(written)).toBe('P2RY12');
  });

  test('is read in Latin letters', () => {
    expect(['ＴＰ５３', 'ТР53', 'ΤΡ53', 'МВР', 'TGFβ1', 'IL1α', 'СD68'].map(readIdentifier)).toEqual([
      'TP53',
      'TP53',
      'TP53',
      'MBP',
      'TGFb1',
      'IL1a',
      'CD68',
    ]);
  });

  test('that is a whole number is an id, and another number none', () => {
    expect(['7157.0', '7157.00', '"7157.0"', '7157', '1.5', '10.0'].map(readIdentifier)).toEqual([
      '7157',
      '7157',
      '7157',
      '7157',
      '1.5',
      '10',
    ]);
  });

  test('stays as it is if nothing is wrong with it', () => {
    const names = ['HLA-DRA', '1007_s_at', 'AFFX-HSAC07/X00351_3_at', 'RP11-34P13.7', 'ENSG00000141510.16'];
    for (const name of [...names, 'apo', 'GO:0000184', 'CYP2D6*4', 'PC 36:1', '2 Sep', "5'-NT", 'CD4+'])
      expect(readIdentifier(name)).toBe(name);
  });

  test('that has been read once is not changed by reading it again', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 12 }), (text) => {
        expect(readIdentifier(readIdentifier(text))).toBe(readIdentifier(text));
      }),
    );
  });
});

test('an id of Ensembl or RefSeq is the same in every version', () => {
  const ids = ['ENSG00000141510.16', 'ENST00000269305.9', 'ENSP00000269305.4', 'ENSMUSG00000059552.14'];
  expect([...ids, 'NM_000546.6', 'NP_000537.3', 'ENSG00000182378.15_PAR_Y'].map(withoutVersion)).toEqual([
    'ENSG00000141510',
    'ENST00000269305',
    'ENSP00000269305',
    'ENSMUSG00000059552',
    'NM_000546',
    'NP_000537',
    'ENSG00000182378',
  ]);
  for (const name of ['RP11-34P13.7', 'AC012345.1', 'NKX2.2', '7157.0', 'ENSA'])
    expect(withoutVersion(name)).toBe(name);
});

describe('a pasted text', () => {
  test.each([
    'TP53\nEGFR\nMBP',
    'TP53\r\nEGFR\r\nMBP\r\n',
    'TP53\rEGFR\rMBP',
    'TP53\tEGFR\tMBP',
    'TP53,EGFR,MBP',
    'TP53, EGFR; MBP',
    'TP53 EGFR  MBP',
    'TP53|EGFR | MBP',
    'TP53///EGFR /// MBP',
    'TP53 // EGFR//MBP',
    'TP53，EGFR、MBP',
    'TP53\u00A0EGFR\u2028MBP',
    '"TP53","EGFR","MBP"',
    '"TP53,EGFR,MBP"',
    '“TP53” “EGFR” “MBP”',
    "'TP53' 'EGFR' 'MBP'",
    '"TP53,"EGFR",MBP',
    '\uFEFFTP53;NA;EGFR;;MBP;---;#N/A',
    '[1] "TP53" "EGFR"\n[3] "MBP"',
    '"1" "TP53"\n"2" "EGFR"\n"9" "MBP"',
    '1. TP53\n2. EGFR\n3. MBP',
    '1\tTP53\n2\tEGFR\n10\tMBP',
  ])('%j has three names', (text) => {
    expect(splitIdentifiers(text).map(readIdentifier)).toEqual(['TP53', 'EGFR', 'MBP']);
  });

  test('keeps names with slashes, dates and blanks in quotation marks together', () => {
    expect(splitIdentifiers('TP53/EGFR "AK 4" "2 Sep" 1 Mar, 2/Sep AFFX-HSAC07/X00351_3_at')).toEqual([
      'TP53/EGFR',
      'AK 4',
      '2 Sep',
      '1 Mar',
      '2/Sep',
      'AFFX-HSAC07/X00351_3_at',
    ]);
  });

  test('splits ids that a test of enrichment has joined', () => {
    expect(splitIdentifiers('7157/1956/4155 ENSG00000141510/ENSG00000146648.20')).toEqual([
      '7157',
      '1956',
      '4155',
      'ENSG00000141510',
      'ENSG00000146648.20',
    ]);
  });

  test('keeps ids of genes beside numbers that do not count lines', () => {
    expect(splitIdentifiers('7157 1956\n4155 2')).toEqual(['7157', '1956', '4155', '2']);
    expect(splitIdentifiers('7157 TP53\n1956 EGFR')).toEqual(['7157', 'TP53', '1956', 'EGFR']);
  });
});

test('a name of several parts may be several names', () => {
  expect(partsOfName('TP53/EGFR')).toEqual(['TP53', 'EGFR']);
  expect(partsOfName('TP53 EGFR')).toEqual(['TP53', 'EGFR']);
  expect(partsOfName('SEPT2/6')).toEqual(['SEPT2', 'SEPT6']);
  expect(partsOfName('TP53')).toEqual([]);
});

test('a name may have lost its version, or be one that R has changed', () => {
  expect(readingsOf('HLA.DRA')).toContain('HLA-DRA');
  expect(readingsOf('RP11.34P13.7')).toContain('RP11-34P13.7');
  expect(readingsOf('“X1007_s_at”')).toEqual(['“X1007_s_at”', 'X1007_s_at', '1007_s_at']);
  expect(readingsOf('ENSG00000182378_PAR_Y')).toContain('ENSG00000182378');
  expect(readingsOf('ENSG00000141510.16')).toEqual(['ENSG00000141510.16', 'ENSG00000141510']);
  for (const name of ['HLA-DRA', 'XIST']) expect(readingsOf(name)).toEqual([name]);
});

test('1, 2, 3 and so on are row numbers, but no other numbers', () => {
  expect([...rowNumbersIn(['1', 'TP53', '2', 'EGFR', '3'])]).toEqual(['1', '2', '3']);
  for (const names of [['1', '2'], ['7157', '1956', '2'], ['1', '2', '4'], ['TP53']])
    expect(rowNumbersIn(names).size).toBe(0);
});

test('invisible characters can be shown', () => {
  expect(showInvisible('\u200BCX3CR1\u00AD')).toBe('⟨U+200B⟩CX3CR1⟨U+00AD⟩');
});
