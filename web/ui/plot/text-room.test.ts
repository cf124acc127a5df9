// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { roomForTexts } from './text-room.ts';

function roomFor(marks: string) {
  const root = new DOMParser().parseFromString(
    `<svg xmlns="http://www.w3.org/2000/svg">${marks}</svg>`,
    'image/svg+xml',
  );
  return roomForTexts(root.documentElement, { width: 100, height: 50 });
}

test('texts inside a picture need no room', () => {
  expect(roomFor('<text x="10" y="20">kME</text>')).toEqual({ left: 0, top: 0, right: 0, bottom: 0 });
});

test('a long name on the left needs room on the left, one at the right edge on the right', () => {
  const left = roomFor('<text x="30" y="20" text-anchor="end">TCGA GBM RNA-seq EXT A.1</text>');
  expect([left.left > 60, left.right, left.top]).toEqual([true, 0, 0]);
  const right = roomFor('<g transform="translate(90 20)"><text>Oligodendroglioma</text></g>');
  expect([right.left, right.right > 60]).toEqual([0, true]);
});

test('a slanted name needs room above, or below', () => {
  const above = roomFor('<text transform="translate(50 10) rotate(-90)">Astrocytoma</text>');
  expect([above.top > 40, above.right, above.left]).toEqual([true, 0, 0]);
  const below = roomFor(
    '<text transform="translate(50 45) rotate(-90)" text-anchor="end">Astrocytoma</text>',
  );
  expect([below.bottom > 40, below.top]).toEqual([true, 0]);
});

test('tooltips inside a text take no room', () => {
  expect(
    roomFor('<text x="10" y="20"><title>a very long description of this group</title>GBM</text>').right,
  ).toBe(0);
});
