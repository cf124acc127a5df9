/**
 * The complete kME table of every network of an analysis: kME of each feature with each module eigengene and its P. The
 * laboratory provides it for some networks only; for the others it is computed from the input data set as FindModules
 * does, with NA as 0 and in a compute thread, and stored as a compressed CSV for download. Its values are also stored
 * in binary form for partial reads (`server/records/network/kme.ts`).
 */

import { Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import { csvCell } from '@omicon/domain/files/table-text.ts';
import type { KmeColumn } from '@omicon/domain/statistics/modules/kme.ts';
import { KME_INFORMATION_COLUMNS, kmeCell, kmeColumns } from '@omicon/domain/statistics/modules/kme-table.ts';
import { readKmeTable } from '@omicon/intake/analyses/read-kme-table.ts';
import { type AnalyteMatrix, readMatrix } from '@omicon/intake/data-sets/read-matrix.ts';
import { eachRow } from '@omicon/intake/text/csv-rows.ts';
import { FileReading, ReadLog } from '@omicon/intake/text/read-log.ts';
import { addJob } from '../../base/jobs/jobs.ts';
import type { Database, Db } from '../../base/postgres/database.ts';
import type { Services } from '../../base/services.ts';
import type { Store } from '../../base/store/store.ts';
import type { StoredValues } from '../../compute/work.ts';
import { keepObjects } from '../../database/operations/storage-keys.ts';
import { treeOfObject } from '../../records/file/object-tree.ts';
import { kmeJobKey, packKme } from '../../records/network/kme.ts';
import { unpackF64 } from './packed.ts';
import * as statements from './sql-kme.ts';
import { listEigengenesOfNetwork } from './sql-networks.ts';

/** Row indexes of features in the matrix; if a name occurs several times, its nth occurrence is the nth there. */
export function featureIndexes(features: readonly string[], names: readonly string[]): number[] {
  const indexes = new Map<string, number[]>();
  for (const [index, feature] of features.entries()) {
    const known = indexes.get(feature);
    if (known) known.push(index);
    else indexes.set(feature, [index]);
  }
  return names.map((feature) => {
    const index = indexes.get(feature)?.shift();
    if (index === undefined) throw new Error(`The input data set has no feature ${feature}.`);
    return index;
  });
}

export function sampleIndexes(labels: readonly string[], names: readonly string[]): number[] {
  const indexes = new Map(labels.map((label, index) => [label, index]));
  return names.map((label) => {
    const index = indexes.get(label);
    if (index === undefined) throw new Error(`The input data set has no sample ${label}.`);
    return index;
  });
}

interface Kme {
  modules: readonly string[];
  /** one per module */
  columns: readonly KmeColumn[];
}

/** Lines of the complete table: the first columns of the imported one, then kME and P of every module. */
async function completeTable(
  store: Store,
  table: { name: string; storage_key: string },
  kme: Kme,
): Promise<string[]> {
  const lines: string[] = [];
  const file = new FileReading(treeOfObject(store, table), table.name, new ReadLog());
  await eachRow(file, (cells) => {
    const first = cells.slice(0, KME_INFORMATION_COLUMNS).map((cell) => csvCell(cell));
    const feature = lines.length - 1;
    const others =
      feature < 0
        ? kmeColumns(kme.modules)
        : kme.columns.flatMap(({ kme: values, pValues }) => [
            kmeCell(values[feature] ?? Number.NaN),
            kmeCell(pValues[feature] ?? Number.NaN),
          ]);
    lines.push(`${[...first, ...others].join(',')}\n`);
  });
  return lines;
}

/** The input data set of the networks of an analysis, read once for all of them. */
interface Input {
  values: StoredValues;
  features: readonly string[];
  labels: readonly string[];
}

async function getInput(db: Db, analysis_id: number): Promise<Input> {
  const input = await statements.findInputOfAnalysis(db, analysis_id);
  if (!input) throw new Error('The input data set of the analysis is missing.');
  const { matrix_storage_key, feature_list_id, labels } = input;
  if (matrix_storage_key === null) throw new Error('The values of the input data set are not stored yet.');
  return {
    values: { ...input, matrix_storage_key },
    features: await statements.listFeatures(db, feature_list_id),
    labels,
  };
}

async function computeNetwork(
  { db, store, computeThreads }: Services,
  network: statements.NetworkOfJob,
  { input, table, signal }: { input: Input; table: statements.KmeTableFile; signal: AbortSignal | undefined },
): Promise<void> {
  const features =
    network.feature_list_id === null ? [] : await statements.listFeatures(db, network.feature_list_id);
  const modules = await listEigengenesOfNetwork(db, network.id);
  const columns = await computeThreads.compute(
    'complete_kme',
    {
      values: input.values,
      rows: Uint32Array.from(featureIndexes(input.features, features)),
      samples: Uint32Array.from(sampleIndexes(input.labels, network.sample_labels)),
      eigengenes: modules.map(({ eigengene }) => unpackF64(eigengene)),
    },
    { signal },
  );
  const kme = { modules: modules.map((module) => module.name), columns };
  const lines = await completeTable(store, table, kme);
  if (lines.length !== features.length + 1) throw new Error(`${table.name} has another number of rows now.`);
  const binary = await store.put(Readable.from([packKme(columns)]));
  const csv = await store.put(Readable.from(lines).pipe(createGzip()));
  await db.transaction().execute(async (tx) => {
    await keepObjects(tx, store, [binary.storageKey, csv.storageKey]);
    const kme_table_file_id = await statements.createDerivedFile(tx, table.id, {
      stem: table.name.replace(/\.csv$/i, '_complete'),
      extension: '.csv.gz',
      size_bytes: csv.sizeBytes,
      sha256: csv.sha256,
      storage_key: csv.storageKey,
    });
    await statements.saveKme(tx, {
      id: network.id,
      kme_values_storage_key: binary.storageKey,
      kme_table_file_id,
    });
  });
}

/** Stores the values of a complete table that a version of before 2026-11-23 imported. */
async function readTable({ db, store }: Services, network: statements.NetworkOfJob, table_id: number) {
  const table = await statements.getFile(db, table_id);
  const modules = (await listEigengenesOfNetwork(db, network.id)).map(({ name }) => name);
  const log = new ReadLog();
  const { record } = await readKmeTable(treeOfObject(store, table), table.name, { modules, log });
  const columns = modules.flatMap((name) => record?.kme?.get(name) ?? []);
  if (columns.length < modules.length) throw new Error(`${table.name} is no complete kME table.`);
  const { storageKey } = await store.put(Readable.from([packKme(columns)]));
  await db.transaction().execute(async (tx) => {
    await keepObjects(tx, store, [storageKey]);
    await statements.saveKme(tx, {
      id: network.id,
      kme_values_storage_key: storageKey,
      kme_table_file_id: table_id,
    });
  });
}

export function readInput(store: Store, input: statements.InputFile): Promise<AnalyteMatrix> {
  return readMatrix(treeOfObject(store, input), input.name, {
    labels: input.labels,
    uniqueIdentifier: input.unique_identifier,
  });
}

/** Completes every network of an analysis version; idempotent. */
export async function computeKme(
  services: Services,
  analysis_id: number,
  signal: AbortSignal | undefined,
): Promise<void> {
  const { db } = services;
  let input: Input | null = null;
  for (const network of await statements.listNetworksWithoutKme(db, analysis_id)) {
    // Networks are separate steps, so stopping between them loses nothing.
    if (signal?.aborted) throw new Error('The process is stopping; the rest is done by the next worker.');
    const table = await statements.findKmeTableFile(db, { analysis_id, name: network.name });
    if (!table) continue;
    const { kme_values_storage_key, kme_storage_key, kme_table_file_id } = network;
    if (kme_values_storage_key !== null) {
      await db
        .transaction()
        .execute((tx) =>
          statements.saveKme(tx, { id: network.id, kme_values_storage_key, kme_table_file_id: table.id }),
        );
      continue;
    }
    if (kme_table_file_id !== null || kme_storage_key !== null) {
      await readTable(services, network, kme_table_file_id ?? table.id);
      continue;
    }
    input ??= await getInput(db, analysis_id);
    await computeNetwork(services, network, { input, table, signal });
  }
  // Adds their kME to the segments by feature.
  await addJob(db, 'tend_search_index', { key: 'tend search index', payload: {} });
}

/** Adds jobs for networks whose kME is rounded, as in databases of the oldest version that can be upgraded. Called at every start. */
export async function completeRoundedKme(db: Database): Promise<void> {
  for (const id of await statements.listAnalysesOfRoundedKme(db))
    await addJob(db, 'complete_kme', { key: kmeJobKey(id), payload: { analysis_id: id } });
}
