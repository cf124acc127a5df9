/** Cubic smoothing splines as R fits them: B-splines with a knot at every point. */
import { numberAt } from '../arrays/number-at.ts';
import { factorSymmetric } from './survival/solve-symmetric.ts';

const ORDER = 4;
/** R integrates squares of second derivatives with this for a third (`sgram.c`); equality with R needs it. */
const THIRD = 0.333;

/** Values of the B-splines of an order at a point; zero outside of their knots. Cox 1972, de Boor 1972. */
function splinesAt(knots: readonly number[], order: number, x: number): number[] {
  const last = numberAt(knots, knots.length - 1);
  // The last point belongs to the last interval.
  const right = x === last ? knots.indexOf(last) : knots.findIndex((knot) => knot > x);
  let values = Array.from({ length: knots.length - 1 }, (_, at) => Number(at === right - 1));
  for (let degree = 1; degree < order; degree += 1) {
    const below = values;
    values = Array.from({ length: knots.length - 1 - degree }, (_, at) => {
      const rise = numberAt(knots, at + degree) - numberAt(knots, at);
      const fall = numberAt(knots, at + degree + 1) - numberAt(knots, at + 1);
      const first = rise > 0 ? ((x - numberAt(knots, at)) / rise) * numberAt(below, at) : 0;
      const second = fall > 0 ? ((numberAt(knots, at + degree + 1) - x) / fall) * numberAt(below, at + 1) : 0;
      return first + second;
    });
  }
  return values;
}

/** Second derivatives of the cubic B-splines at a point. */
function curvaturesAt(knots: readonly number[], x: number): number[] {
  let values = splinesAt(knots, ORDER - 2, x);
  for (let order = ORDER - 1; order <= ORDER; order += 1) {
    const below = values;
    values = Array.from({ length: knots.length - order }, (_, at) => {
      const rise = numberAt(knots, at + order - 1) - numberAt(knots, at);
      const fall = numberAt(knots, at + order) - numberAt(knots, at + 1);
      const first = rise > 0 ? numberAt(below, at) / rise : 0;
      return (order - 1) * (first - (fall > 0 ? numberAt(below, at + 1) / fall : 0));
    });
  }
  return values;
}

/** Adds the integral of the products of second derivatives between two neighbouring points. */
function addRoughness(into: readonly Float64Array[], width: number, from: number[], to: number[]): void {
  into.forEach((row, a) => {
    const [start, rise] = [numberAt(from, a), numberAt(to, a) - numberAt(from, a)];
    for (let b = 0; b < row.length; b += 1) {
      const [other, otherRise] = [numberAt(from, b), numberAt(to, b) - numberAt(from, b)];
      row[b] =
        numberAt(row, b) +
        width * (start * other + 0.5 * (start * otherRise + rise * other) + THIRD * rise * otherRise);
    }
  });
}

/**
 * Fitted values of a cubic smoothing spline at its own points, all of the same weight.
 * @param x ascending, all different, at least four
 * @param lambda penalty on the squared second derivative, with `x` scaled to [0, 1], as `smooth.spline(lambda =)`
 * @throws RangeError if the lengths differ
 * @source R, `smooth.spline`; Hastie & Tibshirani 1990, Generalized Additive Models, 2.10
 */
export function smoothingSpline(x: readonly number[], y: readonly number[], lambda: number): Float64Array {
  if (x.length !== y.length) throw new RangeError(`${x.length} points are paired with ${y.length} values.`);
  const [low, high] = [numberAt(x, 0), numberAt(x, x.length - 1)];
  const points = x.map((value) => (value - low) / (high - low));
  const knots = [0, 0, 0, ...points, 1, 1, 1];
  const basis = points.map((point) => splinesAt(knots, ORDER, point));
  const curvatures = points.map((point) => curvaturesAt(knots, point));
  const size = knots.length - ORDER;
  const roughness = Array.from({ length: size }, () => new Float64Array(size));
  points.slice(1).forEach((point, at) => {
    addRoughness(roughness, point - numberAt(points, at), curvatures[at] ?? [], curvatures[at + 1] ?? []);
  });
  const right = new Float64Array(size);
  const normal = roughness.map((row) => row.map((value) => lambda * value));
  basis.forEach((splines, at) => {
    splines.forEach((a, index) => {
      right[index] = numberAt(right, index) + a * numberAt(y, at);
      const row = normal[index];
      if (row !== undefined && a !== 0)
        splines.forEach((b, other) => {
          row[other] = numberAt(row, other) + a * b;
        });
    });
  });
  const coefficients = factorSymmetric(normal)?.solve(right);
  if (coefficients === undefined) throw new RangeError('The points of a spline must be all different.');
  return Float64Array.from(basis, (splines) =>
    splines.reduce((sum, value, index) => sum + value * numberAt(coefficients, index), 0),
  );
}
