import { expect, test } from 'vitest';
import { categoryColour, NA_COLOUR } from './data-colours.ts';
import { inkOn, luminance, toHex } from './rgb.ts';

test.each([
  // Computed with the converter of CSS Color 4, https://www.w3.org/TR/css-color-4/
  ['oklch(1 0 0)', '#ffffff'],
  ['oklch(0 0 0)', '#000000'],
  ['oklch(0.628 0.2577 29.23)', '#ff0000'],
  ['oklch(0.452 0.3132 264.05)', '#0000ff'],
])('%s is %s', (oklch, hex) => {
  const distance = [1, 3, 5].map((at) =>
    Math.abs(
      Number.parseInt(toHex(oklch).slice(at, at + 2), 16) - Number.parseInt(hex.slice(at, at + 2), 16),
    ),
  );
  expect(Math.max(...distance)).toBeLessThanOrEqual(1);
});

test('labels keep a contrast of 4.5 on every data colour', () => {
  for (const colour of [NA_COLOUR, ...Array.from({ length: 200 }, (_, index) => categoryColour(index))]) {
    const [light, dark] = [luminance(colour), luminance(inkOn(colour))].sort((a, b) => b - a);
    expect(((light ?? 0) + 0.05) / ((dark ?? 1) + 0.05), colour).toBeGreaterThanOrEqual(4.5);
  }
});
