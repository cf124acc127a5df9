/**
 * An intake run: open, plan, check everything, then store unit by unit. Owns tables intake_run, mapping_table,
 * mapping_row, ontology, ontology_term, ontology_parent.
 */

import { stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { type IntakeProgress, type IntakeReport, intakeReport } from '@omicon/contract/areas/uploads.ts';
import { countIntake, INTAKE_GIVEN_UP, summarizeIntake } from '@omicon/domain/records/intake-summary.ts';
import { checkPlan } from '@omicon/intake/check.ts';
import { planIntake } from '@omicon/intake/plan/plan.ts';
import { type Fault, type FileTree, IntakeRefusal, type Plan, type Unit } from '@omicon/intake/records.ts';
import { type ArchiveSource, fileSource } from '@omicon/intake/tree/archive-source.ts';
import { openArchive } from '@omicon/intake/tree/archive-tree.ts';
import { openFolder } from '@omicon/intake/tree/folder-tree.ts';
import { addJob } from '../../base/jobs/jobs.ts';
import { addMail } from '../../base/jobs/outbox.ts';
import type { Tx } from '../../base/postgres/database.ts';
import { notifyTopic } from '../../base/postgres/events.ts';
import type { Services } from '../../base/services.ts';
import { isStoreUnavailable } from '../../base/store/store.ts';
import { analyzeChanged, tellChangesAtEnd } from '../../database/operations/statistics.ts';
import { holdObjects, keepObjects, removeUnreferenced } from '../../database/operations/storage-keys.ts';
import { raiseCorpusVersion } from '../../records/search/corpus-version.ts';
import { EMPTY_REPORT } from '../../records/upload/intake-defaults.ts';
import { type HashingTree, hashingTree } from './hashing-tree.ts';
import { holdingsOf } from './holdings.ts';
import { openProgress, type Progress } from './progress.ts';
import * as statements from './sql.ts';
import { saveAnalysisUnit } from './storing/store-analysis.ts';
import { saveCellTypesUnit } from './storing/store-cell-types.ts';
import { saveCollectionUnit } from './storing/store-collection.ts';
import { saveDataSetUnit } from './storing/store-data-set.ts';
import { saveGeneSetsUnit, saveMappingTableUnit, saveOntologyUnit } from './storing/store-resources.ts';
import { fault, type Outcome, type Storing } from './storing/storing.ts';

export interface RunOptions {
  onProgress?: (progress: IntakeProgress) => void;
  /**
   * an unknown error fails the run instead of being thrown for a retry; a shutdown or an unavailable store is still
   * thrown
   */
  isLastTry?: boolean;
  signal?: AbortSignal | undefined;
  /** writes the folder to import, in place of what was uploaded; @returns its path */
  writeFolder?: () => Promise<string>;
}

interface Run {
  services: Services;
  row: statements.RunRow;
  /** units stored by an earlier attempt of this run */
  storedBefore: readonly Outcome[];
  report: IntakeReport;
  progress: Progress;
}

function saveUnit(storing: Storing, unit: Unit): Promise<Outcome[]> {
  switch (unit.kind) {
    case 'mapping-table':
      return saveMappingTableUnit(storing, unit);
    case 'gene-sets':
      return saveGeneSetsUnit(storing, unit);
    case 'ontology':
      return saveOntologyUnit(storing, unit);
    case 'cell-type-reference':
      return saveCellTypesUnit(storing, unit);
    case 'data-collection':
      return saveCollectionUnit(storing, unit);
    case 'data-set':
      return saveDataSetUnit(storing, unit);
    case 'analysis':
      return saveAnalysisUnit(storing, unit);
  }
}

/** An archive in the store, read by range and never copied to this machine. */
export async function storedSource({ store }: Services, storageKey: string): Promise<ArchiveSource> {
  return {
    name: storageKey,
    sizeBytes: await store.sizeOf(storageKey),
    read: (start, end) => store.read(storageKey, { start, end }),
  };
}

/** Joins the parts of an upload and verifies the checksum computed by the browser. @returns the key of the whole */
export async function joinUpload(services: Services, uploadId: number, source: string): Promise<string> {
  const upload = await statements.findUpload(services.db, uploadId);
  if (!upload?.sha256) throw new Error(`Upload ${uploadId} has no checksum.`);
  if (upload.storage_key !== null) return upload.storage_key;
  const keys = await statements.listPartKeys(services.db, uploadId);
  const { staging } = services.store;
  // In both cases the whole is compared with the announced checksum below.
  const isStaged = (await staging?.sizeOf(uploadId)) === upload.size_bytes;
  async function* parts() {
    if (staging && isStaged) yield* await staging.read(uploadId);
    else for (const key of keys) yield* await services.store.read(key);
  }
  const joined = await services.store.put(Readable.from(parts(), { objectMode: false }));
  if (!joined.sha256.equals(upload.sha256)) {
    await removeUnreferenced(services.db, services.store, [joined.storageKey]);
    throw new IntakeRefusal([
      fault(
        source,
        'The file was changed in transit: its SHA-256 is not the one announced. Please upload it again.',
      ),
    ]);
  }
  await services.db.transaction().execute(async (tx) => {
    await keepObjects(tx, services.store, [joined.storageKey]);
    await statements.saveJoinedUpload(tx, uploadId, joined.storageKey);
  });
  return joined.storageKey;
}

async function openTree(
  { services, row: { id, source, upload_id, local_path } }: Run,
  folder?: string,
): Promise<FileTree> {
  if (folder !== undefined) return openFolder(folder);
  if (upload_id !== null)
    return openArchive(await storedSource(services, await joinUpload(services, upload_id, source)));
  const path = local_path;
  if (path === null) throw new Error(`Run ${id} has no source.`);
  const found = await stat(path).catch(() => {
    throw new IntakeRefusal([fault(path, 'There is no such file or folder.')]);
  });
  return found.isFile() && /\.zip$/i.test(path) ? openArchive(await fileSource(path)) : openFolder(path);
}

function noteFaults(report: IntakeReport, faults: readonly Fault[]): void {
  report.faults = [...faults];
  report.missing_files = [
    ...new Set(faults.filter((found) => found.kind === 'missing').map((found) => found.file)),
  ];
  report.message = faults[0]?.sentence ?? null;
}

/** Uploads are reported by file name, not by storage key. */
function nameUpload(row: statements.RunRow, found: Fault): Fault {
  return row.upload_id !== null && /^[0-9a-f]{64}$/.test(found.file) ? { ...found, file: row.source } : found;
}

/** Everything is checked before anything is stored. @throws IntakeRefusal with all faults */
async function check(run: Run, tree: HashingTree): Promise<Plan> {
  const plan = await planIntake(tree);
  run.report.not_understood = plan.notUnderstood;
  run.report.ignored = plan.ignored;
  run.report.warnings = plan.warnings;
  if (plan.faults.length > 0) throw new IntakeRefusal(plan.faults);
  if (plan.units.length === 0) {
    throw new IntakeRefusal([
      fault(
        run.row.source,
        "Nothing in here is a data collection, a data set, an analysis or a resource in the laboratory's form.",
      ),
    ]);
  }
  const { faults, warnings, emptied } = await checkPlan(tree, plan, {
    onProgress: (progress) => run.progress.checking(progress),
    holdings: holdingsOf(run.services.db, run.row.person_id),
    missingWords: run.services.config.missingWords,
  });
  run.report.emptied_values = emptied;
  run.report.warnings = [...plan.warnings, ...warnings];
  if (faults.length > 0) throw new IntakeRefusal(faults);
  return plan;
}

/** Stores one unit in one transaction, and records in it what this run stored. */
async function storeUnit({ services, row }: Run, tree: HashingTree, unit: Unit): Promise<Outcome[]> {
  return services.db.transaction().execute(async (tx) => {
    // Objects already in the store are not written again, so they are protected until their records exist.
    await holdObjects(tx);
    const { missingWords } = services.config;
    const saved = await saveUnit({ tx, store: services.store, tree, run: row, missingWords }, unit);
    const changed = saved.filter(({ outcome }) => outcome !== 'unchanged');
    if (changed.length > 0) await raiseCorpusVersion(tx);
    await statements.addStoredUnits(tx, row.id, changed);
    await tellChangesAtEnd(tx);
    return saved;
  });
}

/** A unit stored by an earlier attempt of the same run is reported with that attempt's outcomes, not as unchanged. */
function asStored({ storedBefore }: Run, outcome: Outcome): Outcome[] {
  if (outcome.outcome !== 'unchanged') return [outcome];
  const before = storedBefore.filter(({ kind, title }) => kind === outcome.kind && title === outcome.title);
  return before.length > 0 ? before : [outcome];
}

/** Stores units one by one; if one is refused, it and all later ones are reported as refused. */
async function storeUnits(
  run: Run,
  tree: HashingTree,
  plan: Plan,
  signal: AbortSignal | undefined,
): Promise<void> {
  const { report } = run;
  let filesDone = 0;
  const filesTotal = plan.units.reduce((sum, unit) => sum + unit.files.length, 0);
  for (const [index, unit] of plan.units.entries()) {
    signal?.throwIfAborted();
    run.progress.storing({ file: unit.title, filesDone, filesTotal });
    try {
      const outcomes = await storeUnit(run, tree, unit);
      report.units.push(...outcomes.flatMap((outcome) => asStored(run, outcome)));
    } catch (error) {
      if (error instanceof IntakeRefusal) report.units.push(...plan.units.slice(index).map(toRefused));
      throw error;
    }
    filesDone += unit.files.length;
  }
  report.units = withoutRepeated(report.units);
}

/** A record that became the laboratory's with its collection is unchanged otherwise, and is reported once. */
function withoutRepeated(units: readonly Outcome[]): Outcome[] {
  const changed = new Set(
    units.filter(({ outcome }) => outcome !== 'unchanged').map(({ omicon_id }) => omicon_id),
  );
  return units.filter(
    ({ outcome, omicon_id }) => outcome !== 'unchanged' || omicon_id === null || !changed.has(omicon_id),
  );
}

function toRefused({ kind, title }: Unit): Outcome {
  return { kind: kind.replaceAll('-', ' '), title, outcome: 'refused', omicon_id: null };
}

async function checkAndStore(run: Run, { signal, writeFolder }: RunOptions): Promise<void> {
  const tree = hashingTree(await openTree(run, await writeFolder?.()));
  try {
    const plan = await check(run, tree);
    if (run.row.upload_id !== null)
      await statements.setUploadStatus(run.services.db, run.row.upload_id, 'storing');
    await storeUnits(run, tree, plan, signal);
    await analyzeChanged(run.services.db);
  } finally {
    await tree.close();
  }
}

const SUBJECTS = { stored: 'is in Omicon', refused: 'was refused', failed: 'could not be imported' } as const;

/** A large import may outlast the page that started it, so its end is also reported by mail, if there is an address. */
async function tellUploader(
  tx: Tx,
  { row, report }: Run,
  status: 'stored' | 'refused' | 'failed',
): Promise<void> {
  const recipient = row.person_id === null ? null : await statements.findMailAddress(tx, row.person_id);
  if (recipient === null) return;
  const units = report.units.map(
    (unit) => `${unit.outcome}: ${unit.title}${unit.omicon_id ? ` (${unit.omicon_id})` : ''}`,
  );
  const lines = [...report.faults.map((found) => `${found.file}: ${found.sentence}`), ...units];
  const most = lines.slice(0, 50);
  if (lines.length > most.length) most.push(`and ${lines.length - most.length} more`);
  await addMail(tx, {
    recipient,
    subject: `${row.source} ${SUBJECTS[status]}`,
    body: [summarizeIntake(countIntake(report)), ...most].join('\n'),
  });
}

/** Ends an upload and deletes its bytes, which the job `release_upload` takes from the store. */
export async function endUpload(
  tx: Tx,
  upload_id: number,
  status: 'stored' | 'refused' | 'failed',
): Promise<void> {
  const upload = await statements.findUpload(tx, upload_id);
  const parts = await statements.listPartKeys(tx, upload_id);
  await statements.releaseUploadObjects(tx, upload_id);
  await statements.setUploadStatus(tx, upload_id, status);
  await notifyTopic(tx, `upload ${upload_id}`);
  const storage_keys = [...parts, ...(upload?.storage_key ? [upload.storage_key] : [])];
  await addJob(tx, 'release_upload', {
    key: `release upload ${upload_id}`,
    payload: { upload_id, storage_keys },
  });
}

/**
 * Ends a run exactly once, even with two workers: report, upload status, mail and the job that deletes the upload's
 * bytes are one transaction.
 */
async function end(run: Run, status: 'stored' | 'refused' | 'failed'): Promise<void> {
  const { services, row, report } = run;
  await services.db.transaction().execute(async (tx) => {
    if (!(await statements.endRun(tx, row.id, { progress: run.progress.ended(), report }))) return;
    if (row.upload_id === null) return;
    await endUpload(tx, row.upload_id, status);
    await tellUploader(tx, run, status);
  });
}

/** Deletes the bytes of an upload whose run has ended, unless a record shares them. Idempotent. */
export async function releaseUpload(
  { db, store }: Services,
  { upload_id, storage_keys }: { upload_id: number; storage_keys: readonly string[] },
): Promise<void> {
  await removeUnreferenced(db, store, storage_keys);
  await store.staging?.remove(upload_id);
}

async function endAsFailed(run: Run, error: unknown): Promise<void> {
  run.services.log.error({ err: error, intake_run: run.row.id }, 'intake given up');
  const reported = new Set(run.report.units.map(({ title }) => title));
  run.report.units.unshift(...run.storedBefore.filter(({ title }) => !reported.has(title)));
  run.report.message = INTAKE_GIVEN_UP;
  await end(run, 'failed');
}

const lockOf = (runId: number) => `intake run ${runId}`;

/** Holds the lock of a run, by which others know that it is being worked on; it ends with its connection. */
async function whileLocked<T>({ pool }: Services, runId: number, work: () => Promise<T>): Promise<T> {
  const holder = await pool.connect();
  try {
    await holder.query('select pg_advisory_lock(hashtextextended($1, 0))', [lockOf(runId)]);
    return await work();
  } finally {
    holder.release(true);
  }
}

/** Ends a run that nobody works on any more, with what it has stored. */
async function endLost(services: Services, runId: number): Promise<void> {
  const row = await statements.findRun(services.db, runId);
  if (row === undefined || row.ended_at !== null) return;
  const units = intakeReport.shape.units.parse(row.stored_units);
  const report: IntakeReport = { ...structuredClone(EMPTY_REPORT), units, message: INTAKE_GIVEN_UP };
  const progress = openProgress(async () => undefined);
  await end({ services, row, storedBefore: units, report, progress }, 'failed');
}

/**
 * Ends imports that were stopped or killed and that no job will continue, such as those of the command line. Without it
 * they would be shown as running for ever.
 */
export async function failLostImports(services: Services): Promise<void> {
  for (const runId of await statements.listUnattendedRuns(services.db)) {
    const holder = await services.pool.connect();
    try {
      const { rows } = await holder.query<{ is_free: boolean }>(
        'select pg_try_advisory_lock(hashtextextended($1, 0)) as is_free',
        [lockOf(runId)],
      );
      if (rows[0]?.is_free === true) await endLost(services, runId);
    } finally {
      holder.release(true);
    }
  }
}

/**
 * Imports one input. A run that was killed and restarted completes and reports everything it stored; a run that has
 * ended is never repeated. Refusals are not thrown, but part of the report.
 */
export async function runIntake(
  services: Services,
  runId: number,
  options: RunOptions = {},
): Promise<IntakeReport> {
  return whileLocked(services, runId, () => importRun(services, runId, options));
}

async function importRun(services: Services, runId: number, options: RunOptions): Promise<IntakeReport> {
  const row = await statements.findRun(services.db, runId);
  if (!row) throw new Error(`There is no intake run ${runId}.`);
  if (row.ended_at !== null) return intakeReport.parse(row.report);
  const report: IntakeReport = structuredClone(EMPTY_REPORT);
  const progress = openProgress(async (current) => {
    options.onProgress?.(current);
    await statements.saveProgress(services.db, runId, current);
    if (row.upload_id !== null) await notifyTopic(services.db, `upload ${row.upload_id}`);
  });
  const storedBefore = intakeReport.shape.units.parse(row.stored_units);
  const run: Run = { services, row, storedBefore, report, progress };
  try {
    await checkAndStore(run, options);
  } catch (error) {
    if (error instanceof IntakeRefusal)
      noteFaults(
        report,
        error.faults.map((found) => nameUpload(row, found)),
      );
    else if (!options.isLastTry || options.signal?.aborted || isStoreUnavailable(error)) throw error;
    else await endAsFailed(run, error);
  } finally {
    await progress.settle();
  }
  if (report.message !== INTAKE_GIVEN_UP) await end(run, report.faults.length === 0 ? 'stored' : 'refused');
  return report;
}
