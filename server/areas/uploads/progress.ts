/** Progress of a run, stored at most four times a second, with the remaining time estimated from the pace so far. */
import type { IntakeProgress } from '@omicon/contract/areas/uploads.ts';

const TELL_EVERY_MS = 250;
/** Minimum progress for an estimate. */
const JUDGE_AFTER_MS = 2000;

interface Step {
  file: string;
  filesDone: number;
  filesTotal: number;
  rows?: number;
}

export interface Progress {
  checking(step: Step): void;
  storing(step: Step): void;
  ended(): IntakeProgress;
  /** resolves when the last update has been written */
  settle(): Promise<void>;
}

export function openProgress(tell: (progress: IntakeProgress) => Promise<void>): Progress {
  let current: IntakeProgress = {
    phase: 'waiting',
    file: null,
    files_done: 0,
    files_total: 0,
    rows: 0,
    seconds_left: null,
  };
  let phaseStartedMs = performance.now();
  let toldMs = 0;
  let telling: Promise<void> = Promise.resolve();

  function secondsLeft(step: Step): number | null {
    const elapsedMs = performance.now() - phaseStartedMs;
    if (elapsedMs < JUDGE_AFTER_MS || step.filesDone === 0) return null;
    return Math.ceil(((elapsedMs / step.filesDone) * (step.filesTotal - step.filesDone)) / 1000);
  }

  function advance(phase: 'checking' | 'storing', step: Step): void {
    if (current.phase !== phase) phaseStartedMs = performance.now();
    current = {
      phase,
      file: step.file,
      files_done: step.filesDone,
      files_total: step.filesTotal,
      rows: step.rows ?? current.rows,
      seconds_left: secondsLeft(step),
    };
    if (performance.now() - toldMs < TELL_EVERY_MS) return;
    toldMs = performance.now();
    // Sequential; a failed update must not end the run, as the next one supersedes it.
    const toTell = current;
    telling = telling.then(() => tell(toTell)).catch(() => undefined);
  }

  return {
    checking: (step) => advance('checking', step),
    storing: (step) => advance('storing', step),
    ended: () => ({
      ...current,
      phase: 'ended',
      file: null,
      files_done: current.files_total,
      seconds_left: 0,
    }),
    settle: () => telling,
  };
}
