/**
 * Builds container images without an engine: OCI layers and configuration in an archive that is both an OCI layout and
 * readable by `docker load`. Layers are stored objects under their digest, so shared layers are stored once; builds are
 * reproducible.
 * @source OCI image specification 1.1; Docker image specification 1.2 (manifest.json)
 */
import { createHash } from 'node:crypto';
import { pipeline, Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import type { Store } from '../store/store.ts';
import { type TarEntry, writeTar } from './tar.ts';

export interface StoredLayer {
  /** SHA-256 of the packed layer, by which it is stored */
  storageKey: string;
  sizeBytes: number;
  /** SHA-256 of the layer before packing */
  diffId: string;
}

/** A file of the archive, as stored. */
export interface ImagePart {
  path: string;
  storage_key: string;
  size_bytes: number;
}

export interface ImageDescription {
  /** `repository:tag` */
  reference: string;
  created: Date;
  labels: Record<string, string>;
  command: readonly string[];
  /** ports that the command listens to */
  ports: readonly number[];
}

/** Thrown if an image cannot be built by a retry either; the message is for the person who requested it. */
export class ImageRefused extends Error {}

/** An image file from bytes in memory. */
export function imageFile(path: string, content: string | Uint8Array): TarEntry {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content;
  return { path, sizeBytes: bytes.length, mode: 0o644, content: async () => [bytes] };
}

/** A text file of an image, generated line by line; generated twice, first to know its size. */
export function imageLines(path: string, lines: () => Iterable<string>): TarEntry {
  let sizeBytes = 0;
  for (const line of lines()) sizeBytes += Buffer.byteLength(line);
  return {
    path,
    sizeBytes,
    mode: 0o644,
    content: async () =>
      Readable.from(lines(), { objectMode: true }).map((line: string) => Buffer.from(line)),
  };
}

/** Files sorted by path, each after its parent folders. */
function withFolders(files: readonly TarEntry[]): TarEntry[] {
  const entries = new Map(files.map((file) => [file.path, file]));
  if (entries.size < files.length) throw new Error('Two files of an image have the same path.');
  for (const { path } of files) {
    for (let at = path.indexOf('/'); at !== -1; at = path.indexOf('/', at + 1)) {
      const folder = path.slice(0, at + 1);
      entries.set(folder, { path: folder, sizeBytes: 0, mode: 0o755, content: async () => [] });
    }
  }
  return [...entries.values()].toSorted((a, b) => (a.path < b.path ? -1 : 1));
}

/**
 * Packs files as a layer and stores it.
 * @param note called with the bytes read, chunk by chunk; an error it throws cancels the packing
 */
export async function storeLayer(
  store: Store,
  files: readonly TarEntry[],
  note: (bytes: number) => Promise<void>,
): Promise<StoredLayer> {
  const hash = createHash('sha256');
  async function* counted() {
    for await (const chunk of writeTar(withFolders(files))) {
      hash.update(chunk);
      await note(chunk.length);
      yield chunk;
    }
  }
  const packed = pipeline(Readable.from(counted(), { objectMode: false }), createGzip(), () => undefined);
  const { storageKey, sizeBytes } = await store.put(packed);
  return { storageKey, sizeBytes, diffId: hash.digest('hex') };
}

const ARCHITECTURES: Partial<Record<NodeJS.Architecture, string>> = { x64: 'amd64', arm64: 'arm64' };

/** The architecture of this machine in OCI terms. */
function architecture(): string {
  const name = ARCHITECTURES[process.arch];
  if (name === undefined) throw new Error(`Images are not made on ${process.arch}.`);
  return name;
}

function configOf(image: ImageDescription, layers: readonly StoredLayer[]): string {
  const created = image.created.toISOString();
  const config = {
    User: '65532:65532',
    ExposedPorts: Object.fromEntries(image.ports.map((port) => [`${port}/tcp`, {}])),
    Env: ['PATH=/usr/local/bin'],
    Entrypoint: image.command,
    WorkingDir: '/',
    Labels: image.labels,
  };
  return JSON.stringify({
    created,
    architecture: architecture(),
    os: 'linux',
    config,
    rootfs: { type: 'layers', diff_ids: layers.map(({ diffId }) => `sha256:${diffId}`) },
    history: layers.map(() => ({ created, created_by: 'Omicon' })),
  });
}

const blob = (storageKey: string) => `blobs/sha256/${storageKey}`;

/** What a list of contents says of a stored part. */
function describe(mediaType: string, { storage_key, size_bytes }: Omit<ImagePart, 'path'>) {
  return {
    mediaType: `application/vnd.oci.image.${mediaType}`,
    digest: `sha256:${storage_key}`,
    size: size_bytes,
  };
}

/** The file index.json. */
function indexOf(image: ImageDescription, manifest: Omit<ImagePart, 'path'>) {
  const [, tag = 'latest'] = image.reference.split(':');
  return {
    schemaVersion: 2,
    mediaType: 'application/vnd.oci.image.index.v1+json',
    manifests: [
      {
        ...describe('manifest.v1+json', manifest),
        platform: { architecture: architecture(), os: 'linux' },
        annotations: {
          'io.containerd.image.name': `docker.io/${image.reference}`,
          'org.opencontainers.image.ref.name': tag,
        },
      },
    ],
  };
}

/** Stores the manifest and configuration of an image. @returns the files of its archive, by path */
export async function storeImage(
  store: Store,
  image: ImageDescription,
  layers: readonly StoredLayer[],
): Promise<ImagePart[]> {
  const put = async (text: string) => {
    const { storageKey, sizeBytes } = await store.put(Readable.from([Buffer.from(text)]));
    return { storage_key: storageKey, size_bytes: sizeBytes };
  };
  const config = await put(configOf(image, layers));
  const packed = layers.map(({ storageKey, sizeBytes }) => ({
    storage_key: storageKey,
    size_bytes: sizeBytes,
  }));
  const manifest = await put(
    JSON.stringify({
      schemaVersion: 2,
      mediaType: 'application/vnd.oci.image.manifest.v1+json',
      config: describe('config.v1+json', config),
      layers: packed.map((layer) => describe('layer.v1.tar+gzip', layer)),
      annotations: image.labels,
    }),
  );
  const forDocker = [
    {
      Config: blob(config.storage_key),
      RepoTags: [image.reference],
      Layers: packed.map(({ storage_key }) => blob(storage_key)),
    },
  ];
  const blobs = [config, manifest, ...packed].map((part) => ({ path: blob(part.storage_key), ...part }));
  const parts = [
    ...blobs,
    { path: 'index.json', ...(await put(JSON.stringify(indexOf(image, manifest)))) },
    { path: 'manifest.json', ...(await put(JSON.stringify(forDocker))) },
    { path: 'oci-layout', ...(await put(JSON.stringify({ imageLayoutVersion: '1.0.0' }))) },
  ];
  // Identical layers are one file.
  const byPath = new Map(parts.map((part) => [part.path, part]));
  return [...byPath.values()].toSorted((a, b) => (a.path < b.path ? -1 : 1));
}
