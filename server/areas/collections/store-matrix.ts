/** Stores the values of data sets imported before the portal stored values; newer imports do it themselves. */
import { readAnalyteData } from '@omicon/intake/data-sets/read-analyte-data.ts';
import { IntakeRefusal } from '@omicon/intake/records.ts';
import { addJob } from '../../base/jobs/jobs.ts';
import type { Database } from '../../base/postgres/database.ts';
import type { Services } from '../../base/services.ts';
import { keepObjects } from '../../database/operations/storage-keys.ts';
import { MatrixWriter, matrixJobKey } from '../../records/data-set/expression.ts';
import { treeOfObject } from '../../records/file/object-tree.ts';
import * as statements from './sql-matrix.ts';

/**
 * Reads the analyte data of a data set version and stores its values. Does nothing if the version has values or is
 * deleted.
 * @throws IntakeRefusal if the file no longer passes its check
 */
export async function storeMatrix({ db, store }: Services, data_set_version_id: number): Promise<void> {
  const input = await statements.findInputWithoutMatrix(db, data_set_version_id);
  if (input === undefined) return;
  const writer = new MatrixWriter(store);
  try {
    const { faults, record } = await readAnalyteData(treeOfObject(store, input), input.name, {
      uniqueIdentifier: input.unique_identifier,
      samples: input.samples.map((sample) => ({ ...sample, attributes: new Map() })),
      identifiers: null,
      matrix: writer,
    });
    if (record === null) throw new IntakeRefusal(faults);
  } catch (error) {
    await writer.abandon();
    throw error;
  }
  const keys = await writer.end();
  await db.transaction().execute(async (tx) => {
    await keepObjects(tx, store, Object.values(keys));
    await statements.saveMatrix(tx, data_set_version_id, keys);
  });
}

/** Adds jobs for data sets without a matrix. Called at every start. */
export async function storeEarlierMatrices(db: Database): Promise<void> {
  for (const id of await statements.listDataSetsWithoutMatrix(db))
    await addJob(db, 'store_matrix', { key: matrixJobKey(id), payload: { data_set_id: id } });
}
