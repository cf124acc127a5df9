/** Reference values are those of R 4, as natural logarithms (`log.p = TRUE`, `lower.tail = FALSE`). */
import { expect, test } from 'vitest';
import { logChiSquareTail, logFTail, logNormalTails, logStudentTails } from './tails.ts';

/** Both logarithms agree to ten digits, which is more than ten digits of P. */
function expectLog(found: number, expected: number): void {
  expect(Math.abs(found / expected - 1)).toBeLessThan(1e-10);
}

test('chi-square: in the middle, near 1, and below the smallest double', () => {
  expectLog(logChiSquareTail(3, 2), -1.5);
  expectLog(logChiSquareTail(0.3, 5), -0.002359695632639899);
  expectLog(logChiSquareTail(0.01, 3), -0.0002652002211258193);
  expectLog(logChiSquareTail(1e-6, 5), -5.319228505627664e-17);
  expectLog(logChiSquareTail(2000, 3), -996.4248404973332);
  expect(logChiSquareTail(0, 3)).toBe(0);
  expect(logChiSquareTail(Number.NaN, 3)).toBeNaN();
});

test('normal: two sides, whatever the sign', () => {
  expectLog(logNormalTails(-1.5), -2.012797220263944);
  expectLog(logNormalTails(1.5), -2.012797220263944);
  expectLog(logNormalTails(45), -1016.532947061393);
});

test('F: degrees of freedom in their order, infinite ones too', () => {
  expectLog(logFTail(2.5, 3, 11), -2.174436836154944);
  expectLog(logFTail(0.2, 4, 6), -0.07320855698908442);
  expectLog(logFTail(50_000, 2, 400), -1105.090587826357);
  expectLog(logFTail(2.5, 3, Number.POSITIVE_INFINITY), -2.85495429147618);
});

test('Student: two sides', () => {
  expectLog(logStudentTails(-2.1, 7), -2.60543229408509);
  expectLog(logStudentTails(60, 500), -529.302383885845);
});
