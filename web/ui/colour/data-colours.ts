/** Colours that represent data, always in addition to labels, shapes or positions. */

/** Colour-blind safe: Okabe and Ito 2008, with yellow and black adjusted for light and dark backgrounds. */
const SAFE = [
  '#0072b2',
  '#e69f00',
  '#009e73',
  '#cc79a7',
  '#56b4e9',
  '#d55e00',
  '#b8a800',
  '#6b6f76',
] as const;

/** Background of missing values on all screens; `na-hatch.ts` adds the stripes that distinguish it from other greys. */
export const NA_COLOUR = '#d3d6d9';

const GOLDEN_ANGLE = 137.508;

/** Cache of colours by palette index: a treemap needs thousands of them at every click. */
const palette: string[] = [...SAFE];

/** The colour at an index of the palette: eight safe colours, then hues spaced by the golden angle in OKLCH. */
export function categoryColour(index: number): string {
  const known = palette[index];
  if (known !== undefined) return known;
  const lightness = [0.72, 0.58, 0.82, 0.66][index % 4] ?? 0.7;
  const colour = `oklch(${lightness} 0.11 ${((index * GOLDEN_ANGLE) % 360).toFixed(1)})`;
  palette[index] = colour;
  return colour;
}

/** FNV-1a, so that a value gets the same index on all screens. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (const letter of text) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193);
  return hash >>> 0;
}

const indicesByAttribute = new Map<string, Map<string, number>>();

/**
 * The colour of an attribute's value: determined by the value's name, unless an earlier value has taken that colour.
 * The first eight values of an attribute get the safe colours.
 */
export function colourOfValue(attribute: string, value: string | null): string {
  if (value === null) return NA_COLOUR;
  const indices = indicesByAttribute.get(attribute) ?? new Map<string, number>();
  indicesByAttribute.set(attribute, indices);
  const known = indices.get(value);
  if (known !== undefined) return categoryColour(known);
  const taken = new Set(indices.values());
  const size = taken.size < SAFE.length ? SAFE.length : 200;
  let index = hashOf(value) % size;
  while (taken.has(index) && taken.size < size) index = (index + 1) % size;
  indices.set(value, index);
  return categoryColour(index);
}
