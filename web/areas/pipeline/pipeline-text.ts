/** Words and defaults of the pipeline's pages. */
import type {
  getPipelineOptions,
  getPipelineRun,
  PipelineRun,
} from '@omicon/contract/areas/runs/pipeline-runs.ts';
import type { ReplyOf } from '@omicon/contract/base/endpoint.ts';

export type PipelineOptions = ReplyOf<typeof getPipelineOptions>;
export type Run = ReplyOf<typeof getPipelineRun>;

export const KINDS: Record<PipelineRun['kind'], string> = {
  preparation: 'Prepare samples',
  modules: 'Find modules',
};

/** Numbers of a list of them as it is typed, `0.99 0.98, 8`; null where a word is no number. */
export function readNumbers(text: string): number[] | null {
  const words = text.split(/[\s,;]+/).filter((word) => word !== '');
  const numbers = words.map(Number);
  return numbers.every(Number.isFinite) ? [...new Set(numbers)] : null;
}

/** Labels of all samples that a round proposes. */
export function proposedSamples({ rounds }: PipelineOptions): string[] {
  return rounds.flatMap(({ samples }) =>
    samples.filter(({ is_proposed }) => is_proposed).map(({ label }) => label),
  );
}
