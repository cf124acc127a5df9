/** What the pipeline does not compute, and why, as a sentence for people. */

export const REFUSAL_CODES = [
  'few_samples',
  'no_features',
  'raw_counts',
  'samples_without_batch',
  'one_batch',
  'single_samples',
  'samples_without_covariate',
  'confounded',
  'memory',
  'parameters',
  'no_modules',
] as const;
export type RefusalCode = (typeof REFUSAL_CODES)[number];

/** Thrown before a step computes anything; the message is shown as it is. */
export class PipelineRefusal extends Error {
  readonly code: RefusalCode;

  constructor(code: RefusalCode, sentence: string) {
    super(sentence);
    this.name = 'PipelineRefusal';
    this.code = code;
  }
}

const MAX_NAMES = 5;

/** The first names of a list, and how many more there are. */
export function someOf(names: readonly string[]): string {
  const shown = names.slice(0, MAX_NAMES).join(', ');
  return names.length > MAX_NAMES ? `${shown} and ${names.length - MAX_NAMES} more` : shown;
}
