/** Words and defaults of the pipeline's pages. */
import type {
  getPipelineOptions,
  getPipelineRun,
  PipelineRun,
} from '@omicon/contract/areas/runs/pipeline-runs.ts';
import type { ReplyOf } from '@omicon/contract/base/endpoint.ts';
import { countOf } from '../../ui/text/format.ts';

export type PipelineOptions = ReplyOf<typeof getPipelineOptions>;
export type Run = ReplyOf<typeof getPipelineRun>;

export const KINDS: Record<PipelineRun['kind'], string> = {
  preparation: 'Prepare samples',
  modules: 'Find modules',
};

function stepsOf({
  remove_samples,
  quantile_normalise,
  correct_batches,
}: NonNullable<PipelineRun['preparation']>): string[] {
  const steps: string[] = [];
  if (remove_samples.length > 0)
    steps.push(`${countOf(remove_samples.length, 'sample')} removed: ${remove_samples.join(', ')}`);
  if (quantile_normalise) steps.push('quantile normalised');
  if (correct_batches !== null) {
    const { batch, covariates, mean_only } = correct_batches;
    const kept = covariates.length > 0 ? `, effects of ${covariates.join(', ')} kept` : '';
    steps.push(`batches of ${batch} corrected${kept}${mean_only ? ', means only' : ''}`);
  }
  return steps;
}

function listOf(word: string, numbers: readonly number[]): string {
  return `${word}${numbers.length === 1 ? '' : 's'} ${numbers.join(', ')}`;
}

/** What a run was asked for, in words; runs of one kind differ by it. */
export function settingsOf({ preparation, search }: Pick<PipelineRun, 'preparation' | 'search'>): string {
  if (preparation !== null) return stepsOf(preparation).join('; ');
  if (search === null) return '';
  const { thresholds, min_sizes, gene_set_sources } = search;
  const tested =
    gene_set_sources.length === 0 ? 'no enrichment' : `enrichment of ${gene_set_sources.join(', ')}`;
  return [listOf('threshold', thresholds), listOf('size', min_sizes), tested].join('; ');
}

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
