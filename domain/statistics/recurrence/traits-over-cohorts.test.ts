import { describe, expect, test } from 'vitest';
import { type CohortTrait, combineTraits } from './traits-over-cohorts.ts';

const trait = (cohort: number, r: number, more: Partial<CohortTrait> = {}): CohortTrait => ({
  ...{ dataSet: cohort, cohort, attribute: 'Age', n: 28, r, p: 0.01, groups: [] },
  ...more,
});

describe('a combined attribute', () => {
  test('has the inverse-variance mean of Fisher z, and its interval', () => {
    // tanh((25 atanh .5 + 97 atanh .3) / 122), and 1.96 / sqrt(122) of z to either side, worked out apart
    const [found] = combineTraits([trait(1, 0.5), trait(2, 0.3, { n: 100 })]);
    expect(found?.combined?.cohorts).toBe(2);
    expect(found?.combined?.r).toBeCloseTo(0.34403, 5);
    expect(found?.combined?.low).toBeCloseTo(0.179252, 5);
    expect(found?.combined?.high).toBeCloseTo(0.490032, 5);
  });

  test('counts one data set of each cohort, that with most samples', () => {
    const traits = [trait(1, 0.9, { n: 10 }), trait(1, 0.5, { dataSet: 3 }), trait(2, 0.5)];
    const [found] = combineTraits(traits);
    expect(found?.results).toHaveLength(3);
    expect(found?.combined?.r).toBeCloseTo(0.5, 10);
  });

  test('of a single cohort is shown, and not combined', () => {
    expect(combineTraits([trait(1, 0.5), trait(1, 0.4, { dataSet: 2 })])[0]?.combined).toBeNull();
  });

  test('has one direction, whatever the codes of its groups; other groups are left out', () => {
    const [found] = combineTraits([
      trait(1, 0.5, { groups: ['wild type', 'mutated'] }),
      trait(2, -0.5, { groups: ['mutated', 'wild type'] }),
      trait(3, -0.9, { groups: ['no', 'yes'] }),
    ]);
    expect(found?.group).toBe('mutated');
    expect(found?.results.map(({ r }) => r)).toEqual([0.5, 0.5]);
    expect(found?.combined?.r).toBeCloseTo(0.5, 10);
  });

  test('is one by name, however it is written', () => {
    expect(
      combineTraits([
        trait(1, 0.5, { attribute: 'Tumor_Grade' }),
        trait(2, 0.5, { attribute: 'tumor grade' }),
      ]),
    ).toHaveLength(1);
  });

  test('without samples enough for an interval is none', () => {
    expect(combineTraits([trait(1, 0.9, { n: 3 }), trait(2, Number.NaN)])).toEqual([]);
  });
});
