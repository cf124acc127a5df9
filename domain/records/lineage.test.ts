import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  compareVersionCodes,
  isVersionCode,
  joinTitle,
  lastTransformation,
  operationCodes,
  parentVersionCode,
  parseTitle,
  splitTitle,
  versionDepth,
} from './lineage.ts';

const versionCodes = fc
  .tuple(
    fc.constantFrom('A', 'B', 'U'),
    fc.array(fc.integer({ min: 1, max: 30 }), { minLength: 1, maxLength: 8 }),
  )
  .map(([branch, numbers]) => [branch, ...numbers].join('.'));

// Titles of the laboratory's own index of June 2023.
describe('titles of data sets', () => {
  test('study, source, group and steps of a title', () => {
    expect(parseTitle('Grzmil 2011 GSE15824 RDP Tumor Cell Line OR QN A.1.3.1')).toEqual({
      study: 'Grzmil 2011 GSE15824',
      source: 'RDP',
      group: 'Tumor Cell Line',
      steps: ['OR', 'QN'],
    });
    expect(parseTitle('TCGA GBM Agilent 01 (Gene Level) EXT D.2')).toMatchObject({
      source: 'EXT',
      group: null,
      steps: [],
    });
    expect(parseTitle('Brain atlas')).toBeNull();
  });

  test('steps may be repeated', () => {
    expect(operationCodes('Hernandez 2012 GSE36192 RDP FCX OR QN BC OR BC OR A.1.2.1.1.1.1.1')).toEqual([
      'RDP',
      'OR',
      'QN',
      'BC',
      'OR',
      'BC',
      'OR',
    ]);
  });

  test('the last transformation is the last code', () => {
    expect(lastTransformation('Yu 2016 GSE74187 EXT OR A.1.1')).toBe('OR');
    expect(lastTransformation('Yu 2016 GSE74187 EXT A.1')).toBe('EXT');
    expect(lastTransformation('Yu 2016')).toBeNull();
  });

  test('title and version code are joined by a space and split at the last one', () => {
    expect(splitTitle('Yu 2016 GSE74187 EXT OR A.1.1')).toEqual({
      title: 'Yu 2016 GSE74187 EXT OR',
      version_code: 'A.1.1',
    });
    expect(splitTitle('A.1.1')).toBeNull();
    expect(splitTitle('Yu 2016')).toBeNull();
  });

  test('law: joining and splitting are inverse', () => {
    const titles = fc.string({ minLength: 1 }).filter((title) => title.trim() === title && title !== '');
    fc.assert(
      fc.property(titles, versionCodes, (title, version_code) => {
        expect(splitTitle(joinTitle({ title, version_code }))).toEqual({ title, version_code });
      }),
    );
  });
});

describe('version codes', () => {
  test('the parent lacks the last number', () => {
    expect(parentVersionCode('A.1.2.1')).toBe('A.1.2');
    expect(parentVersionCode('A.1')).toBeNull();
    expect(parentVersionCode('none')).toBeNull();
  });

  test('what is and is not a version code', () => {
    expect(['A.1', 'U.1.12', 'AA.3'].every(isVersionCode)).toBe(true);
    expect(['A', 'a.1', 'A.1.', '1.1', 'A.x', ''].some(isVersionCode)).toBe(false);
  });

  test('order is by depth, then branch, then numbers', () => {
    expect(['A.10', 'B.1', 'A.1.1', 'A.2'].toSorted(compareVersionCodes)).toEqual([
      'A.2',
      'A.10',
      'B.1',
      'A.1.1',
    ]);
  });

  test('law: a parent has one level less and sorts before its child', () => {
    fc.assert(
      fc.property(versionCodes, (code) => {
        const parent = parentVersionCode(code);
        if (parent === null) return versionDepth(code) === 1;
        return versionDepth(parent) === versionDepth(code) - 1 && compareVersionCodes(parent, code) < 0;
      }),
    );
  });

  test('law: the order is total', () => {
    fc.assert(
      fc.property(versionCodes, versionCodes, (a, b) => {
        expect(Math.sign(compareVersionCodes(a, b))).toBe(-Math.sign(compareVersionCodes(b, a)) || 0);
        expect(compareVersionCodes(a, b) === 0).toBe(a === b);
      }),
    );
  });
});
