import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cutName, namePartsOf, shortName } from './name-parts.ts';

const NETWORK = 'Bicor-None_signum0.399_minSize8_merge_ME_0.85_42548';

test('a network is called by its parameters, a data set by its last step or its version', () => {
  expect(namePartsOf(NETWORK)).toEqual({ head: '', kept: 'signum .399 · min 8' });
  expect(namePartsOf(`turquoise · microglia of ${NETWORK}`)).toEqual({
    head: 'turquoise · microglia',
    kept: ' of signum .399 · min 8',
  });
  expect(namePartsOf('Dyrskjot 2004 bladder EXT OR QN BC A.1.1.1.1')).toEqual({
    head: 'Dyrskjot 2004 bladder',
    kept: ', batch-corrected',
  });
  expect(shortName('Phillips 2006 GSE4271 EXT Primary OR')).toBe(
    'Phillips 2006 GSE4271 Primary, outliers removed',
  );
  expect(namePartsOf('Phillips 2006 GSE4271 EXT Primary OR')).toEqual({
    head: 'Phillips 2006 GSE4271',
    kept: ' Primary, outliers removed',
  });
  expect(namePartsOf('Phillips 2006 GSE4271 A.1.2')?.kept).toBe(' A.1.2');
});

test.each(['Phillips 2006 GSE4271', 'kME_table_02-43-17.csv', 'OR', ''])(
  '%j is cut like any text',
  (text) => {
    expect(namePartsOf(text)).toBeNull();
    expect(shortName(text)).toBe(text);
  },
);

test('different networks and data sets have different shortened names', () => {
  const networks = ['0.399_minSize8', '0.399_minSize10', '0.5_minSize8'].map(
    (each) => `Bicor-None_signum${each}_merge_ME_0.85_42548`,
  );
  expect(networks.map((name) => cutName(name, 30))).toEqual([
    'signum .399 · min 8',
    'signum .399 · min 10',
    'signum .5 · min 8',
  ]);
  expect(cutName('Dyrskjot 2004 bladder EXT OR QN BC A.1.1.1.1', 32)).toBe(
    'Dyrskjo…bladder, batch-corrected',
  );
  expect(cutName('Phillips 2006', 30)).toBe('Phillips 2006');
});

test('a shortened name respects the maximum length, and consists of parts of the short name', () => {
  const names = fc.oneof(
    fc.string({ maxLength: 60 }),
    fc.constantFrom(NETWORK, 'Dyrskjot 2004 EXT OR QN BC A.1.1.1.1'),
  );
  fc.assert(
    fc.property(names, fc.integer({ min: 3, max: 60 }), (name, most) => {
      const cut = cutName(name, most);
      expect(cut.length).toBeLessThanOrEqual(most);
      if (!name.includes('…')) for (const part of cut.split('…')) expect(shortName(name)).toContain(part);
    }),
  );
});
