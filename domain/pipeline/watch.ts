/** How a step of the pipeline reports its progress, and how it is stopped. */

/** Given to every step that takes longer than a moment. */
export interface Watch {
  /** @param share of the step that is done, in [0, 1] */
  onProgress?: (step: string, share: number) => void;
  /** asked between blocks of work, many times a second; a worker thread reads a shared flag, a process its signal */
  isStopped?: () => boolean;
}

/** Thrown by a step that was asked to stop. What it had computed is lost; what it was given is unchanged. */
export class PipelineStopped extends Error {
  constructor() {
    super('The run was stopped.');
    this.name = 'PipelineStopped';
  }
}

/**
 * Reports progress, and ends the step if it was asked to stop.
 * @throws PipelineStopped
 */
export function checkpoint(watch: Watch | undefined, step: string, share: number): void {
  if (watch?.isStopped?.()) throw new PipelineStopped();
  watch?.onProgress?.(step, share);
}
