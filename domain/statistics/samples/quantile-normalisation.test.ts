import { expect, test } from 'vitest';
import { featureMatrix, featureValues } from '../matrix.ts';
import { quantileNormalise } from './quantile-normalisation.ts';

// By hand: the sorted samples 2 3 4 5, 1 2 4 4 and 3 4 6 8 have the means 2, 3, 14/3 and 17/3.
test('samples get the means of their ranks, and tied values the mean of their ranks', () => {
  const normalised = quantileNormalise(
    featureMatrix([
      [5, 4, 3],
      [2, 1, 4],
      [3, 4, 6],
      [4, 2, 8],
    ]),
  );
  const tied = (14 / 3 + 17 / 3) / 2;
  const expected = [
    [17 / 3, tied, 2],
    [2, 2, 3],
    [3, tied, 14 / 3],
    [14 / 3, 3, 17 / 3],
  ];
  expected.forEach((row, feature) => {
    row.forEach((value, sample) => {
      expect(featureValues(normalised, feature)[sample]).toBeCloseTo(value, 12);
    });
  });
});
