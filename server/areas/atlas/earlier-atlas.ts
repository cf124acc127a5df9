import { AUDIENCES } from '@omicon/domain/permissions/audience.ts';
import { addJob } from '../../base/jobs/jobs.ts';
import type { Db } from '../../base/postgres/database.ts';
import { ATLAS_JOB } from '../../records/search/corpus-version.ts';
import { signNetworks } from './sql-inputs.ts';
import { findSignature } from './sql-partition.ts';

/** Adds the job if an atlas is missing or outdated, as after an upgrade. Called at every start. */
export async function computeEarlierAtlas(db: Db): Promise<void> {
  for (const audience of AUDIENCES) {
    const networks = await signNetworks(db, audience);
    if ((await findSignature(db, audience)) === networks) continue;
    await addJob(db, 'compute_atlas', ATLAS_JOB);
    return;
  }
}
