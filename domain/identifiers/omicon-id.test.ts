import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  formatOmiconId,
  looksLikeOmiconId,
  OMICON_TYPES,
  type OmiconType,
  parseOmiconId,
} from './omicon-id.ts';

const omiconId = fc.record({
  type: fc.constantFrom(...(Object.keys(OMICON_TYPES) as OmiconType[])),
  number: fc.integer({ min: 1, max: 999_999_999 }),
  version: fc.option(fc.integer({ min: 1, max: 999_999 })),
});

describe('an Omicon ID', () => {
  test.each([
    ['OM.DS.42', { type: 'DS', number: 42, version: null }],
    ['om.dc.1', { type: 'DC', number: 1, version: null }],
    ['  Om.Cm.123456789\n', { type: 'CM', number: 123_456_789, version: null }],
    ['OM.P.7.V2', { type: 'P', number: 7, version: 2 }],
    ['om.gs.10001.v12', { type: 'GS', number: 10_001, version: 12 }],
  ])('typed as %j is read', (text, expected) => {
    expect(parseOmiconId(text)).toEqual(expected);
  });

  test.each([
    '',
    'OM',
    'OM.DS',
    'OM.DS.',
    'OM.DS.0',
    'OM.DS.01',
    'OM.DS.-1',
    'OM.DS.1.5',
    'OM.XX.1',
    'DS.1',
    'OM.DS.1.V',
    'OM.DS.1.V0',
    'OM DS 1',
    'OM.DS.1 OM.DS.2',
    'OM.DS.1234567890',
    'OMDS1',
    `OM.DS.${'1'.repeat(100)}`,
  ])('is not %j', (text) => {
    expect(parseOmiconId(text)).toBeNull();
  });

  test('is written in upper case and read back as it was', () => {
    fc.assert(
      fc.property(omiconId, (id) => {
        const text = formatOmiconId(id);
        expect(text).toBe(text.toUpperCase());
        expect(parseOmiconId(text)).toEqual(id);
        expect(parseOmiconId(text.toLowerCase())).toEqual(id);
      }),
    );
  });

  test('is what the search box looks up', () => {
    fc.assert(fc.property(omiconId, (id) => looksLikeOmiconId(formatOmiconId(id))));
  });
});

test('reading any text gives an ID or null, and an ID reads as it is written', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 80 }), (text) => {
      const id = parseOmiconId(text);
      if (id !== null) expect(formatOmiconId(id)).toBe(text.trim().toUpperCase());
    }),
  );
});

test.each([
  ['GSE4271', false],
  ['glioma', false],
  ['om.ds.1', true],
  ['x.GS.y', true],
  ['', false],
])('the search box takes %j for an ID: %s', (text, isId) => {
  expect(looksLikeOmiconId(text)).toBe(isId);
});
