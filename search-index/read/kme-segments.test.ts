import type { Client } from 'pg';
import { expect, test } from 'vitest';
import { segmentOfNetwork } from '../kit/kme-segment.ts';
import { KmeSegments, type ObjectRange } from './kme-segments.ts';

const { head, bytes } = segmentOfNetwork(7, Uint32Array.of(3, 9), [Float64Array.of(0.5, -0.25)]);

/** Answers the statements of the reader from a list of segments that the test changes. */
function openReader(segments: { id: number; storage_key: string }[], objects: Map<string, Uint8Array>) {
  const query = async () => ({
    rows: segments.map((segment) => ({
      ...segment,
      ...head,
      features: Buffer.from(head.features.buffer),
      starts: Buffer.from(head.starts.buffer),
    })),
  });
  let onRead = () => {};
  const readObjects = async (ranges: readonly ObjectRange[]) => {
    onRead();
    return ranges.map(({ storage_key, start, length }) => {
      const object = objects.get(storage_key);
      if (object === undefined) throw new Error(`ENOENT ${storage_key}`);
      return object.slice(start, start + length);
    });
  };
  return {
    reader: new KmeSegments({ query } as unknown as Client, readObjects),
    onNextRead: (then: () => void) => {
      onRead = () => {
        onRead = () => {};
        then();
      };
    },
  };
}

test('a merge that deletes a segment between its listing and its reading does not fail the read', async () => {
  const segments = [{ id: 1, storage_key: 'small' }];
  const objects = new Map([['small', bytes]]);
  const { reader, onNextRead } = openReader(segments, objects);
  const before = await reader.read([9]);
  onNextRead(() => {
    segments.splice(0, 1, { id: 2, storage_key: 'merged' });
    objects.delete('small');
    objects.set('merged', bytes);
  });
  expect(await reader.read([9])).toEqual(before);
});

test('a missing object of a segment that is still listed is an error', async () => {
  const { reader } = openReader([{ id: 1, storage_key: 'lost' }], new Map());
  await expect(reader.read([9])).rejects.toThrow('ENOENT lost');
});
