/** Pictures of few colours, and how much two of them differ. */
import { execFileSync } from 'node:child_process';
import { PNG } from 'pngjs';

const MAX_BYTES = 64 * 1024 * 1024;

/** The same picture with at most 256 colours; without dithering, which would be noise in large areas. */
export function shrinkPng(png: Buffer): Buffer {
  return execFileSync('pngquant', ['--nofs', '--speed', '1', '256', '-'], {
    input: png,
    maxBuffer: MAX_BYTES,
  });
}

/** Distance of the most different pixels of two PNGs, 0 to 255; 255 if their sizes differ. */
export function largestDifference(a: Buffer, b: Buffer): number {
  const [one, other] = [PNG.sync.read(a), PNG.sync.read(b)];
  if (one.width !== other.width || one.height !== other.height) return 255;
  return one.data.reduce((most, part, at) => Math.max(most, Math.abs(part - (other.data[at] ?? 255))), 0);
}
