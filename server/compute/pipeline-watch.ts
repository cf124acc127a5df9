/** Progress and cancellation of a compute thread, as steps of the pipeline ask for them. */
import type { Watch } from '@omicon/domain/pipeline/watch.ts';
import type { Work } from './work.ts';

const PARTS = 1000;

/** Steps report shares; a cancelled computation ends at its next report. */
export function watchOf(work: Work): Watch {
  return { onProgress: (step, share) => work.report(Math.round(PARTS * share), PARTS, step) };
}
