import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cutName, namePartsOf } from './name-parts.ts';

const NETWORK = 'Bicor-None_signum0.399_minSize8_merge_ME_0.85_42548';

test('a network keeps signum and minSize, a data set its transformations and its version', () => {
  expect(namePartsOf(NETWORK)).toEqual({
    head: 'Bicor-None_',
    kept: 'signum0.399_minSize8',
    tail: '_merge_ME_0.85_42548',
  });
  expect(namePartsOf('Dyrskjot 2004 bladder EXT OR QN BC A.1.1.1.1')).toEqual({
    head: 'Dyrskjot 2004 bladder',
    kept: ' EXT OR QN BC A.1.1.1.1',
    tail: '',
  });
  expect(namePartsOf('Phillips 2006 GSE4271 EXT Primary OR')?.kept).toBe(' OR');
  expect(namePartsOf('Phillips 2006 GSE4271 A.1.2')?.kept).toBe(' A.1.2');
});

test.each(['Phillips 2006 GSE4271', 'kME_table_02-43-17.csv', 'OR', ''])(
  '%j is cut like any text',
  (text) => {
    expect(namePartsOf(text)).toBeNull();
  },
);

test('different networks and data sets have different shortened names', () => {
  const networks = ['0.399_minSize8', '0.399_minSize10', '0.5_minSize8'].map(
    (each) => `Bicor-None_signum${each}_merge_ME_0.85_42548`,
  );
  expect(networks.map((name) => cutName(name, 30))).toEqual([
    'Bicor-No…signum0.399_minSize8…',
    'Bicor-N…signum0.399_minSize10…',
    'Bicor-None…signum0.5_minSize8…',
  ]);
  expect(cutName('Dyrskjot 2004 bladder EXT OR QN BC A.1.1.1.1', 32)).toBe(
    'Dyrs…dder EXT OR QN BC A.1.1.1.1',
  );
  expect(cutName('Phillips 2006', 30)).toBe('Phillips 2006');
});

test('a shortened name respects the maximum length, and consists of parts of the name', () => {
  const names = fc.oneof(
    fc.string({ maxLength: 60 }),
    fc.constantFrom(NETWORK, 'Dyrskjot 2004 EXT OR QN BC A.1.1.1.1'),
  );
  fc.assert(
    fc.property(names, fc.integer({ min: 3, max: 60 }), (name, most) => {
      const cut = cutName(name, most);
      expect(cut.length).toBeLessThanOrEqual(most);
      if (!name.includes('…')) for (const part of cut.split('…')) expect(name).toContain(part);
    }),
  );
});
