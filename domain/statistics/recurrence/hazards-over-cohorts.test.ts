import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type CohortHazard, combineHazardRatios } from './hazards-over-cohorts.ts';

const hazard = (cohort: number, coefficient: number, standardError: number, events = 50): CohortHazard => ({
  ...{ cohort, coefficient, standardError, events },
});

test('two cohorts are combined by inverse variance', () => {
  // By hand: weights 16 and 25, mean 13/41, standard error 1/sqrt(41), z 2.0303; Q 0.878 with 1 df.
  const both = combineHazardRatios([hazard(1, 0.5, 0.25), hazard(2, 0.2, 0.2)]);
  expect(both?.cohorts).toBe(2);
  expect(both?.hazardRatio).toBeCloseTo(Math.exp(13 / 41), 12);
  expect(both?.low).toBeCloseTo(1.01104, 4);
  expect(both?.high).toBeCloseTo(1.86483, 4);
  expect(both?.p).toBeCloseTo(0.04233, 4);
  expect(both?.iSquared).toBe(0);
});

test('cohorts that disagree have a high I²', () => {
  // Q = 2 x 25 x 0.36 = 18 with 1 df.
  const both = combineHazardRatios([hazard(1, 0.8, 0.2), hazard(2, -0.4, 0.2)]);
  expect(both?.iSquared).toBeCloseTo(17 / 18, 12);
});

test('of a cohort only the data set with the most events counts', () => {
  const two = [hazard(1, 0.5, 0.25, 80), hazard(2, 0.2, 0.2)];
  expect(combineHazardRatios([hazard(1, -3, 0.1, 40), ...two])).toEqual(combineHazardRatios(two));
});

test('a single cohort is not combined', () => {
  expect(combineHazardRatios([])).toBeNull();
  expect(combineHazardRatios([hazard(1, 0.5, 0.25), hazard(1, 0.4, 0.2)])).toBeNull();
});

test('the combined ratio lies among those of the cohorts, and reversed signs reverse it', () => {
  const estimates = fc.array(
    fc.record({
      coefficient: fc.double({ min: -3, max: 3, noNaN: true }),
      standardError: fc.double({ min: 0.01, max: 3, noNaN: true }),
    }),
    { minLength: 2, maxLength: 8 },
  );
  fc.assert(
    fc.property(estimates, (given) => {
      const hazards = given.map((each, cohort) => ({ ...each, cohort, events: 10 }));
      const both = combineHazardRatios(hazards);
      const opposite = combineHazardRatios(
        hazards.map((each) => ({ ...each, coefficient: -each.coefficient })),
      );
      const log = Math.log(both?.hazardRatio ?? 0);
      const coefficients = given.map(({ coefficient }) => coefficient);
      expect(log).toBeGreaterThanOrEqual(Math.min(...coefficients) - 1e-9);
      expect(log).toBeLessThanOrEqual(Math.max(...coefficients) + 1e-9);
      expect(Math.log(opposite?.hazardRatio ?? 0)).toBeCloseTo(-log, 9);
      expect(both?.iSquared).toBeGreaterThanOrEqual(0);
      expect(both?.iSquared).toBeLessThan(1);
    }),
  );
});
