/** Imports laboratory folders through the product's own code. */
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { IntakeReport } from '@omicon/contract/areas/uploads.ts';
import type { Visibility } from '@omicon/domain/permissions/permissions.ts';
import { ZipFile } from 'yazl';
import { type RunOptions, runIntake } from '../areas/uploads/run.ts';
import type { Services } from '../base/services.ts';
import { type LabFiles, type LaboratoryOptions, smallLaboratory } from './laboratories/small-laboratory.ts';
import type { TestPortal } from './portal.ts';

export interface IntakeOptions extends RunOptions {
  visibility?: Visibility;
  /** the uploader */
  person_id?: number;
  /** name shown as owner */
  owner?: string;
  emptyFolders?: readonly string[];
  /** services other than the portal's, such as a failing store */
  services?: Services;
}

/** Writes files to a new folder of the portal. @returns its path, which always ends with `laboratory` */
export async function writeFolder(
  portal: TestPortal,
  files: LabFiles,
  emptyFolders: readonly string[] = [],
): Promise<string> {
  const folder = path.join(await mkdtemp(path.join(portal.folder, 'input-')), 'laboratory');
  for (const [name, content] of Object.entries(files)) {
    await mkdir(path.dirname(path.join(folder, name)), { recursive: true });
    await writeFile(path.join(folder, name), content);
  }
  for (const name of emptyFolders) await mkdir(path.join(folder, name), { recursive: true });
  return folder;
}

/** Inserts a row of intake_run for a folder or archive, as the command line does. */
export async function createRunOf(
  portal: TestPortal,
  local_path: string,
  options: IntakeOptions = {},
): Promise<number> {
  const { id } = await portal.services.db
    .insertInto('intake_run')
    .values({
      local_path,
      source: path.basename(local_path),
      visibility: options.visibility ?? null,
      owner: options.owner ?? null,
      person_id: options.person_id ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Imports a folder or archive. @returns the report, refused or not */
export async function takeInPath(
  portal: TestPortal,
  local_path: string,
  options: IntakeOptions = {},
): Promise<IntakeReport> {
  return runIntake(
    options.services ?? portal.services,
    await createRunOf(portal, local_path, options),
    options,
  );
}

export async function takeIn(
  portal: TestPortal,
  files: LabFiles,
  options: IntakeOptions = {},
): Promise<IntakeReport> {
  return takeInPath(portal, await writeFolder(portal, files, options.emptyFolders), options);
}

/** Numbers of the records of one small laboratory. */
export interface LaboratoryNumbers {
  title: string;
  collection: number;
  loaded: number;
  probes: number;
  primary: number;
  analysis: number;
}

function numberOf(report: IntakeReport, kind: string, index = 0): number {
  const unit = report.units.filter((candidate) => candidate.kind === kind)[index];
  return Number(unit?.omicon_id?.split('.')[2]);
}

/** Imports a laboratory; a refusal fails the test. */
export async function aLaboratory(
  portal: TestPortal,
  options: LaboratoryOptions & IntakeOptions & { files?: LabFiles } = {},
): Promise<LaboratoryNumbers> {
  const report = await takeIn(portal, options.files ?? smallLaboratory(options), options);
  if (report.faults.length > 0)
    throw new Error(`The small laboratory was refused: ${JSON.stringify(report.faults)}`);
  return {
    title: options.study ?? 'Phillips 2006 GSE4271',
    collection: numberOf(report, 'data collection'),
    loaded: numberOf(report, 'data set', 0),
    probes: numberOf(report, 'data set', 1),
    primary: numberOf(report, 'data set', 2),
    analysis: numberOf(report, 'analysis'),
  };
}

/** The bytes of a valid zip archive; if stored, its size does not depend on the content of its files. */
export async function zipped(files: LabFiles, { isStored = false } = {}): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [name, content] of Object.entries(files))
    zip.addBuffer(Buffer.from(content), name, { compress: !isStored });
  zip.end();
  const chunks: Buffer[] = [];
  for await (const chunk of zip.outputStream) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks);
}
