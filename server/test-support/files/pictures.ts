/**
 * Small valid pictures of every type that reports accept, 7 x 5 px, as a browser wrote them; and a PNG with a false
 * size.
 */
import { crc32, deflateSync } from 'node:zlib';

function decode(...lines: string[]): Buffer {
  return Buffer.from(lines.join(''), 'base64');
}

export const PICTURES = {
  'picture.png': decode(
    'iVBORw0KGgoAAAANSUhEUgAAAAcAAAAFCAYAAACJmvbYAAAAH0lEQVR4AbTJsQ0AAAABQTG5zZmAzidfHSG5TYxOGAAAAP//p6grGQAAAAZJREFUAwAZWQ4EYfCP0wAAAABJRU5ErkJggg==',
  ),
  'picture.jpg': decode(
    '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAFA3PEY8MlBGQUZaVVBfeMiCeG5uePWvuZHI////////////////////////////////////////////////////2wBDAVVaWnhpeOuCguv/////////////////////////////////////////////////////////////////////////wAARCAAFAAcDASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAP/xAAUEAEAAAAAAAAAAAAAAAAAAAAA/8QAFQEBAQAAAAAAAAAAAAAAAAAAAgP/xAAUEQEAAAAAAAAAAAAAAAAAAAAA/9oADAMBAAIRAxEAPwCYBIv/2Q==',
  ),
  'lossy.webp': decode('UklGRjAAAABXRUJQVlA4ICQAAABwAQCdASoHAAUAB0CWJaACdAFAAAD+338ZO9L/dDyh2KIQAAA='),
  'lossless.webp': decode('UklGRhwAAABXRUJQVlA4TBAAAAAvBgABAAdQwChg/wMR0f8A'),
  'transparent.webp': decode(
    'UklGRlQAAABXRUJQVlA4WAoAAAAQAAAABgAABAAAQUxQSAoAAAABB1DAiAhERP8DVlA4ICQAAABwAQCdASoHAAUAB0CWJaACdAFAAAD+338ZO9L/dDyh2KIQAAA=',
  ),
};

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

/** A complete PNG that declares this many pixels, with the data of one grey row. */
export function aPng(width: number, height: number, filler: Buffer = Buffer.alloc(0)): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = 8;
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    ...(filler.length === 0 ? [] : [chunk('tEXt', filler)]),
    chunk('IDAT', deflateSync(Buffer.alloc(64))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}
