/**
 * OR, QN and BC of one data set: each step makes a data set of its own, in the laboratory's files, from the one before
 * it as written. In: a folder with a data set. Out: one folder for each step, and what people should know about it.
 */
import path from 'node:path';
import { checkpoint, type Watch } from '@omicon/domain/pipeline/watch.ts';
import { type LaboratoryDataSet, writeDataSet } from '../files/laboratory-data-set.ts';
import { derivedStem, type FileNames, fileNamesOf, runIdOf } from '../files/names.ts';
import { readDataSetFolder } from '../files/read-data-set-folder.ts';
import { applyStep, outputOf, type PreparationStep, type StepOutput } from './apply-step.ts';
import { finishStep, hashFiles, keyOf, publishStep, readRemarks, writeRemarks } from './steps-store.ts';

export interface PreparationRequest {
  /** folder with the data set, or its analyte data file */
  input: string;
  steps: readonly PreparationStep[];
  /** one per step; by default the operation code after the title, and `.1` after the version */
  outputs?: readonly StepOutput[];
  /** folder of the collection in the laboratory's tree; by default the project of the file names */
  collection?: string;
  areCountsAllowed?: boolean;
}

export interface RunFolders {
  /** finished steps are kept here until they are deleted */
  workFolder: string;
  /** the laboratory's tree */
  outFolder: string;
}

export interface Preparation {
  /** folder of each new data set, in the order of the steps */
  folders: string[];
  /** whole sentences: features that were left out, samples that were removed */
  remarks: string[];
}

async function writeStep(
  folder: string,
  before: LaboratoryDataSet,
  {
    step,
    output,
    names,
    options,
  }: {
    step: PreparationStep;
    output: StepOutput;
    names: FileNames;
    options: { areCountsAllowed: boolean; watch: Watch | undefined };
  },
): Promise<string[]> {
  const { dataSet, remarks } = applyStep(before, step, output, options);
  const stem = path.join(folder, 'files', derivedStem(names, dataSet.labels.length, step.code));
  checkpoint(options.watch, 'writing files', 0);
  await writeDataSet(dataSet, { stem, attributesName: 'DS_attributes' });
  checkpoint(options.watch, 'writing files', 1);
  return remarks;
}

/**
 * Makes the data sets of all steps, and writes them as the laboratory does:
 * `<outFolder>/<collection>/makeSN/<project>_SampleNetworks/<project>_makeSN_<run>/<group>_<run>/`. A run that begins again
 * with the same input and steps continues after the last finished one.
 * @throws PipelineRefusal, UnreadableInput, PipelineStopped
 */
export async function prepareDataSet(
  { input, steps, outputs, collection, areCountsAllowed = false }: PreparationRequest,
  { workFolder, outFolder }: RunFolders,
  watch?: Watch,
): Promise<Preparation> {
  checkpoint(watch, 'reading files', 0);
  let read = await readDataSetFolder(input);
  let key = await hashFiles(read.files);
  const names = fileNamesOf(read.analyte);
  const run = runIdOf(keyOf(key, steps));
  const { project, group } = names;
  const root = path.join(
    outFolder,
    collection ?? project,
    'makeSN',
    `${project}_SampleNetworks`,
    `${project}_makeSN_${run}`,
  );
  const preparation: Preparation = { folders: [], remarks: [] };
  for (const [index, step] of steps.entries()) {
    const output = outputs?.[index] ?? outputOf(read.dataSet, step.code);
    key = keyOf(key, [step, output, names, areCountsAllowed]);
    const before = read.dataSet;
    const folder = await finishStep(workFolder, key, async (unfinished) => {
      const remarks = await writeStep(unfinished, before, {
        step,
        output,
        names,
        options: { areCountsAllowed, watch },
      });
      await writeRemarks(unfinished, remarks);
    });
    preparation.remarks.push(...(await readRemarks(folder)).map((remark) => `${step.code}: ${remark}`));
    const destination = path.join(root, `${group}_${runIdOf(key)}`);
    await publishStep(path.join(folder, 'files'), destination);
    preparation.folders.push(destination);
    read = await readDataSetFolder(destination);
  }
  return preparation;
}
