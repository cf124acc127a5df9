import { colourAt, FLAT, MOST_Z, type PaletteName } from './palettes.ts';
import type { Arrangement, Picture, Scale } from './picture-model.ts';

export interface ColourScale {
  palette: PaletteName;
  /** value of the lowest and the highest colour */
  lowest: number;
  highest: number;
  /** a number for every cell of the picture; null is missing, NaN a row that does not vary */
  valueAt(row: number, sample: number): number | null;
}

/** Colours by z from -2.5 to 2.5, or by the values from the least to the largest of the picture. */
export function colourScale(
  picture: Picture,
  { z }: Arrangement,
  { scale, palette }: { scale: Scale; palette: 'blue-red' | 'purple-green' },
): ColourScale {
  const valueFor = (row: number, sample: number) => picture.values[row]?.[sample] ?? null;
  if (scale === 'values') {
    let [lowest, highest] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    for (const row of picture.values)
      for (const value of row)
        if (value !== null) [lowest, highest] = [Math.min(lowest, value), Math.max(highest, value)];
    return { palette: 'viridis', lowest, highest, valueAt: valueFor };
  }
  return {
    palette,
    lowest: -MOST_Z,
    highest: MOST_Z,
    valueAt: (row, sample) => (valueFor(row, sample) === null ? null : (z[row]?.[sample] ?? Number.NaN)),
  };
}

export function colourOf(scale: ColourScale, value: number): readonly [number, number, number] {
  if (Number.isNaN(value)) return FLAT;
  const span = scale.highest - scale.lowest;
  return colourAt(scale.palette, span > 0 ? (value - scale.lowest) / span : 0.5);
}

export interface CellImage {
  /** RGBA, `width` x rows */
  pixels: Uint8ClampedArray<ArrayBuffer>;
  width: number;
  height: number;
  /** samples that one column of the image stands for */
  samplesPerColumn: number;
  /** columns and rows without any value, in positions of the image */
  missing: { row: number; column: number }[];
}

/** One pixel a cell; where samples outnumber `mostColumns`, a pixel is the mean of those that share it. */
export function imageOfCells(
  { rows, samples }: Arrangement,
  scale: ColourScale,
  mostColumns: number,
): CellImage {
  const samplesPerColumn = Math.max(1, Math.ceil(samples.length / Math.max(1, mostColumns)));
  const width = Math.ceil(samples.length / samplesPerColumn);
  const pixels = new Uint8ClampedArray(4 * width * rows.length);
  const missing: CellImage['missing'] = [];
  for (const [top, row] of rows.entries())
    for (let column = 0; column < width; column += 1) {
      let [sum, count] = [0, 0];
      const end = Math.min(samples.length, (column + 1) * samplesPerColumn);
      for (let at = column * samplesPerColumn; at < end; at += 1) {
        const value = scale.valueAt(row, samples[at] ?? 0);
        if (value === null) continue;
        sum += value;
        count += 1;
      }
      if (count === 0) {
        missing.push({ row: top, column });
        continue;
      }
      const [red, green, blue] = colourOf(scale, sum / count);
      pixels.set([red, green, blue, 255], 4 * (top * width + column));
    }
  return { pixels, width, height: rows.length, samplesPerColumn, missing };
}
