/** Short names of data sets, from titles in the laboratory's form. */
import { parseTitle, type StepCode } from '../lineage.ts';

/** What a data set is after its last step. */
const STATES: Record<StepCode, string> = {
  OR: 'outliers removed',
  QN: 'normalised',
  BC: 'batch-corrected',
};

export interface DataSetName {
  study: string;
  /** group of samples; null for all of the study */
  group: string | null;
  /** what tells it from the other data sets of these samples */
  state: string;
}

/**
 * Study, group of samples and state of a data set: `TCGA GBM RNA-seq` and `normalised` for `TCGA GBM RNA-seq EXT OR QN A.1.1.1`. Steps that
 * are repeated are listed. Null for a title that does not say how the data were processed.
 */
export function readDataSetName(title: string): DataSetName | null {
  const parts = parseTitle(title);
  if (parts === null || parts.study === '') return null;
  const { study, source, group, steps } = parts;
  const last = steps.at(-1);
  const isRepeated = new Set(steps).size < steps.length;
  // Data that the laboratory processed itself can exist beside the published ones.
  const origin = source === 'RDP' ? ['reprocessed'] : last === undefined ? ['as published'] : [];
  const state = last === undefined ? [] : [`${STATES[last]}${isRepeated ? ` (${steps.join(' ')})` : ''}`];
  return { study, group, state: [...origin, ...state].join(', ') };
}
