/** Detection of pictures: complete PNG, JPEG and WebP by their bytes, with their declared size. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { aPng, PICTURES } from '../../test-support/files/pictures.ts';
import { readPicture } from './picture.ts';

test.each([
  ['picture.png', 'image/png'],
  ['picture.jpg', 'image/jpeg'],
  ['lossy.webp', 'image/webp'],
  ['lossless.webp', 'image/webp'],
  ['transparent.webp', 'image/webp'],
] as const)('%s, as a browser writes it, is %s of 7 x 5 px', (name, media_type) => {
  expect(readPicture(PICTURES[name])).toEqual({ media_type, width: 7, height: 5 });
});

test('the declared size is returned, however large', () => {
  expect(readPicture(aPng(100_000, 10_000))).toEqual({
    media_type: 'image/png',
    width: 100_000,
    height: 10_000,
  });
});

const PNG = PICTURES['picture.png'];
const JPEG = PICTURES['picture.jpg'];
const WEBP = PICTURES['lossy.webp'];

test.each([
  ['nothing', Buffer.alloc(0)],
  ['HTML', Buffer.from('<!doctype html><script>alert(1)</script>')],
  ['SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="7" height="5"/>')],
  ['GIF', Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')],
  ['a PDF', Buffer.from('%PDF-1.4\n%%EOF')],
  ['the signature of PNG alone', PNG.subarray(0, 8)],
  ['HTML behind the signature of PNG', Buffer.concat([PNG.subarray(0, 8), Buffer.from('<script>alert(1)')])],
  ['a PNG with HTML behind its end', Buffer.concat([PNG, Buffer.from('<script>alert(1)</script>')])],
  ['a PNG without pixels', aPng(0, 5)],
  ['a JPEG without a frame', Buffer.from([0xff, 0xd8, 0xff, 0xda, 0, 8, 1, 1, 0, 0, 0x3f, 0, 0xff, 0xd9])],
  [
    'a JPEG with HTML where a segment should begin',
    Buffer.concat([JPEG.subarray(0, 20), Buffer.from('<b>')]),
  ],
  ['a WebP whose length is wrong', Buffer.concat([WEBP, Buffer.from('more')])],
  [
    'sound in the same container',
    Buffer.concat([WEBP.subarray(0, 8), Buffer.from('WAVE'), WEBP.subarray(12)]),
  ],
])('%s is none', (_, bytes) => {
  expect(readPicture(bytes)).toBeNull();
});

test('truncated pictures are refused', () => {
  for (const [name, bytes] of Object.entries(PICTURES))
    for (let length = 0; length < bytes.length; length += 1)
      expect(readPicture(bytes.subarray(0, length)), `${name} cut at ${length}`).toBeNull();
});

test('a WebP whose frame is larger than its canvas is refused', () => {
  const bytes = Buffer.from(PICTURES['transparent.webp']);
  const frame = bytes.indexOf('VP8 ') + 8;
  bytes.writeUInt16LE(16_383, frame + 6);
  expect(readPicture(bytes)).toBeNull();
});

test('any input is read without errors or endless loops', () => {
  const pictures = Object.values(PICTURES);
  const changed = fc.tuple(fc.constantFrom(...pictures), fc.nat(), fc.integer({ min: 0, max: 255 }));
  fc.assert(
    fc.property(changed, ([picture, offset, value]) => {
      const bytes = Buffer.from(picture);
      bytes[offset % bytes.length] = value;
      const read = readPicture(bytes);
      expect(read === null || (read.width > 0 && read.height > 0)).toBe(true);
    }),
    { numRuns: 2000 },
  );
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => readPicture(Buffer.from(bytes)) === null),
  );
});
