/** Data of the kME image: analyte data of the network's features and samples, eigengenes, information columns. */

import { numberAt } from '@omicon/domain/arrays/number-at.ts';
import { csvCell } from '@omicon/domain/files/table-text.ts';
import { KME_INFORMATION_COLUMNS } from '@omicon/domain/statistics/modules/kme-table.ts';
import { eachRow } from '@omicon/intake/text/csv-rows.ts';
import { FileReading, ReadLog } from '@omicon/intake/text/read-log.ts';
import { ImageRefused, imageFile, imageLines } from '../../../base/container-image/container-image.ts';
import type { TarEntry } from '../../../base/container-image/tar.ts';
import type { Services } from '../../../base/services.ts';
import { treeOfObject } from '../../../records/file/object-tree.ts';
import { featureIndexes, readInput, sampleIndexes } from '../compute-kme.ts';
import { unpackF64 } from '../packed.ts';
import * as statements from '../sql-kme.ts';
import { listEigengenesOfNetwork } from '../sql-networks.ts';
import type { NetworkOfImage } from './sql-images.ts';

const INPUT_GONE =
  'The input data set of this network was deleted after the image was asked for. Please ask for it again.';

function line(cells: readonly string[]): string {
  return `${cells.map((cell) => csvCell(cell)).join(',')}\n`;
}

/** The first columns of the network's imported kME table, one row per feature. */
async function informationFile({ db, store }: Services, network: NetworkOfImage): Promise<TarEntry> {
  const table = await statements.findKmeTableFile(db, {
    analysis_id: network.analysis_version_id,
    name: network.name,
  });
  if (!table) throw new Error(`The network ${network.name} has no kME table.`);
  const lines: string[] = [];
  await eachRow(new FileReading(treeOfObject(store, table), table.name, new ReadLog()), (cells) => {
    lines.push(line(cells.slice(0, KME_INFORMATION_COLUMNS)));
  });
  return imageFile('features.csv', lines.join(''));
}

/** Samples x modules: unit length, in the order of the columns of the complete table. */
async function eigengeneFile({ db }: Services, network: NetworkOfImage): Promise<TarEntry> {
  const modules = await listEigengenesOfNetwork(db, network.id);
  const eigengenes = modules.map(({ eigengene }) => unpackF64(eigengene));
  const rows = network.sample_labels.map((label, sample) =>
    line([label, ...eigengenes.map((eigengene) => String(numberAt(eigengene, sample)))]),
  );
  return imageFile(
    'eigengenes.csv',
    [line(['Sample', ...modules.map(({ name }) => name)]), ...rows].join(''),
  );
}

/** Features x samples of the network, from the input version checked before; NA for missing values. */
async function analyteFile({ db, store }: Services, network: NetworkOfImage): Promise<TarEntry> {
  const { input_data_set_id, feature_list_id } = network;
  const file =
    input_data_set_id === null ? undefined : await statements.findInputOfVersion(db, input_data_set_id);
  if (!file) throw new ImageRefused(INPUT_GONE);
  if (feature_list_id === null) throw new Error('The features of the network are missing.');
  const input = await readInput(store, file);
  const features = await statements.listFeatures(db, feature_list_id);
  const rows = featureIndexes(input.features, features);
  const columns = sampleIndexes(input.sampleLabels, network.sample_labels);
  const { values, sampleCount } = input.matrix;
  function* lines() {
    yield line([network.unique_identifier ?? 'Feature', ...network.sample_labels]);
    for (const [index, feature] of features.entries()) {
      const start = numberAt(rows, index) * sampleCount;
      const measured = columns.map((column) => numberAt(values, start + column));
      yield line([feature, ...measured.map((value) => (Number.isNaN(value) ? 'NA' : String(value)))]);
    }
  }
  return imageLines('analyte.csv', lines);
}

/** Data files of the rebuild image, with paths below its data folder. */
export function kmeDataFiles(services: Services, network: NetworkOfImage): Promise<TarEntry[]> {
  return Promise.all([
    informationFile(services, network),
    eigengeneFile(services, network),
    analyteFile(services, network),
  ]);
}
