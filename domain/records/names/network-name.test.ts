import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseNetworkName, repairNetworkName, restoreNetworkName, shortNetworkName } from './network-name.ts';

describe('names of covariation networks', () => {
  test('a portal name tells similarity, threshold, sizes, merge rule and number of features', () => {
    // Real name of the network that answers sample query 18 best.
    expect(parseNetworkName('Bicor-None_signum0.399_minSize8_merge_ME_0.85_42548')).toEqual({
      similarity: 'Bicor',
      overlap: 'None',
      signum: 0.399,
      min_size: 8,
      merge_by: 'ME',
      merge_param: 0.85,
      feature_count: 42548,
    });
  });

  test.each([
    ['Bicor-None_signum0.99_minSize12_merge_CC_0.85', { merge_by: 'CC', feature_count: null }],
    ['Bicor-None_signum0.99_minSize12_mergeBy_ME_0.8', { merge_by: 'ME', merge_param: 0.8 }],
    ['Pearson-TO_signed_min_signum0.5_minSize10_merge_ME_0.85_100', { overlap: 'TO', signum: 0.5 }],
    ['Bicor-None_signum0.2_minSize10_minMEcor0.85_30410', { merge_by: 'minMEcor', merge_param: 0.85 }],
    ['Spearman-None_signum-1e-3_minSize6_merge_ME_0.85_10', { signum: -0.001 }],
    ['Bicor-None_signum1_minSize6_merge_ME_0.85_10', { signum: 1 }],
  ])('%s is read', (name, expected) => {
    expect(parseNetworkName(name)).toMatchObject(expected);
  });

  test.each([
    '',
    'All_09-19-54',
    'Bicor-None',
    'Bicor-None_signum0.99_minSize12',
    'Bicor-None_signum1.2.3_minSize12_merge_ME_0.85',
    'bicor-None_signum0.399_minSize8_merge_ME_0.85_42548',
  ])('%j is no network', (name) => {
    expect(parseNetworkName(name)).toBeNull();
  });

  test('law: no text makes it throw, and a near miss of 50,000 characters is refused at once', () => {
    fc.assert(
      fc.property(fc.string(), (text) => parseNetworkName(text) === null || text.includes('_signum')),
    );
    const start = performance.now();
    expect(parseNetworkName(`Bicor-None_signum${'0'.repeat(50_000)}x`)).toBeNull();
    expect(performance.now() - start).toBeLessThan(50);
  });

  test("a name R has mangled is restored where it is a network's, and kept otherwise", () => {
    expect(restoreNetworkName('Bicor.None_signum0.71_minSize10_merge_ME_0.85_5000')).toBe(
      'Bicor-None_signum0.71_minSize10_merge_ME_0.85_5000',
    );
    expect(restoreNetworkName('X12')).toBe('X12');
  });
});

describe('a misnamed network folder', () => {
  const NAME = 'Bicor-None_signum0.399_minSize8_merge_ME_0.85_42548';

  test.each([
    `${NAME} copy`,
    `${NAME} - Copy`,
    `${NAME} - Kopie`,
    `${NAME} copy 2`,
    `${NAME} (1)`,
    `${NAME}_copy`,
    ` ${NAME}`,
    NAME.replaceAll('_', ' '),
    `${NAME.replaceAll('_', ' ')} - Copy (2)`,
  ])('%s was meant to be the network', (name) => {
    expect(repairNetworkName(name)).toBe(NAME);
  });

  test.each([NAME, 'figures', 'GSHyperG_MY_SETS_22-56-13_SEED', 'old networks', '', 'copy'])(
    '%s is left alone',
    (name) => {
      expect(repairNetworkName(name)).toBeNull();
    },
  );
});

test.each([
  ['Bicor-None_signum0.663_minSize8_merge_ME_0.85_3540', 'signum .663 · min 8'],
  ['Bicor-None_signum0.7_minSize12_merge_CC_0.8', 'signum .7 · min 12 · merge CC .8'],
  [
    'Pearson-TO_signed_min_signum-0.2_minSize10_minMEcor0.85_30410',
    'Pearson · TO · signum −.2 · min 10 · merge minMEcor .85',
  ],
  ['figures', 'figures'],
])('%s is %s', (name, short) => {
  expect(shortNetworkName(name)).toBe(short);
});
