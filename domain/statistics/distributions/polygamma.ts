/** Derivative of the log gamma function at x > 0. Abramowitz & Stegun 1964, 6.3.18. */
export function digamma(x: number): number {
  let shift = 0;
  let at = x;
  for (; at < 12; at += 1) shift -= 1 / at;
  const inverse = 1 / (at * at);
  const series =
    inverse *
    (1 / 12 -
      inverse *
        (1 / 120 -
          inverse * (1 / 252 - inverse * (1 / 240 - inverse * (1 / 132 - (inverse * 691) / 32760)))));
  return shift + Math.log(at) - 0.5 / at - series;
}

/** Second derivative of the log gamma function at x > 0. Abramowitz & Stegun 1964, 6.4.12. */
export function trigamma(x: number): number {
  let shift = 0;
  let at = x;
  for (; at < 15; at += 1) shift += 1 / (at * at);
  const inverse = 1 / (at * at);
  const series =
    1 / 6 -
    inverse *
      (1 / 30 - inverse * (1 / 42 - inverse * (1 / 30 - inverse * (5 / 66 - (inverse * 691) / 2730))));
  return shift + 1 / at + inverse / 2 + (series * inverse) / at;
}

/** Third derivative of the log gamma function at x > 0. Abramowitz & Stegun 1964, 6.4.13. */
function tetragamma(x: number): number {
  let shift = 0;
  let at = x;
  for (; at < 15; at += 1) shift -= 2 / at ** 3;
  const inverse = 1 / (at * at);
  const series = 1 / 2 - inverse * (1 / 6 - inverse * (1 / 6 - inverse * (3 / 10 - inverse * (5 / 6))));
  return shift - inverse - inverse / at - series * inverse * inverse;
}

/**
 * The x > 0 at which trigamma has this value, by Newton's method on 1 / trigamma, which is nearly linear.
 * @source Smyth 2004, Stat Appl Genet Mol Biol 3:3, appendix; `limma::trigammaInverse`
 */
export function trigammaInverse(value: number): number {
  if (value > 1e7) return 1 / Math.sqrt(value);
  if (value < 1e-6) return 1 / value;
  let x = 0.5 + 1 / value;
  for (let step = 0; step < 50; step += 1) {
    const now = trigamma(x);
    const change = (now * (1 - now / value)) / tetragamma(x);
    x += change;
    if (-change / x < 1e-14) break;
  }
  return x;
}
