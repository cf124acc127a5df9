import { crc32, deflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { largestDifference, readPng, shrinkPng } from './shrink-png.ts';

type Rgb = readonly [number, number, number];

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

/** A PNG with direct colours whose rows use these filters; 0 is no filter. */
function writePng(width: number, colours: readonly Rgb[], filters: readonly number[] = []): Buffer {
  const height = colours.length / width;
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 2], 8);
  const rows = Array.from({ length: height }, (_, row) => [
    filters[row] ?? 0,
    ...colours.slice(row * width, (row + 1) * width).flat(),
  ]);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(Buffer.from(rows.flat()))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

test('a picture with few colours is unchanged', () => {
  const colours: Rgb[] = [
    [11, 114, 133],
    [255, 255, 255],
    [0, 0, 0],
    [11, 114, 133],
    [201, 206, 212],
    [0, 0, 1],
  ];
  const png = writePng(3, colours);
  const shrunk = readPng(shrinkPng(png));
  expect(shrunk).toEqual({ width: 3, height: 2, rgb: Uint8Array.from(colours.flat()) });
});

test('every filter of a row is undone', () => {
  // Differences of 1 from the prediction of each filter, computed by hand.
  const ones: Rgb = [1, 1, 1];
  const png = writePng(
    2,
    [[10, 20, 30], [40, 50, 60], ones, ones, ones, ones, ones, ones, ones, ones],
    [0, 1, 2, 3, 4],
  );
  expect([...readPng(png).rgb]).toEqual([
    ...[10, 20, 30, 40, 50, 60],
    ...[1, 1, 1, 2, 2, 2],
    ...[2, 2, 2, 3, 3, 3],
    // Half of (0 + 2) and half of (2 + 3), each with 1 more.
    ...[2, 2, 2, 3, 3, 3],
    ...[3, 3, 3, 4, 4, 4],
  ]);
});

test('of many colours, the most frequent are kept exactly, and none changes much', () => {
  const many = Array.from(
    { length: 4096 },
    (_, index): Rgb => [(index & 15) * 17, ((index >> 4) & 15) * 17, (index >> 8) * 17],
  );
  const teal: Rgb = [11, 114, 133];
  const colours = [...many, ...Array.from({ length: 4096 }, () => teal)];
  const png = writePng(64, colours);
  const shrunk = shrinkPng(png);
  const { rgb } = readPng(shrunk);
  expect([...rgb.slice(-3)]).toEqual(teal);
  const distances = colours.flat().map((part, at) => Math.abs(part - (rgb[at] ?? 0)));
  expect(Math.max(...distances)).toBeLessThanOrEqual(68);
  expect(new Set(many.map((_, index) => rgb.slice(index * 3, index * 3 + 3).join())).size).toBeGreaterThan(
    200,
  );
});

test('the difference of two pictures is that of their most different pixel, or the maximum if their sizes differ', () => {
  const picture = (width: number, ...colours: Rgb[]) => readPng(writePng(width, colours));
  const grey = picture(2, [10, 20, 30], [40, 50, 60]);
  expect(largestDifference(grey, grey)).toBe(0);
  expect(largestDifference(grey, picture(2, [10, 20, 33], [40, 43, 60]))).toBe(7);
  expect(largestDifference(grey, picture(1, [10, 20, 30], [40, 50, 60]))).toBe(255);
});

test('files that are not PNG are refused', () => {
  expect(() => readPng(Buffer.from('GIF89a, which is something else'))).toThrow('This is not a PNG.');
});
