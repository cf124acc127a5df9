/** A merged segment answers as the segments that it was merged from. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  joinEntries,
  mergedBytes,
  mergedHead,
  packedKme,
  type SegmentHead,
  segmentOfNetwork,
  UNIT,
  unpackedKme,
} from './kme-segment.ts';

interface Segment {
  head: SegmentHead;
  bytes: Buffer;
}

function sourceOf({ head, bytes }: Segment) {
  let at = 0;
  const take = async (length: number) => {
    at += length;
    return Buffer.from(bytes.subarray(at - length, at));
  };
  return { head, take };
}

async function merge(segments: readonly Segment[]): Promise<Segment> {
  const head = mergedHead(segments.map((segment) => segment.head));
  const pieces: Buffer[] = [];
  for await (const piece of mergedBytes(segments.map(sourceOf), head.features)) pieces.push(piece);
  return { head, bytes: Buffer.concat(pieces) };
}

function entriesOf({ head, bytes }: Segment, feature: number) {
  const index = head.features.indexOf(feature);
  if (index < 0) return [];
  const range = bytes.subarray(UNIT * (head.starts[index] ?? 0), UNIT * (head.starts[index + 1] ?? 0));
  const { networks, starts, values } = joinEntries([{ head, feature, bytes: range }]);
  return Array.from(networks, (network, at) => [network, [...values.slice(starts[at], starts[at + 1])]]);
}

const kme = fc.oneof(fc.double({ min: -1, max: 1, noNaN: true }), fc.constant(Number.NaN));
const network = fc
  .record({ features: fc.array(fc.integer({ min: 1, max: 12 }), { maxLength: 10 }), modules: fc.nat(3) })
  .chain(({ features, modules }) =>
    fc.record({
      features: fc.constant(features),
      columns: fc.array(fc.array(kme, { minLength: features.length, maxLength: features.length }), {
        minLength: modules,
        maxLength: modules,
      }),
    }),
  );

test('every feature has the entries of all networks, in order, whatever is merged and in which steps', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(network, { minLength: 1, maxLength: 5 }), fc.nat(4), async (networks, cut) => {
      const segments = networks.map(({ features, columns }, at) =>
        segmentOfNetwork(
          at + 100,
          Uint32Array.from(features),
          columns.map((column) => Float64Array.from(column)),
        ),
      );
      const first = segments.slice(0, cut);
      const last = segments.slice(cut);
      const merged = await merge([...(first.length > 0 ? [await merge(first)] : []), ...last]);
      for (let feature = 0; feature <= 13; feature += 1) {
        const expected = networks.flatMap(({ features, columns }, at) =>
          features.flatMap((own, row) =>
            own === feature
              ? [
                  [
                    at + 100,
                    columns.map((column) => Math.fround(unpackedKme(packedKme(column[row] ?? 0))) + 0),
                  ],
                ]
              : [],
          ),
        );
        expect(entriesOf(merged, feature)).toEqual(expected);
      }
    }),
  );
});

test('kME is kept to 1.6e-5, its ends and NA exactly', () => {
  fc.assert(
    fc.property(fc.double({ min: -1, max: 1, noNaN: true }), (value) => {
      expect(Math.abs(unpackedKme(packedKme(value)) - value)).toBeLessThan(1.6e-5);
    }),
  );
  expect([1, -1, 0].map((value) => unpackedKme(packedKme(value)))).toEqual([1, -1, 0]);
  expect(unpackedKme(packedKme(Number.NaN))).toBeNaN();
});
