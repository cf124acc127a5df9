import { expect, test } from 'vitest';
import { digamma, trigamma, trigammaInverse } from './polygamma.ts';

test('digamma and trigamma equal R', () => {
  for (const [x, first, second] of [
    [0.3, -3.502524222200132, 12.24536454610773],
    [2.5, 0.7031566406452434, 0.4903577561002349],
    [40, 3.676327374034843, 0.02531510384129103],
  ] as const) {
    expect(digamma(x)).toBeCloseTo(first, 12);
    expect(trigamma(x)).toBeCloseTo(second, 12);
  }
});

test('the inverse of trigamma leads back', () => {
  for (const x of [0.01, 0.3, 2.5, 40, 5000]) expect(trigammaInverse(trigamma(x)) / x).toBeCloseTo(1, 9);
});
