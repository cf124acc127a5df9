import { expect, test } from 'vitest';
import { categoryColour, NA_COLOUR } from './data-colours.ts';
import { backgroundOf, fillOf, HATCH_TILE } from './na-hatch.ts';
import { luminance, toHex } from './rgb.ts';

const DATA_COLOURS = Array.from({ length: 200 }, (_, index) => categoryColour(index));

test('only missing values are striped, on the screen and in drawings', () => {
  expect(backgroundOf(NA_COLOUR)).toMatch(/^repeating-linear-gradient\(/);
  expect(fillOf(NA_COLOUR)).toBe(`url(#${HATCH_TILE.id})`);
  for (const colour of DATA_COLOURS)
    expect([backgroundOf(colour), fillOf(colour)]).toEqual([colour, toHex(colour)]);
});

test('the stripes are visible on their background', () => {
  const [light = 1, dark = 0] = [luminance(HATCH_TILE.ground), luminance(HATCH_TILE.stripe)];
  expect((light + 0.05) / (dark + 0.05)).toBeGreaterThanOrEqual(2);
});

test('no value has the grey of missing values', () => {
  expect(DATA_COLOURS.map((colour) => toHex(colour))).not.toContain(NA_COLOUR);
});
