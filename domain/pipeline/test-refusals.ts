import { PipelineRefusal } from './refusal.ts';

/** Code and sentence of a refusal; used by tests only. */
export function refusalOf(run: () => unknown): string {
  try {
    run();
  } catch (error) {
    if (error instanceof PipelineRefusal) return `${error.code}: ${error.message}`;
    throw error;
  }
  return 'not refused';
}
