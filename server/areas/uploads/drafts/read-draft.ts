/** Job: reads the files of a draft, by the map that is proposed for them or by the one that was saved. */
import { Readable } from 'node:stream';
import { dataMap } from '@omicon/contract/areas/drafts.ts';
import type { DataMap, Finding } from '@omicon/domain/data-map/data-map.ts';
import { completeMap } from '@omicon/intake/bring/propose/complete-map.ts';
import { examine } from '@omicon/intake/bring/propose/examine.ts';
import { proposeMap } from '@omicon/intake/bring/propose/propose-map.ts';
import type { SourceFile, Study } from '@omicon/intake/bring/study.ts';
import { IntakeRefusal } from '@omicon/intake/records.ts';
import { openArchive } from '@omicon/intake/tree/archive-tree.ts';
import { addJob } from '../../../base/jobs/jobs.ts';
import { notifyTopic } from '../../../base/postgres/events.ts';
import type { Services } from '../../../base/services.ts';
import { holdingsOf } from '../holdings.ts';
import { endUpload, joinUpload, storedSource } from '../run.ts';
import { resolverByTables } from './id-resolver.ts';
import { type DraftFile, draftFiles, sourceFilesOf, withChecksums } from './source-files.ts';
import * as statements from './sql-drafts.ts';
import { withStudy, workDirOf } from './with-study.ts';

const SAVED_EVERY_MS = 500;

/** The files, which say in the draft which of them is being read. */
function withProgress({ db }: Services, upload_id: number, sources: readonly SourceFile[]): SourceFile[] {
  let saved = performance.now();
  const begun = new Set<string>();
  async function* read(source: SourceFile) {
    begun.add(source.name);
    for await (const chunk of await source.open()) {
      if (performance.now() - saved >= SAVED_EVERY_MS) {
        saved = performance.now();
        await statements.saveProgress(db, upload_id, {
          phase: 'checking',
          file: source.name,
          files_done: begun.size - 1,
          files_total: sources.length,
          rows: 0,
          seconds_left: null,
        });
      }
      yield chunk;
    }
  }
  return sources.map((source) => ({
    ...source,
    open: async () => Readable.from(read(source), { objectMode: false }),
  }));
}

interface Reading {
  services: Services;
  draft: statements.DraftRow;
}

/** A collection of the same accession: new versions of its data sets need the same titles. */
async function findStored(
  { db }: Services,
  { person_id }: statements.DraftRow,
  { accession, confirmed }: DataMap,
): Promise<Finding[]> {
  const dataSets = await holdingsOf(db, person_id).listDataSetsOf(accession);
  if (dataSets === null) return [];
  const titles = dataSets.flatMap(({ title, versionCode }) =>
    title === null ? [] : [`${title} ${versionCode}`],
  );
  const named = titles.length === 0 ? '' : ` It has ${titles.slice(0, 5).join(', ')}.`;
  const key = `stored:${accession}`;
  return [
    {
      key,
      level: confirmed.includes(key) ? 'warning' : 'confirm',
      sentence: `A collection ${accession} is here already.${named} Enter another accession, or the same title to make a new version of it.`,
      file: null,
      line: null,
      column: null,
      count: 1,
    },
  ];
}

async function readByMap({ services, draft }: Reading, files: DraftFile[], study: Study): Promise<void> {
  const { db, config } = services;
  const resolver = resolverByTables(db);
  const earlier = await statements.findEarlierMap(db, { personId: draft.person_id, form: study.form });
  const known = {
    resolver,
    missingWords: config.missingWords,
    earlier: earlier === undefined ? null : dataMap.parse(earlier),
  };
  const completed =
    draft.map === null
      ? await proposeMap(study, known)
      : await completeMap(study, dataMap.parse(draft.map), known);
  // Of another file of values, the cells have other columns.
  const map = { ...completed, cells: study.cells?.grouping ?? null };
  const examined = await examine(study, map, known);
  const stored = await findStored(services, draft, map);
  const proposal = { ...examined, findings: [...stored, ...examined.findings] };
  const isCurrent = await statements.saveReading(db, draft.upload_id, {
    revision: draft.revision,
    files,
    map,
    proposal,
  });
  if (isCurrent) await notifyTopic(db, `upload ${draft.upload_id}`);
}

/** Ends a draft whose files cannot be read, and releases their bytes. */
async function refuse({ services, draft }: Reading, { faults }: IntakeRefusal): Promise<void> {
  const sentences = [
    ...new Set(faults.map(({ file, sentence }) => (file === '' ? sentence : `${file}: ${sentence}`))),
  ];
  const fault = sentences.slice(0, 20).join('\n') || 'Nothing in these files can be read.';
  await services.db.transaction().execute(async (tx) => {
    await statements.saveFault(tx, draft.upload_id, fault);
    await endUpload(tx, draft.upload_id, 'refused');
  });
}

/** Whether the only file is an archive of a folder as the laboratory’s pipeline writes it, or nearly. */
async function isOfLaboratory(
  services: Services,
  key: string,
  files: readonly DraftFile[],
): Promise<boolean> {
  const [file] = files;
  if (files.length !== 1 || !/\.zip$/i.test(file?.name ?? '')) return false;
  const tree = await openArchive(await storedSource(services, key));
  try {
    return tree.entries.some(({ path }) => /_DC_attributes\.csv$|_makeDC_/i.test(path));
  } finally {
    await tree.close();
  }
}

/** Such an archive needs no map: it is imported like one that was uploaded as a collection. */
async function importArchive({ db }: Services, draft: statements.DraftRow): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const runId = await statements.becomeCollection(tx, draft);
    await addJob(tx, 'run_intake', { key: `intake ${runId}`, payload: { intake_run_id: runId } });
    await notifyTopic(tx, `upload ${draft.upload_id}`);
  });
}

/** Idempotent. Does nothing for a draft that is being stored, or was deleted. */
export async function readDraft(services: Services, uploadId: number): Promise<void> {
  const draft = await statements.findDraft(services.db, uploadId);
  if (draft?.status !== 'checking') return;
  try {
    const key = await joinUpload(services, uploadId, draft.file_name);
    const files = draftFiles.parse(draft.files);
    if (await isOfLaboratory(services, key, files)) return await importArchive(services, draft);
    const sources = withProgress(services, uploadId, sourceFilesOf(services, key, files));
    const known = await withChecksums(files, sources);
    const map = draft.map === null ? null : dataMap.parse(draft.map);
    const chosen = map === null ? { cells: null } : { matrix: map.matrix, cells: map.cells };
    await withStudy(sources, { ...chosen, workDir: workDirOf(services, uploadId) }, (study) =>
      readByMap({ services, draft }, known, study),
    );
  } catch (error) {
    if (!(error instanceof IntakeRefusal)) throw error;
    await refuse({ services, draft }, error);
  }
}
