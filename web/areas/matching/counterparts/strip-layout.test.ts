import { expect, test } from 'vitest';
import { layoutStrip } from './strip-layout.ts';

const MODULES = [
  { dataSet: 'GSE4271', rho: 0.9 },
  { dataSet: 'LGG Agilent', rho: 0.5 },
  { dataSet: 'GSE4271', rho: -1 },
  { dataSet: 'LGG RNA-seq', rho: 0.2 },
];

test('modules of one data set are on one line, in the order of their first module', () => {
  const { lines, points, zero } = layoutStrip(MODULES, 10, 800);
  expect(lines.map(({ dataSet }) => dataSet)).toEqual(['GSE4271', 'LGG Agilent', 'LGG RNA-seq']);
  expect(points[2]?.y).toBe(points[0]?.y);
  expect(points[0]?.x).toBeGreaterThan(zero);
  expect(points[2]?.x).toBe(280);
});

test('data sets beyond the last line are left out, with their modules', () => {
  const { lines, points } = layoutStrip(MODULES, 2, 800);
  expect(lines.length).toBe(2);
  expect(points.map(({ index }) => index)).toEqual([0, 1, 2]);
});

test('without modules there is an axis and no line', () => {
  const { lines, points, ticks } = layoutStrip([], 10, 390);
  expect([lines.length, points.length]).toEqual([0, 0]);
  expect(ticks.length).toBeGreaterThan(2);
});
