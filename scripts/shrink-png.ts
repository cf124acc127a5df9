/** Shrinks the PNG of a screenshot to at most 256 of its colours. */
import { crc32, deflateSync, inflateSync } from 'node:zlib';

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const MAX_COLOURS = 256;

/** Rows from the top, three bytes a pixel: red, green, blue. */
export interface Pixels {
  width: number;
  height: number;
  rgb: Uint8Array;
}

interface Chunk {
  type: string;
  data: Buffer;
}

function readChunks(png: Buffer): Chunk[] {
  if (!png.subarray(0, 8).equals(SIGNATURE)) throw new Error('This is not a PNG.');
  const chunks: Chunk[] = [];
  for (let at = 8; at < png.length; ) {
    const length = png.readUInt32BE(at);
    chunks.push({
      type: png.toString('latin1', at + 4, at + 8),
      data: png.subarray(at + 8, at + 8 + length),
    });
    at += 12 + length;
  }
  return chunks;
}

/** The prediction of a byte: left, above, their mean, or Paeth (PNG specification, section 9). */
function predict(filter: number, left: number, above: number, corner: number): number {
  if (filter === 0) return 0;
  if (filter === 1) return left;
  if (filter === 2) return above;
  if (filter === 3) return (left + above) >> 1;
  const [a, b, c] = [Math.abs(above - corner), Math.abs(left - corner), Math.abs(left + above - 2 * corner)];
  if (a <= b && a <= c) return left;
  return b <= c ? above : corner;
}

/** Undoes the filters in place, row by row. */
function unfilter(bytes: Buffer, rowBytes: number, step: number): Uint8Array {
  const rows = bytes.length / (rowBytes + 1);
  const plain = new Uint8Array(rows * rowBytes);
  for (let row = 0; row < rows; row += 1) {
    const filter = bytes[row * (rowBytes + 1)] ?? 0;
    for (let offset = 0; offset < rowBytes; offset += 1) {
      const at = row * rowBytes + offset;
      const left = offset < step ? 0 : (plain[at - step] ?? 0);
      const above = row === 0 ? 0 : (plain[at - rowBytes] ?? 0);
      const corner = offset < step || row === 0 ? 0 : (plain[at - rowBytes - step] ?? 0);
      plain[at] = (bytes[row * (rowBytes + 1) + 1 + offset] ?? 0) + predict(filter, left, above, corner);
    }
  }
  return plain;
}

/**
 * Pixels of a PNG: not interlaced, 8 bits, direct colours or a palette; transparency is dropped.
 */
export function readPng(png: Buffer): Pixels {
  const chunks = readChunks(png);
  const head = chunks[0]?.data ?? Buffer.alloc(13);
  const [width, height] = [head.readUInt32BE(0), head.readUInt32BE(4)];
  const step = { 2: 3, 3: 1, 6: 4 }[head[9] ?? 0];
  if (head[8] !== 8 || step === undefined || head[12] !== 0)
    throw new Error('PNGs of this kind are not supported.');
  const packed = Buffer.concat(chunks.filter(({ type }) => type === 'IDAT').map(({ data }) => data));
  const plain = unfilter(inflateSync(packed), width * step, step);
  const palette = step === 1 ? chunks.find(({ type }) => type === 'PLTE')?.data : undefined;
  const rgb = new Uint8Array(width * height * 3);
  for (let pixel = 0; pixel < width * height; pixel += 1) {
    const source = palette ?? plain;
    const from = palette === undefined ? pixel * step : (plain[pixel] ?? 0) * 3;
    for (let part = 0; part < 3; part += 1) rgb[pixel * 3 + part] = source[from + part] ?? 0;
  }
  return { width, height, rgb };
}

/** Distance of the most different pixels of two pictures, 0 to 255; 255 if their sizes differ. */
export function largestDifference(one: Pixels, other: Pixels): number {
  if (one.width !== other.width || one.height !== other.height) return 255;
  return one.rgb.reduce((most, part, at) => Math.max(most, Math.abs(part - (other.rgb[at] ?? 0))), 0);
}

interface Colour {
  parts: readonly [number, number, number];
  /** number of pixels */
  count: number;
}

/** Colours that will share one palette entry, with their spread. */
interface Box {
  colours: Colour[];
  axis: number;
  mean: number;
  /** sum of squared distances along the axis of greatest spread */
  spread: number;
}

function boxOf(colours: Colour[]): Box {
  const box: Box = { colours, axis: 0, mean: 0, spread: -1 };
  const total = colours.reduce((sum, { count }) => sum + count, 0);
  for (const axis of [0, 1, 2]) {
    const partOf = ({ parts }: Colour) => parts[axis] ?? 0;
    const mean = colours.reduce((sum, colour) => sum + partOf(colour) * colour.count, 0) / total;
    const spread = colours.reduce((sum, colour) => sum + (partOf(colour) - mean) ** 2 * colour.count, 0);
    if (spread > box.spread) Object.assign(box, { axis, mean, spread });
  }
  return box;
}

function countColours({ rgb }: Pixels): Colour[] {
  const counts = new Map<number, number>();
  for (let at = 0; at < rgb.length; at += 3) {
    const key = ((rgb[at] ?? 0) << 16) | ((rgb[at + 1] ?? 0) << 8) | (rgb[at + 2] ?? 0);
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return [...counts]
    .map(([key, count]) => ({ parts: [key >> 16, (key >> 8) & 255, key & 255] as const, count }))
    .sort((one, other) => other.count - one.count);
}

/** Splits the box with the greatest spread at its mean until there is a box for each palette entry. */
function gatherColours(colours: Colour[]): Box[] {
  const boxes = [boxOf(colours)];
  while (boxes.length < MAX_COLOURS) {
    const widest = boxes.reduce((best, box) => (box.spread > best.spread ? box : best));
    if (widest.spread <= 0) break;
    const isLow = ({ parts }: Colour) => (parts[widest.axis] ?? 0) <= widest.mean;
    boxes.splice(
      boxes.indexOf(widest),
      1,
      boxOf(widest.colours.filter(isLow)),
      boxOf(widest.colours.filter((colour) => !isLow(colour))),
    );
  }
  return boxes;
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

/**
 * The same picture with at most 256 colours. A palette entry is the most frequent of its colours, so large areas keep
 * their exact colour.
 */
export function shrinkPng(png: Buffer): Buffer {
  const pixels = readPng(png);
  const { width, height, rgb } = pixels;
  const boxes = gatherColours(countColours(pixels));
  const entryOf = new Map<number, number>();
  for (const [entry, { colours }] of boxes.entries())
    for (const { parts } of colours) entryOf.set((parts[0] << 16) | (parts[1] << 8) | parts[2], entry);
  const rows = Buffer.alloc((width + 1) * height);
  for (let pixel = 0; pixel < width * height; pixel += 1) {
    const key = ((rgb[pixel * 3] ?? 0) << 16) | ((rgb[pixel * 3 + 1] ?? 0) << 8) | (rgb[pixel * 3 + 2] ?? 0);
    rows[pixel + Math.floor(pixel / width) + 1] = entryOf.get(key) ?? 0;
  }
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 3], 8);
  // Colours are sorted by count, so the first of a box is the most frequent.
  const palette = Buffer.from(boxes.flatMap(({ colours }) => [...(colours[0]?.parts ?? [0, 0, 0])]));
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', head),
    chunk('PLTE', palette),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}
