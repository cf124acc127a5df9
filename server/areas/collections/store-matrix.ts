/** Stores the values of data sets that came in before the portal kept them; later ones bring theirs with their import. */
import { readAnalyteData } from '@omicon/intake/data-sets/read-analyte-data.ts';
import { IntakeRefusal } from '@omicon/intake/records.ts';
import { addJob } from '../../base/jobs/jobs.ts';
import type { Database } from '../../base/postgres/database.ts';
import type { Services } from '../../base/services.ts';
import { keepObjects } from '../../database/operations/storage-keys.ts';
import { MatrixWriter, matrixJobKey } from '../../database/shared/expression.ts';
import { treeOfObject } from '../../database/shared/object-tree.ts';
import * as statements from './sql-matrix.ts';

/**
 * Reads the analyte data of a data set version once and keeps its values. Does nothing for a version that has them or
 * is deleted.
 * @throws IntakeRefusal for a file that no longer reads as it was checked
 */
export async function storeMatrix({ db, store }: Services, data_set_row: number): Promise<void> {
  const input = await statements.findInputWithoutMatrix(db, data_set_row);
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
    await statements.saveMatrix(tx, data_set_row, keys);
  });
}

/** Has the matrices made of data sets that have none. At every start. */
export async function storeEarlierMatrices(db: Database): Promise<void> {
  for (const id of await statements.listDataSetsWithoutMatrix(db))
    await addJob(db, 'store_matrix', { key: matrixJobKey(id), payload: { data_set_id: id } });
}
