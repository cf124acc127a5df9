/** Job: writes the laboratory's folder of a draft, and imports it like any other. */
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { dataMap } from '@omicon/contract/areas/drafts.ts';
import type { Services } from '../../../base/services.ts';
import { joinUpload, type RunOptions, runIntake } from '../run.ts';
import { draftFiles, sourceFilesOf } from './source-files.ts';
import * as statements from './sql-drafts.ts';
import { withStudy, workDirOf } from './with-study.ts';
import { writeByMap } from './write-map.ts';

async function writeDraft(services: Services, draft: statements.DraftRow, folder: string): Promise<string> {
  // What another try has left is not whole.
  await rm(folder, { recursive: true, force: true });
  const key = await joinUpload(services, draft.upload_id, draft.file_name);
  const files = draftFiles.parse(draft.files);
  const map = dataMap.parse(draft.map);
  const sources = files.map(({ name, sha256 = '' }) => ({ name, sha256 }));
  await withStudy(
    sourceFilesOf(services, key, files),
    { matrix: map.matrix, cells: map.cells, workDir: workDirOf(services, draft.upload_id) },
    (study) => writeByMap(services.db, { study, map, sources }, folder),
  );
  return folder;
}

/** Idempotent: units that an earlier try has stored are found unchanged. */
export async function storeDraft(
  services: Services,
  { upload_id, intake_run_id }: { upload_id: number; intake_run_id: number },
  options: RunOptions,
): Promise<void> {
  const draft = await statements.findDraft(services.db, upload_id);
  if (draft === undefined) return;
  const above = path.join(services.config.dataDir, 'drafts', String(upload_id));
  const folder = path.join(above, dataMap.parse(draft.map).accession);
  try {
    await runIntake(services, intake_run_id, {
      ...options,
      writeFolder: () => writeDraft(services, draft, folder),
    });
  } finally {
    await rm(above, { recursive: true, force: true });
  }
}
