import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { openDiskStore } from '@omicon/server/base/store/disk-store.ts';
import { withFolder } from '../../journeys/harness/temporary-folder.ts';

export interface StoredMatrix {
  /** features x samples */
  matrix: Float64Array;
  /** as a compute thread reads it from the store in `dataDir` */
  values: { matrix_storage_key: string; number_of_features: number; number_of_samples: number };
  dataDir: string;
  /** the same for R */
  file: string;
}

/** Runs with a matrix of reproducible values about 8, without ties, which is stored on disk. */
export async function withStoredMatrix(
  features: number,
  samples: number,
  run: (stored: StoredMatrix) => Promise<void>,
): Promise<void> {
  const matrix = Float64Array.from(
    { length: features * samples },
    (_, at) => 8 + Math.sin((at + 1) * 12.9898) + Math.sin(at * 0.71),
  );
  const bytes = Buffer.from(matrix.buffer);
  await withFolder(async (dataDir) => {
    const store = await openDiskStore(path.join(dataDir, 'objects'));
    const { storageKey } = await store.put(Readable.from([bytes]));
    const file = path.join(dataDir, 'matrix.f64');
    await writeFile(file, bytes);
    const values = {
      matrix_storage_key: storageKey,
      number_of_features: features,
      number_of_samples: samples,
    };
    await run({ matrix, values, dataDir, file });
  });
}
