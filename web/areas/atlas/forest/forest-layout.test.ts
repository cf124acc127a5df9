import { expect, test } from 'vitest';
import { type MetaTrait, traitLine, traitParts, traitRows } from '../meta-module/trait-text.ts';
import { type ForestPart, layoutForest, lineAt, markPath, R_SCALE, ratioScale } from './forest-layout.ts';

const result = (id: number, n: number, r: number) => ({
  ...{ data_set: { id, title: `GSE${id}` }, n, r, low: r - 0.2, high: r + 0.2, p_value: 0.0002 },
});
const GRADE: MetaTrait = {
  ...{ attribute: 'Tumor_Grade', higher_in: 'IV' },
  results: [result(1, 100, 0.4), result(2, 25, -0.1)],
  combined: { cohorts: 2, r: 0.3, low: 0.1, high: 0.5, p_value: 0.004, i_squared: 0.62 },
};
const AGE: MetaTrait = {
  attribute: 'Age_Years',
  higher_in: null,
  results: [result(1, 100, 0)],
  combined: null,
};
const layoutAt = (width: number, parts: readonly ForestPart[] = traitParts([GRADE, AGE])) =>
  layoutForest(parts, R_SCALE, width);

test('each attribute has a line per data set and one for the combined r, below its name', () => {
  const { lines, heads } = layoutAt(1000);
  expect(lines.map(({ isCombined }) => isCombined)).toEqual([false, false, true, false]);
  expect(heads.map(({ y }) => y)).toEqual([...heads.map(({ y }) => y)].sort((a, b) => a - b));
  expect(heads[1]?.y).toBeGreaterThan(lines[2]?.y ?? 0);
  expect(heads[1]?.y).toBeLessThan(lines[3]?.y ?? 0);
});

test('the axis says which direction is positive, also where r is negative', () => {
  expect(layoutAt(1000).heads.map(({ title, axis }) => [title, axis])).toEqual([
    ['Tumor Grade', 'r, positive: higher in IV'],
    ['Age Years', 'r, positive: higher with Age Years'],
  ]);
});

test('r is on one axis from -1 to 1, and the area of a square is proportional to the number of samples', () => {
  const { lines, left, right, none, ticks } = layoutAt(1000);
  const middle = (left + right) / 2;
  expect(none).toBe(middle);
  expect(ticks.map(({ label, at }) => [label, at])).toEqual([
    ['\u22121', left],
    ['\u22120.5', (left + middle) / 2],
    ['0', middle],
    ['0.5', (middle + right) / 2],
    ['1', right],
  ]);
  expect(lines[3]?.x).toBe(middle);
  expect(lines[0]?.x).toBeCloseTo(middle + 0.4 * (right - middle));
  expect(lines[1]?.half).toBeCloseTo((lines[0]?.half ?? 0) / 2);
});

test('ratios are on a logarithmic scale of round numbers around all intervals', () => {
  const scale = ratioScale([{ value: 1.4, low: 0.7, high: 3.1, n: 50 }]);
  expect(scale.domain).toEqual([0.5, 5]);
  expect(scale.ticks.map(({ label }) => label)).toEqual(['0.5', '1', '2', '5']);
  const { none, ticks } = layoutForest([], scale, 1000);
  expect(none).toBe(ticks[1]?.at);
  const [half, one, two] = ticks.map(({ at }) => at);
  expect((one ?? 0) - (half ?? 0)).toBeCloseTo((two ?? 0) - (one ?? 0));
  expect(ratioScale([{ value: 9, low: 0.001, high: 5000, n: 5 }]).domain).toEqual([0.01, 100]);
});

test('a line is found at its height, and nothing between attributes', () => {
  const layout = layoutAt(1000);
  for (const [at, { y }] of layout.lines.entries()) expect(lineAt(layout, y)).toBe(at);
  expect(lineAt(layout, 2)).toBeNull();
});

test('numbers beside the lines need room', () => {
  expect(layoutAt(1000).figures).not.toBeNull();
  expect(layoutAt(600).figures).toBeNull();
});

test('rows of the table are in the order of the lines, and say all numbers', () => {
  const rows = traitRows([GRADE, AGE]);
  expect(rows.map(({ dataSet }) => dataSet?.title ?? null)).toEqual(['GSE1', 'GSE2', null, 'GSE1']);
  expect(rows.map((row) => traitLine(row).about)).toEqual([
    'Tumor Grade: GSE1, r 0.40 (0.20 to 0.60), n 100, P 2.0e-4; positive: higher in IV.',
    'Tumor Grade: GSE2, r −0.10 (−0.30 to 0.10), n 25, P 2.0e-4; positive: higher in IV.',
    'Tumor Grade: Combined, 2 cohorts, r 0.30 (0.10 to 0.50), I² 62 %, P 0.004; positive: higher in IV.',
    'Age Years: GSE1, r 0.00 (−0.20 to 0.20), n 100, P 2.0e-4; positive: higher with Age Years.',
  ]);
});

test('a combined estimate is a diamond as wide as its interval', () => {
  const line = { x: 50, low: 40, high: 70, y: 10, half: 5 };
  expect(markPath({ ...line, isCombined: true })).toBe('M40 10L50 5L70 10L50 15Z');
  expect(markPath({ ...line, isCombined: false })).toBe('M45 5H55V15H45Z');
});
