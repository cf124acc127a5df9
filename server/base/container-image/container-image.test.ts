/** Archives and images, read by independent programs: the system's tar, and skopeo if installed. */
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openDiskStore } from '../store/disk-store.ts';
import type { Store } from '../store/store.ts';
import { type ImagePart, imageFile, imageLines, storeImage, storeLayer } from './container-image.ts';
import { type TarEntry, tarBytes, writeTar } from './tar.ts';

let folder: string;
let store: Store;
beforeAll(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'omicon-image-'));
  store = await openDiskStore(path.join(folder, 'store'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const nobody = async () => undefined;

function tarOf(entries: readonly TarEntry[]): Promise<Buffer> {
  return buffer(Readable.from(writeTar(entries)));
}

/** Paths with contents as unpacked by GNU tar. */
function unpack(archive: Buffer): { list: string[]; read(path: string): Buffer } {
  const target = mkdtempSync(path.join(folder, 'unpacked-'));
  writeFileSync(path.join(target, 'archive.tar'), archive);
  const run = (...args: string[]) => execFileSync('tar', args, { cwd: target, encoding: 'utf8' });
  run('-xf', 'archive.tar');
  return {
    list: run('-tf', 'archive.tar').trimEnd().split('\n'),
    read: (name) => readFileSync(path.join(target, name)),
  };
}

const LONG = `${'a'.repeat(90)}/${'b'.repeat(60)}/${'c'.repeat(99)}`;

describe('a tar archive', () => {
  test('unpacks to the same bytes, whatever their number, also below long paths', async () => {
    const contents = new Map([
      ['empty', Buffer.alloc(0)],
      ['one block', Buffer.alloc(512, 'x')],
      ['odd', Buffer.from('kME')],
      [LONG, Buffer.alloc(1000, 'y')],
    ]);
    const entries = [...contents].map(([name, bytes]) => imageFile(name, bytes));
    const archive = await tarOf(entries);
    expect(archive.length).toBe(tarBytes(entries));
    const { list, read } = unpack(archive);
    expect(list).toEqual([...contents.keys()]);
    for (const [name, bytes] of contents) expect(read(name).equals(bytes), name).toBe(true);
  });

  test.each(['/etc/passwd', '../x', 'a/../../x', ''])('refuses the path %j', async (name) => {
    await expect(tarOf([imageFile(name, 'x')])).rejects.toThrow('does not lie inside the archive');
  });

  test.each(['a'.repeat(101), `${'a'.repeat(156)}/b`])(
    'refuses a path that its form cannot say',
    async (name) => {
      await expect(tarOf([imageFile(name, 'x')])).rejects.toThrow('too long for an archive');
    },
  );

  test.each([1, 5])('breaks off if the size of an entry differs from the declared one', async (sizeBytes) => {
    await expect(tarOf([{ ...imageFile('a', 'kME'), sizeBytes }])).rejects.toThrow('another size');
  });
});

describe('a layer', () => {
  test('has folders before files, and identical bytes for any input order', async () => {
    const files = [imageFile('omicon/b', 'b'), imageFile('bin/node', 'n'), imageFile('omicon/a/c', 'c')];
    const layer = await storeLayer(store, files, nobody);
    expect(await storeLayer(store, files.toReversed(), nobody)).toEqual(layer);
    const packed = await buffer(await store.read(layer.storageKey));
    const plain = gunzipSync(packed);
    expect(createHash('sha256').update(plain).digest('hex')).toBe(layer.diffId);
    expect(createHash('sha256').update(packed).digest('hex')).toBe(layer.storageKey);
    expect([packed.length, unpack(plain).list]).toEqual([
      layer.sizeBytes,
      ['bin/', 'bin/node', 'omicon/', 'omicon/a/', 'omicon/a/c', 'omicon/b'],
    ]);
  });

  test('of lines has the size of its lines', async () => {
    const file = imageLines('table.csv', () => ['Sample,µ\n', 'GSM1,2\n']);
    expect(file.sizeBytes).toBe(Buffer.byteLength('Sample,µ\nGSM1,2\n'));
    expect(
      unpack(await tarOf([file]))
        .read('table.csv')
        .toString(),
    ).toBe('Sample,µ\nGSM1,2\n');
  });

  test('with two files of one path is refused', async () => {
    await expect(storeLayer(store, [imageFile('a', '1'), imageFile('a', '2')], nobody)).rejects.toThrow();
  });

  test('that is cancelled, or has an unreadable file, leaves nothing behind', async () => {
    const stopped = storeLayer(store, [imageFile('a', 'x')], async () =>
      Promise.reject(new Error('stopped')),
    );
    await expect(stopped).rejects.toThrow('stopped');
    const unreadable = {
      ...imageFile('a', 'x'),
      content: async () => Promise.reject(new Error('no answer')),
    };
    await expect(storeLayer(store, [unreadable], nobody)).rejects.toThrow('no answer');
    expect(await store.listUnfinished()).toEqual([]);
  });
});

async function anImage(): Promise<ImagePart[]> {
  const layers = [
    await storeLayer(store, [imageFile('bin/a', 'a')], nobody),
    await storeLayer(store, [imageFile('omicon/b', 'b')], nobody),
  ];
  const labels = { 'org.opencontainers.image.title': 'Modules', 'org.opencontainers.image.version': 'v1' };
  const created = new Date('2024-04-05T00:00:00Z');
  return storeImage(
    store,
    { reference: 'omicon/om.cn.10:v1', created, labels, command: ['/bin/a'], ports: [8080] },
    layers,
  );
}

/** Writes the archive of the parts as a download does. */
async function writeImage(parts: readonly ImagePart[]): Promise<string> {
  const entries = parts.map(({ path: name, size_bytes, storage_key }) => ({
    path: name,
    sizeBytes: size_bytes,
    mode: 0o644,
    content: () => store.read(storage_key),
  }));
  const file = path.join(folder, 'image.tar');
  writeFileSync(file, await tarOf(entries));
  return file;
}

describe('an image', () => {
  test('built twice is identical', async () => {
    expect(await anImage()).toEqual(await anImage());
  });

  test('names every blob by its digest, with its size', async () => {
    const { list, read } = unpack(readFileSync(await writeImage(await anImage())));
    expect(list).toEqual(list.toSorted());
    for (const name of list.filter((each) => each.startsWith('blobs/')))
      expect(createHash('sha256').update(read(name)).digest('hex')).toBe(path.basename(name));
    const index = JSON.parse(read('index.json').toString());
    const manifest = JSON.parse(read(`blobs/sha256/${index.manifests[0].digest.slice(7)}`).toString());
    for (const { digest, size } of [index.manifests[0], manifest.config, ...manifest.layers])
      expect(read(`blobs/sha256/${digest.slice(7)}`).length).toBe(size);
    const [forDocker] = JSON.parse(read('manifest.json').toString());
    expect(forDocker).toEqual({
      Config: `blobs/sha256/${manifest.config.digest.slice(7)}`,
      RepoTags: ['omicon/om.cn.10:v1'],
      Layers: manifest.layers.map(({ digest }: { digest: string }) => `blobs/sha256/${digest.slice(7)}`),
    });
  });

  const hasSkopeo = spawnSync('skopeo', ['--version']).status === 0;
  test.skipIf(!hasSkopeo && process.env.CI !== 'true')(
    'is read by skopeo in both forms, with its layers verified',
    async () => {
      const file = await writeImage(await anImage());
      for (const form of [`oci-archive:${file}:v1`, `docker-archive:${file}:omicon/om.cn.10:v1`]) {
        const seen = JSON.parse(execFileSync('skopeo', ['inspect', '--config', form], { encoding: 'utf8' }));
        expect(seen).toMatchObject({ os: 'linux', config: { Entrypoint: ['/bin/a'], User: '65532:65532' } });
        const copy = path.join(folder, 'copy');
        rmSync(copy, { recursive: true, force: true });
        execFileSync('skopeo', ['--insecure-policy', 'copy', '-q', form, `dir:${copy}`]);
        expect(statSync(path.join(copy, 'manifest.json')).isFile()).toBe(true);
      }
    },
  );
});
