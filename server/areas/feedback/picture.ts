/**
 * Detects pictures by their bytes, never by name: PNG, JPEG or WebP with their declared width and height. Nothing is
 * decoded, and every byte is read at most once, so it runs in linear time on any input.
 */
import type { SCREENSHOT_TYPES } from '@omicon/contract/areas/feedback.ts';

export interface Picture {
  media_type: (typeof SCREENSHOT_TYPES)[number];
  /** px, from 1 */
  width: number;
  height: number;
}

interface Size {
  width: number;
  height: number;
}

const PNG_SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** @source PNG specification, third edition, sections 5.2 to 5.6: IHDR first, IDAT, IEND last */
function readPng(bytes: Buffer): Size | null {
  if (!bytes.subarray(0, 8).equals(PNG_SIGNATURE)) return null;
  let size: Size | null = null;
  let hasData = false;
  for (let at = 8; at + 12 <= bytes.length; ) {
    const length = bytes.readUInt32BE(at);
    const type = bytes.toString('latin1', at + 4, at + 8);
    const next = at + 12 + length;
    if (next > bytes.length || (size === null) !== (type === 'IHDR')) return null;
    if (type === 'IHDR') {
      if (length !== 13) return null;
      size = { width: bytes.readUInt32BE(at + 8), height: bytes.readUInt32BE(at + 12) };
    }
    if (type === 'IDAT') hasData = true;
    if (type === 'IEND') return hasData && next === bytes.length ? size : null;
    at = next;
  }
  return null;
}

const START_OF_SCAN = 0xda;
/** Frame headers are C0 to CF, without the tables DHT, JPG and DAC among them. */
const NO_FRAMES: ReadonlySet<number> = new Set([0xc4, 0xc8, 0xcc]);
/** Markers without a length: TEM and the restarts. */
function standsAlone(marker: number): boolean {
  return marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7);
}

/** @source ITU-T T.81, annex B: segments up to the first scan, among them one frame header; EOI at the end */
function readJpeg(bytes: Buffer): Size | null {
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xffd8) return null;
  let size: Size | null = null;
  for (let at = 2; at + 4 <= bytes.length; ) {
    if (bytes[at] !== 0xff) return null;
    const marker = bytes[at + 1] ?? 0;
    if (marker === 0xff) at += 1;
    else if (standsAlone(marker)) at += 2;
    else if (marker === START_OF_SCAN) return bytes.lastIndexOf(Buffer.from([0xff, 0xd9])) > at ? size : null;
    else {
      const length = bytes.readUInt16BE(at + 2);
      if (length < 2 || at + 2 + length > bytes.length) return null;
      if (marker >= 0xc0 && marker <= 0xcf && !NO_FRAMES.has(marker)) {
        if (size !== null || length < 8) return null;
        size = { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) };
      }
      at += 2 + length;
    }
  }
  return null;
}

/** Width and height of a still frame, lossy or lossless. @source RFC 6386 section 9.1, RFC 9649 section 3.4 */
function readWebpFrame(type: string, data: Buffer): Size | null {
  if (type === 'VP8 ' && data.length >= 10 && data.readUIntBE(3, 3) === 0x9d012a)
    return { width: data.readUInt16LE(6) & 0x3fff, height: data.readUInt16LE(8) & 0x3fff };
  if (type === 'VP8L' && data.length >= 5 && data[0] === 0x2f) {
    const bits = data.readUInt32LE(1);
    return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
  }
  return null;
}

/** Still pictures: one frame, as large as the declared canvas if there is one. @source RFC 9649, section 2 */
function readWebp(bytes: Buffer): Size | null {
  if (bytes.length < 20 || bytes.toString('latin1', 0, 4) !== 'RIFF') return null;
  if (bytes.toString('latin1', 8, 12) !== 'WEBP' || bytes.readUInt32LE(4) + 8 !== bytes.length) return null;
  let canvas: Size | null = null;
  for (let at = 12; at + 8 <= bytes.length; ) {
    const type = bytes.toString('latin1', at, at + 4);
    const length = bytes.readUInt32LE(at + 4);
    if (at + 8 + length > bytes.length) return null;
    const data = bytes.subarray(at + 8, at + 8 + length);
    if (type === 'VP8X' && length >= 10)
      canvas = { width: data.readUIntLE(4, 3) + 1, height: data.readUIntLE(7, 3) + 1 };
    if (type === 'VP8 ' || type === 'VP8L') {
      const frame = readWebpFrame(type, data);
      const fits = canvas === null || (frame?.width === canvas.width && frame.height === canvas.height);
      return fits ? frame : null;
    }
    at += 8 + length + (length % 2);
  }
  return null;
}

const READERS = [
  ['image/png', readPng],
  ['image/jpeg', readJpeg],
  ['image/webp', readWebp],
] as const;

/** Type and size of the picture; null for anything else, including broken and animated pictures. */
export function readPicture(bytes: Buffer): Picture | null {
  for (const [media_type, read] of READERS) {
    const size = read(bytes);
    if (size !== null && size.width > 0 && size.height > 0) return { media_type, ...size };
  }
  return null;
}
