import { deflateRawSync, inflateRawSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodeList, encodeList, isStored, packList, unpackList } from './gene-list.ts';

test('any list can be written to an address and read back', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.string({ minLength: 1, unit: 'grapheme' }).filter((id) => !id.includes('\n')),
        { maxLength: 40 },
      ),
      async (identifiers) => {
        const packed = await packList(identifiers);
        expect(packed).toMatch(/^[\w-]*$/);
        expect(await unpackList(packed)).toEqual(identifiers);
      },
    ),
  );
});

test('the format is base64url of deflate, one identifier per line', async () => {
  const packed = await packList(['AIF1', '2-Sep', '7305']);
  expect(inflateRawSync(Buffer.from(packed, 'base64url')).toString()).toBe('AIF1\n2-Sep\n7305');
  expect(await unpackList(deflateRawSync('AIF1\nCD68').toString('base64url'))).toEqual(['AIF1', 'CD68']);
});

test('a list of some hundred symbols fits into an address', async () => {
  const symbols = Array.from({ length: 600 }, (_, at) => `GENE${at * 7}`);
  const param = await encodeList(symbols, 1);
  expect(isStored(param)).toBe(false);
  expect(param.length).toBeLessThanOrEqual(6000);
  expect(await decodeList(param, 1)).toEqual({ identifiers: symbols, problem: null });
});

test.each(['!!!', 'AAAA', deflateRawSync('AIF1\nCD68').toString('base64url').slice(0, 6)])(
  'an address with the list %s says that it cannot be read',
  async (param) => {
    expect(await decodeList(param, 1)).toEqual({
      identifiers: null,
      problem: 'The list in this address cannot be read; a part of the address may be missing.',
    });
  },
);

test('a short address cannot decompress to an unlimited list', async () => {
  const bomb = deflateRawSync(Buffer.alloc(50_000_000, 65)).toString('base64url');
  expect((await decodeList(bomb, 1)).identifiers).toBeNull();
});
