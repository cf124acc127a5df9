/** Names of the laboratory's files and folders. */
import { createHash } from 'node:crypto';
import type { StepCode } from '@omicon/domain/records/lineage.ts';

/** Name parts of an analyte data file: `TCGA_ACC_All_74_Qnorm.csv` is of project TCGA_ACC and group All. */
export interface FileNames {
  /** project, and the platform if it has several */
  project: string;
  group: string;
}

const DERIVED = /^(.+)_([A-Za-z0-9]+)_\d+_(?:outliers_removed|Qnorm|ComBat).*$/;
const LOADED = /^(.+)_DS\d+.*$/;

/** Name parts of an analyte data file; one of another name is a project of its own. */
export function fileNamesOf(analyte: string): FileNames {
  const name = analyte.replace(/\.csv$/i, '');
  const derived = DERIVED.exec(name);
  if (derived !== null) return { project: derived[1] ?? name, group: derived[2] ?? 'All' };
  return { project: LOADED.exec(name)?.[1] ?? name, group: 'All' };
}

const STEP_NAMES: Record<StepCode, string> = { OR: 'outliers_removed', QN: 'Qnorm', BC: 'ComBat' };

/** Stem of the files of a data set that a step made. */
export function derivedStem({ project, group }: FileNames, sampleCount: number, code: StepCode): string {
  return `${project}_${group}_${sampleCount}_${STEP_NAMES[code]}`;
}

/** Run ids look like a time of day; they name folders and files and have no order. The same key gives the same id. */
export function runIdOf(key: string): string {
  const [hours = 0, minutes = 0, seconds = 0] = createHash('sha256').update(key).digest();
  return [hours % 24, minutes % 60, seconds % 60].map((part) => String(part).padStart(2, '0')).join('-');
}
