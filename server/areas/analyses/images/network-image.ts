/** Container images of a covariation network: one that shows its modules, one that rebuilds its complete kME table. */
import {
  type ImageDescription,
  type ImagePart,
  type StoredLayer,
  storeImage,
  storeLayer,
} from '../../../base/container-image/container-image.ts';
import { listRuntimeFiles } from '../../../base/container-image/image-runtime.ts';
import type { TarEntry } from '../../../base/container-image/tar.ts';
import type { Services } from '../../../base/services.ts';
import { omiconIdOf } from '../../../records/lists/replies.ts';
import { kmeDataFiles } from './image-kme.ts';
import { moduleDataFiles } from './image-modules.ts';
import { plainFiles, programFiles } from './image-programs.ts';
import { findNetworkOfImage, type NetworkOfImage } from './sql-images.ts';

const VIEWER_PORT = 8080;
const LICENCE = 'Research data: terms of service of the portal. Programs: /usr/share/licenses/NOTICE';

export interface ImageRequest {
  type: 'docker' | 'kme-docker';
  covariation_network_id: number;
  input_data_set_id: number | null;
}

export interface ImageProgress {
  /** called once with the number of bytes to pack */
  plan(bytes: number): Promise<void>;
  /** called with the number of bytes packed, chunk by chunk; an error it throws cancels the build */
  note(bytes: number): Promise<void>;
}

interface Recipe {
  suffix: string;
  title: string;
  command: readonly string[];
  ports: readonly number[];
  programs(): Promise<TarEntry[]>;
  data(services: Services, network: NetworkOfImage): Promise<TarEntry[]>;
}

async function viewerPrograms(): Promise<TarEntry[]> {
  return [
    ...(await programFiles('web/image-viewer/viewer.ts', 'omicon/viewer')),
    ...(await plainFiles('web/image-viewer', ['index.html', 'viewer.css'], 'omicon/viewer')),
    ...(await programFiles('server/image-programs/serve-viewer.ts', 'omicon/program')),
    ...(await plainFiles('server/image-programs', ['package.json'], 'omicon')),
  ];
}

async function rebuildPrograms(): Promise<TarEntry[]> {
  return [
    ...(await programFiles('server/image-programs/rebuild-kme.ts', 'omicon/program')),
    ...(await plainFiles('server/image-programs', ['package.json'], 'omicon')),
  ];
}

/** The files with their paths below a folder. */
function below(folder: string, files: readonly TarEntry[]): TarEntry[] {
  return files.map((file) => ({ ...file, path: `${folder}/${file.path}` }));
}

const RECIPES: Record<ImageRequest['type'], Recipe> = {
  docker: {
    suffix: '',
    title: 'Modules of covariation network',
    command: ['/usr/local/bin/node', '/omicon/program/serve-viewer.js'],
    ports: [VIEWER_PORT],
    programs: viewerPrograms,
    data: async (services, network) => below('omicon/viewer/data', await moduleDataFiles(services, network)),
  },
  'kme-docker': {
    suffix: '-kme',
    title: 'Rebuild of the complete kME table of covariation network',
    command: ['/usr/local/bin/node', '/omicon/program/rebuild-kme.js'],
    ports: [],
    programs: rebuildPrograms,
    data: async (services, network) => below('omicon/data', await kmeDataFiles(services, network)),
  },
};

function describe(network: NetworkOfImage, recipe: Recipe): ImageDescription {
  const omiconId = omiconIdOf('CN', network.number);
  const version = `v${network.version}`;
  return {
    reference: `omicon/${omiconId.toLowerCase()}${recipe.suffix}:${version}`,
    created: network.created_at,
    labels: {
      'org.omicon.omicon-id': omiconId,
      'org.omicon.analysis': omiconIdOf('P', network.analysis_id),
      'org.opencontainers.image.title': `${recipe.title} ${network.name}`,
      'org.opencontainers.image.description': `${network.analysis_title}, made from ${network.input_data_set}`,
      'org.opencontainers.image.version': version,
      'org.omicon.licence-note': LICENCE,
    },
    command: recipe.command,
    ports: recipe.ports,
  };
}

/** Packing Node takes a few seconds, so its layer is reused for every image while the store has it. */
let packedRuntime: StoredLayer | null = null;

async function storeRuntime(
  { store }: Services,
  files: readonly TarEntry[],
  note: ImageProgress['note'],
): Promise<StoredLayer> {
  if (packedRuntime !== null && (await store.touch(packedRuntime.storageKey))) {
    await note(bytesOf(files));
    return packedRuntime;
  }
  packedRuntime = await storeLayer(store, files, note);
  return packedRuntime;
}

function bytesOf(files: readonly TarEntry[]): number {
  return files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
}

/** Builds and stores an image. @returns the files of its archive */
export async function makeNetworkImage(
  services: Services,
  request: ImageRequest,
  { plan, note }: ImageProgress,
): Promise<ImagePart[]> {
  const network = await findNetworkOfImage(services.db, request);
  if (!network) throw new Error('The network no longer exists.');
  const recipe = RECIPES[request.type];
  const runtime = await listRuntimeFiles();
  const programs = await recipe.programs();
  const data = await recipe.data(services, network);
  await plan(bytesOf([...runtime, ...programs, ...data]));
  const layers = [
    await storeRuntime(services, runtime, note),
    await storeLayer(services.store, programs, note),
    await storeLayer(services.store, data, note),
  ];
  return storeImage(services.store, describe(network, recipe), layers);
}
