import { expect, test } from 'vitest';
import { clampZoom, PAN_STEP, scaleOf, ZOOM, zoomAround, zoomIn, zoomOf, zoomOut } from './zoom.ts';

test('zoom stays between 0.02525 and 0.7525 in steps of 0.052', () => {
  expect(zoomIn(0.3)).toBeCloseTo(0.352, 10);
  expect(zoomOut(0.3)).toBeCloseTo(0.248, 10);
  expect(zoomIn(0.74)).toBe(0.7525);
  expect(zoomOut(0.05)).toBe(0.02525);
  expect(clampZoom(Number.POSITIVE_INFINITY)).toBe(ZOOM.most);
});

test('one press pans the drawing by 60', () => {
  expect(PAN_STEP).toBe(60);
});

test('at the maximum and default zoom, nodes have their full size', () => {
  expect(scaleOf(ZOOM.most)).toBe(1);
  expect(zoomOf(scaleOf(0.3))).toBeCloseTo(0.3, 10);
});

test('zooming keeps the point under the pointer fixed', () => {
  const view = { x: 40, y: -20, scale: 1 };
  const after = zoomAround(view, 0.5, { x: 100, y: 60 });
  const drawn = ({ x, y, scale }: typeof view) => ({ x: (100 - x) / scale, y: (60 - y) / scale });
  expect(drawn(after)).toEqual(drawn(view));
});
