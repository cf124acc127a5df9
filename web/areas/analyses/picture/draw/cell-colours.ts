import { extent } from 'd3-array';
import { colourAt, FLAT, MAX_Z, type PaletteName } from '../../../../ui/colour/palettes.ts';
import type { Arrangement, Picture } from '../picture-model.ts';
import type { View } from '../picture-view.ts';

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
  z: Arrangement['z'],
  { scale, palette }: { scale: View['scale']; palette: 'blue-red' | 'purple-green' },
): ColourScale {
  const valueFor = (row: number, sample: number) => picture.values[row]?.[sample] ?? null;
  if (scale === 'values') {
    const known = picture.values.flatMap((row) => row.filter((value) => value !== null));
    const [lowest = 0, highest = 0] = extent(known);
    return { palette: 'viridis', lowest, highest, valueAt: valueFor };
  }
  return {
    palette,
    lowest: -MAX_Z,
    highest: MAX_Z,
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

/** Pixels by scale, in the order of the picture: another order only moves them. 0 is missing. */
const cells = new WeakMap<ColourScale, Uint32Array>();

function cellsOf(scale: ColourScale, rows: number, samples: number): Uint32Array {
  const known = cells.get(scale);
  if (known !== undefined) return known;
  const pixels = new Uint8ClampedArray(4 * rows * samples);
  for (let row = 0; row < rows; row += 1)
    for (let sample = 0; sample < samples; sample += 1) {
      const value = scale.valueAt(row, sample);
      if (value === null) continue;
      const [red, green, blue] = colourOf(scale, value);
      pixels.set([red, green, blue, 255], 4 * (row * samples + sample));
    }
  const made = new Uint32Array(pixels.buffer);
  cells.set(scale, made);
  return made;
}

/** The cells in the order shown. */
function imageOfSamples({ rows, samples }: Arrangement, scale: ColourScale): CellImage {
  const [width, height] = [samples.length, rows.length];
  const from = cellsOf(scale, height, width);
  const pixels = new Uint8ClampedArray(4 * width * height);
  const to = new Uint32Array(pixels.buffer);
  const missing: CellImage['missing'] = [];
  for (const [top, row] of rows.entries())
    for (let column = 0; column < width; column += 1) {
      const pixel = from[row * width + (samples[column] ?? 0)] ?? 0;
      to[top * width + column] = pixel;
      if (pixel === 0) missing.push({ row: top, column });
    }
  return { pixels, width, height, samplesPerColumn: 1, missing };
}

/** One pixel a cell; where samples outnumber `mostColumns`, a pixel is the mean of those that share it. */
export function imageOfCells(arrangement: Arrangement, scale: ColourScale, mostColumns: number): CellImage {
  const { rows, samples } = arrangement;
  const samplesPerColumn = Math.max(1, Math.ceil(samples.length / Math.max(1, mostColumns)));
  if (samplesPerColumn === 1) return imageOfSamples(arrangement, scale);
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
