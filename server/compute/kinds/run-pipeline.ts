/** The pipeline on a data set, from its files to files of the laboratory, in folders on this machine's disk. */
import { PipelineRefusal } from '@omicon/domain/pipeline/refusal.ts';
import { UnreadableInput } from '@omicon/pipeline/files/read-data-set-folder.ts';
import {
  findModules,
  type ModulesRequest,
  type PreviewRequest,
  previewModules,
} from '@omicon/pipeline/run/find-modules.ts';
import {
  type PreparationRequest,
  prepareDataSet,
  type RunFolders,
} from '@omicon/pipeline/run/prepare-data-set.ts';
import { watchOf } from '../pipeline-watch.ts';
import { ComputeRefusal, type Work } from '../work.ts';

/** @throws ComputeRefusal with the sentence of a refusal, which is for people */
async function refusing<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof PipelineRefusal || error instanceof UnreadableInput)
      throw new ComputeRefusal(error.message);
    throw error;
  }
}

type InFolders<T> = T & { folders: RunFolders };

/** OR, QN and BC: folders of the new data sets. */
export function prepare({ folders, ...request }: InFolders<PreparationRequest>, work: Work) {
  return refusing(() => prepareDataSet(request, folders, watchOf(work)));
}

/** Modules and members of every cell of a grid. */
export function preview({ folders, ...request }: InFolders<PreviewRequest>, work: Work) {
  return refusing(() => previewModules(request, folders, watchOf(work)));
}

/** FM and EA: the folder of an analysis. */
export function find({ folders, ...request }: InFolders<ModulesRequest>, work: Work) {
  return refusing(() => findModules(request, folders, watchOf(work)));
}
