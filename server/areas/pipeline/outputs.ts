/** Titles and version codes of what a run makes: one more operation code and one more number for each step. */
import type { Preparation } from '@omicon/contract/areas/runs/pipeline-runs.ts';
import { parseTitle, type StepCode, splitTitle } from '@omicon/domain/records/lineage.ts';
import type { PreparationStep } from '@omicon/pipeline/run/apply-step.ts';
import type { Output } from './sql.ts';

/** The steps of a preparation, in the order in which they are done. */
export function stepsOf({
  remove_samples,
  quantile_normalise,
  correct_batches,
}: Preparation): PreparationStep[] {
  const steps: PreparationStep[] = [];
  if (remove_samples.length > 0) steps.push({ code: 'OR', remove: remove_samples });
  if (quantile_normalise) steps.push({ code: 'QN' });
  if (correct_batches !== null) {
    const { batch, covariates, mean_only } = correct_batches;
    steps.push({ code: 'BC', batch, covariates, isMeanOnly: mean_only });
  }
  return steps;
}

/** The number of the next child: siblings are numbered in the order in which they were made. */
function nextChild(ds_version: string, codes: readonly string[]): number {
  const numbers = codes.map((code) => Number(code.slice(ds_version.length + 1).split('.')[0]));
  return Math.max(0, ...numbers.filter(Number.isInteger)) + 1;
}

/**
 * The data sets that the steps make, one from another.
 * @param codes version codes of the data sets below this one
 */
export function preparedDataSets(
  { title, ds_version }: { title: string; ds_version: string },
  steps: readonly StepCode[],
  codes: readonly string[],
): Extract<Output, { kind: 'data set' }>[] {
  return steps.map((_, at) => ({
    kind: 'data set',
    title: `${title} ${steps.slice(0, at + 1).join(' ')}`,
    ds_version: `${ds_version}.${nextChild(ds_version, codes)}${'.1'.repeat(at)}`,
  }));
}

/**
 * The usual title of an analysis: `modules` after the study and group of its data set, whose own title it would
 * otherwise be.
 * @param dataSetTitle with or without its version code
 */
export function analysisTitle(dataSetTitle: string): string {
  const parts = parseTitle(dataSetTitle);
  const subject =
    parts === null
      ? (splitTitle(dataSetTitle)?.title ?? dataSetTitle)
      : [parts.study, parts.group].filter(Boolean).join(' ');
  return `${subject} modules`;
}

/** The title with the first number from 2 on that no other analysis of the data set has; without one if it is free. */
export function freeTitle(title: string, taken: ReadonlySet<string>): string {
  if (!taken.has(title)) return title;
  let number = 2;
  while (taken.has(`${title} ${number}`)) number += 1;
  return `${title} ${number}`;
}
