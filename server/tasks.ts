/** Tasks of workers, by job name. */

import { mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import type { JobName } from '@omicon/contract/areas/job-titles.ts';
import { reviseDemoAnalysis, writeDemoLaboratory } from '@omicon/demo/laboratory/write-laboratory.ts';
import { z } from 'zod';
import { maintainSearchIndex, mapFeaturesAgain } from './areas/advanced-search/maintain-index.ts';
import { searchJob } from './areas/advanced-search/run-search.ts';
import { searchRuns } from './areas/advanced-search/sql-results.ts';
import { computeKme } from './areas/analyses/compute-kme.ts';
import { makeNetworkImage } from './areas/analyses/images/network-image.ts';
import { findInputOfAnalysis } from './areas/analyses/sql-kme.ts';
import { storeModuleTraits } from './areas/analyses/traits/store-traits.ts';
import { computeAtlas } from './areas/atlas/compute-atlas.ts';
import { storeMatrix } from './areas/collections/store-matrix.ts';
import { writeDemoTalk } from './areas/comments/demo-talk.ts';
import { prepareDownload } from './areas/downloads/prepare.ts';
import { indexTextTable } from './areas/files/explore/index-text-table.ts';
import { preservationJob } from './areas/matching/preserve-network.ts';
import { preservationRuns } from './areas/matching/sql-runs.ts';
import { sendDigests } from './areas/notifications/send-digests.ts';
import { removeFoldersOfEndedRuns } from './areas/pipeline/ended-folders.ts';
import { runPipeline } from './areas/pipeline/run-pipeline.ts';
import { pipelineRuns } from './areas/pipeline/sql.ts';
import { sendCode, sendResetLink } from './areas/registration/sending.ts';
import { readDraft } from './areas/uploads/drafts/read-draft.ts';
import { storeDraft } from './areas/uploads/drafts/store-draft.ts';
import { failLostImports, releaseUpload, runIntake } from './areas/uploads/run.ts';
import { createRun } from './areas/uploads/sql.ts';
import type { Task } from './base/jobs/jobs.ts';
import { deliverMail } from './base/jobs/outbox.ts';
import { sweep } from './base/jobs/sweep.ts';
import { type Db, sql } from './base/postgres/database.ts';
import { checkFixity } from './base/store/fixity.ts';
import { DEMO_SOURCE } from './demo/progress.ts';
import { moveThreadsOfRenamedGenes } from './records/gene/renamed-threads.ts';
import type { RunKind } from './records/run/kind.ts';
import { idOfRun, sweepRuns, taskOf } from './records/run/work.ts';

const mailPayload = z.object({ outbox_id: z.number().int() });
const resetPayload = z.object({ email: z.string() });
const codePayload = z.object({
  email: z.string().optional(),
  phone_number: z.string().optional(),
  browser_hash: z.hex().transform((hash) => Buffer.from(hash, 'hex')),
});
const analysisPayload = z.object({ analysis_id: z.number().int() });
const dataSetPayload = z.object({ data_set_id: z.number().int() });
const textTablePayload = z.object({
  storage_key: z.string(),
  size_bytes: z.number(),
  isGzipped: z.boolean(),
});
const downloadPayload = z.object({ download_id: z.string() });
const releasePayload = z.object({ upload_id: z.number().int(), storage_keys: z.array(z.string()) });
const intakePayload = z.object({ intake_run_id: z.number().int() });
const draftPayload = z.object({ upload_id: z.int() });
const draftRunPayload = draftPayload.extend({ intake_run_id: z.int() });

/** A new kind of run is listed here. */
const RUN_KINDS: readonly RunKind[] = [searchRuns, preservationRuns, pipelineRuns];

/** Whether any analysis has a second version. Table analysis; a handful of rows. */
async function hasSecondVersion(db: Db): Promise<boolean> {
  const { rows } = await sql`select 1 from analysis where version > 1 limit 1`.execute(db);
  return rows.length > 0;
}

/** Imports the demo like any other input; after a kill it continues with what is stored. */
const makeDemo: Task = async (_payload, { services, signal }) => {
  const folder = await mkdtemp(path.join(services.config.dataDir, 'demo-'));
  const takeIn = async (local_path: string) => {
    const owner = 'Demo laboratory';
    const run = await createRun(services.db, {
      source: DEMO_SOURCE,
      local_path,
      visibility: null,
      owner,
    });
    const report = await runIntake(services, run, { signal });
    if (report.faults.length > 0) throw new Error(`The demo laboratory was refused: ${report.message}`);
  };
  try {
    // The second version exists, so the demo is complete; importing the first again would create a third.
    if (!(await hasSecondVersion(services.db))) {
      await writeDemoLaboratory(folder);
      await takeIn(folder);
      await takeIn(await reviseDemoAnalysis(folder));
    }
    await writeDemoTalk(services);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

/** Computations read stored values, which a data set imported by an earlier release may not have yet. */
const completeKme: Task = async (payload, { services, signal }) => {
  const { analysis_id } = analysisPayload.parse(payload);
  const input = await findInputOfAnalysis(services.db, analysis_id);
  if (input?.matrix_storage_key === null) await storeMatrix(services, input.data_set_version_id);
  await computeKme(services, analysis_id, signal);
};

export const tasks: Record<JobName, Task> = {
  run_intake: async (payload, { services, signal, isLastTry }) => {
    const report = await runIntake(services, intakePayload.parse(payload).intake_run_id, {
      signal,
      isLastTry,
    });
    services.log.info({ units: report.units.length, faults: report.faults.length }, 'intake ended');
  },
  read_draft: (payload, { services }) => readDraft(services, draftPayload.parse(payload).upload_id),
  store_draft: (payload, { services, signal, isLastTry }) =>
    storeDraft(services, draftRunPayload.parse(payload), { signal, isLastTry }),
  prepare_download: (payload, { services, signal, isLastTry }) =>
    prepareDownload(services, downloadPayload.parse(payload).download_id, { signal, isLastTry }),
  prepare_image: (payload, { services, signal, isLastTry }) =>
    prepareDownload(services, downloadPayload.parse(payload).download_id, {
      signal,
      isLastTry,
      makeImage: makeNetworkImage,
    }),
  run_search: taskOf(searchJob),
  preserve_network: taskOf(preservationJob),
  run_pipeline: (payload, { services, signal, isLastTry }) =>
    runPipeline(services, idOfRun(pipelineRuns, payload), {
      signal,
      isLastTry,
      takeIn: async (written, options) =>
        (await runIntake(services, await createRun(services.db, written), options)).message,
    }),
  make_demo: makeDemo,
  index_text_table: (payload, { services, signal, isLastTry }) =>
    indexTextTable(services, textTablePayload.parse(payload), { signal, isLastTry }),
  complete_kme: completeKme,
  store_module_traits: (_payload, { services, signal }) => storeModuleTraits(services, signal),
  compute_atlas: (_payload, { services, signal }) => computeAtlas(services, signal),
  store_matrix: (payload, { services }) => storeMatrix(services, dataSetPayload.parse(payload).data_set_id),
  // Jobs of the previous release.
  compute_kme: completeKme,
  deliver_mail: (payload, { services }) => deliverMail(services, mailPayload.parse(payload).outbox_id),
  tend_search_index: (_payload, { services, signal }) => maintainSearchIndex(services, signal),
  map_features_again: async (_payload, { services }) => {
    await moveThreadsOfRenamedGenes(services.db);
    await mapFeaturesAgain(services);
  },
  send_reset_link: (payload, { services, jobId }) =>
    sendResetLink(services, jobId, resetPayload.parse(payload).email),
  send_code: (payload, { services, jobId }) => sendCode(services, jobId, codePayload.parse(payload)),
  release_upload: (payload, { services }) => releaseUpload(services, releasePayload.parse(payload)),
  check_fixity: async (_payload, { services }) => {
    await checkFixity(services);
  },
  send_digests: (_payload, { services, signal }) => sendDigests(services, signal),
  sweep: async (_payload, { services }) => {
    for (const kind of RUN_KINDS) await sweepRuns(services, kind);
    await failLostImports(services);
    await removeFoldersOfEndedRuns(services);
    await sweep(services);
  },
};
