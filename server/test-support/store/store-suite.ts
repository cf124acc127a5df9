/** Tests that every driver of the object store must pass, run by each driver's test file. */
import { createHash, randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Store } from '../../base/store/store.ts';

export interface StoreUnderTest {
  store: Store;
  /** replaces the bytes of an object, as a failing disk would */
  damage(storageKey: string, bytes: Buffer): Promise<void>;
  close(): Promise<void>;
}

const MEBIBYTE = 1024 * 1024;

function sha256(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** The bytes in chunks unrelated to the size of parts. */
function inChunks(bytes: Buffer, size = 70_001): Readable {
  return Readable.from(
    (function* () {
      for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
    })(),
  );
}

async function listKeys(store: Store): Promise<string[]> {
  const keys: string[] = [];
  for await (const { storageKey } of store.list()) keys.push(storageKey);
  return keys.sort();
}

/** @param partBytes size from which the driver stores in parts */
export function describeStore(driver: string, partBytes: number, open: () => Promise<StoreUnderTest>): void {
  describe(`objects ${driver}`, () => {
    let under: StoreUnderTest;
    let store: Store;
    beforeAll(async () => {
      under = await open();
      store = under.store;
    });
    afterAll(() => under.close());

    const sizes = [0, 1, 65_536, partBytes - 1, partBytes, partBytes + 1, 2 * partBytes, 3 * partBytes + 17];
    test.each(sizes)('%i bytes come back as they were, under their SHA-256', async (size) => {
      const bytes = randomBytes(size);
      const stored = await store.put(inChunks(bytes));
      expect(stored).toEqual({
        storageKey: sha256(bytes),
        sha256: Buffer.from(sha256(bytes), 'hex'),
        sizeBytes: size,
      });
      expect((await buffer(await store.read(stored.storageKey))).equals(bytes)).toBe(true);
      expect([await store.sizeOf(stored.storageKey), await store.has(stored.storageKey)]).toEqual([
        size,
        true,
      ]);
      expect(await store.listUnfinished()).toEqual([]);
    });

    test('a range brings exactly its bytes, also across parts', async () => {
      const bytes = randomBytes(2 * partBytes + 100);
      const { storageKey } = await store.put(inChunks(bytes));
      const last = bytes.length - 1;
      for (const [start, end] of [
        [0, 0],
        [0, 99],
        [partBytes - 5, partBytes + 4],
        [last - 9, last],
        [0, last],
      ] as const) {
        const part = await buffer(await store.read(storageKey, { start, end }));
        expect(part.equals(bytes.subarray(start, end + 1)), `${start}-${end}`).toBe(true);
        const target = Buffer.alloc(end - start + 1);
        expect(await store.readInto(storageKey, start, target)).toBe(target.length);
        expect(target.equals(part)).toBe(true);
      }
    });

    test('a buffer is filled as far as the object goes, and what lies behind it stays as it was', async () => {
      const bytes = randomBytes(1000);
      const { storageKey } = await store.put(inChunks(bytes));
      const target = Buffer.alloc(100, 7);
      expect(await store.readInto(storageKey, 950, target)).toBe(50);
      expect(target.subarray(0, 50).equals(bytes.subarray(950))).toBe(true);
      expect(target.subarray(50).every((byte) => byte === 7)).toBe(true);
      await expect(store.readInto(sha256(randomBytes(9)), 0, target)).rejects.toMatchObject({
        code: 'ENOENT',
      });
    });

    test('the same bytes stored many times at once are one object', async () => {
      const bytes = randomBytes(partBytes + 3);
      const before = await listKeys(store);
      const stored = await Promise.all(Array.from({ length: 6 }, () => store.put(inChunks(bytes))));
      expect(new Set(stored.map(({ storageKey }) => storageKey)).size).toBe(1);
      expect(await listKeys(store)).toEqual([...before, sha256(bytes)].sort());
      expect((await buffer(await store.read(sha256(bytes)))).equals(bytes)).toBe(true);
      expect(await store.listUnfinished()).toEqual([]);
    });

    test('bytes stored again heal an object that was damaged', async () => {
      const bytes = randomBytes(5000);
      const { storageKey } = await store.put(inChunks(bytes));
      await under.damage(storageKey, randomBytes(5000));
      expect(sha256(await buffer(await store.read(storageKey)))).not.toBe(storageKey);
      await store.put(inChunks(bytes));
      expect(sha256(await buffer(await store.read(storageKey)))).toBe(storageKey);
    });

    test('a listing names every object once, with the time it was stored', async () => {
      const before = Date.now() - 2000;
      const { storageKey } = await store.put(inChunks(randomBytes(10)));
      const found: number[] = [];
      for await (const each of store.list()) if (each.storageKey === storageKey) found.push(each.storedAtMs);
      expect(found).toHaveLength(1);
      expect(found[0]).toBeGreaterThan(before);
      expect(found[0]).toBeLessThan(Date.now() + 2000);
    });

    test('an object that is removed is gone, and removing it again is harmless', async () => {
      const { storageKey } = await store.put(inChunks(randomBytes(10)));
      await store.remove(storageKey);
      await store.remove(storageKey);
      expect([await store.has(storageKey), await store.touch(storageKey)]).toEqual([false, false]);
      await expect(store.read(storageKey)).rejects.toMatchObject({ code: 'ENOENT' });
      await expect(store.sizeOf(storageKey)).rejects.toMatchObject({ code: 'ENOENT' });
      expect(await listKeys(store)).not.toContain(storageKey);
    });

    test.each([1000, 3 * partBytes])(
      'an object of %i bytes that is touched counts as stored just now, and is whole',
      async (size) => {
        const bytes = randomBytes(size);
        const { storageKey } = await store.put(inChunks(bytes));
        const storedAt = async (): Promise<number> => {
          for await (const each of store.list()) if (each.storageKey === storageKey) return each.storedAtMs;
          return 0;
        };
        const before = await storedAt();
        // Some stores have times in seconds.
        await new Promise((resolve) => setTimeout(resolve, 1100));
        expect(await store.touch(storageKey)).toBe(true);
        expect(await storedAt()).toBeGreaterThan(before);
        expect((await buffer(await store.read(storageKey))).equals(bytes)).toBe(true);
        expect(await store.listUnfinished()).toEqual([]);
      },
    );

    test.each([0, 1000, partBytes + 5, 3 * partBytes])(
      'content that breaks off after %i bytes leaves nothing',
      async (size) => {
        const before = await listKeys(store);
        const broken = Readable.from(
          (async function* () {
            yield* inChunks(randomBytes(size));
            throw new Error('the sender left');
          })(),
        );
        await expect(store.put(broken)).rejects.toThrow('the sender left');
        expect(await listKeys(store)).toEqual(before);
        expect(await store.listUnfinished()).toEqual([]);
      },
    );

    test('what a write that was killed left behind is listed, and swept when it is old enough', async () => {
      const { promise: killed, resolve: kill } = Promise.withResolvers<void>();
      const half = Readable.from(
        (async function* () {
          yield* inChunks(randomBytes(2 * partBytes));
          await killed;
          throw new Error('killed');
        })(),
      );
      const writing = store.put(half).catch(() => undefined);
      let unfinished: string[] = [];
      for (let tries = 0; tries < 400 && unfinished.length === 0; tries += 1) {
        unfinished = await store.listUnfinished();
        await new Promise((resolve) => setTimeout(resolve, 25));
      }
      expect(unfinished).toHaveLength(1);
      await store.sweepUnfinished(60_000);
      expect(await store.listUnfinished()).toEqual(unfinished);
      await store.sweepUnfinished(-60_000);
      expect(await store.listUnfinished()).toEqual([]);
      kill();
      await writing;
    });

    test.each(['', '../x', 'incoming/x', '/etc/passwd', 'A'.repeat(64), `${'a'.repeat(64)}/..`])(
      'the key %j is refused',
      async (key) => {
        await expect((async () => store.read(key))()).rejects.toThrow('made by the store');
        await expect((async () => store.remove(key))()).rejects.toThrow('made by the store');
        await expect((async () => store.has(key))()).rejects.toThrow('made by the store');
      },
    );

    test('a large write holds little memory', async () => {
      const before = process.memoryUsage().rss;
      let most = 0;
      const block = randomBytes(MEBIBYTE);
      const large = Readable.from(
        (function* () {
          for (let count = 0; count < 96; count += 1) {
            most = Math.max(most, process.memoryUsage().rss);
            yield block;
          }
        })(),
      );
      const { storageKey, sizeBytes } = await store.put(large);
      expect(sizeBytes).toBe(96 * MEBIBYTE);
      expect((most - before) / MEBIBYTE).toBeLessThan(96);
      await store.remove(storageKey);
    });

    test('it can be reached', async () => expect(await store.isReachable()).toBe(true));
  });
}
