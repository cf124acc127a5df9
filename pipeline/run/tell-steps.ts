/** Progress of a run on a terminal, with the time left of each step; Ctrl-C stops it. */
import type { EventEmitter } from 'node:events';
import type { Watch } from '@omicon/domain/pipeline/watch.ts';

const TELL_EVERY_MS = 200;
/** Before this share, the time left is a guess. */
const LEAST_SHARE = 0.05;

/** Time left of a step, from the share that is done; null as long as it is unknown. */
export function secondsLeft(elapsedMs: number, share: number): number | null {
  if (share < LEAST_SHARE) return null;
  return Math.round((elapsedMs * (1 - share)) / share / 1000);
}

/**
 * A watch that writes to standard error. The first Ctrl-C stops the command at its next checkpoint, also where it comes
 * between two steps; the second ends the process.
 */
export function tellSteps(signals: EventEmitter = process): Watch & { clear: () => void } {
  let isStopped = false;
  let [step, startedAt, toldAt] = ['', 0, 0];
  const stop = () => {
    isStopped = true;
  };
  signals.once('SIGINT', stop).once('SIGTERM', stop);
  return {
    isStopped: () => isStopped,
    onProgress: (now, share) => {
      const time = performance.now();
      if (now !== step) [step, startedAt, toldAt] = [now, time, 0];
      if (time - toldAt < TELL_EVERY_MS) return;
      toldAt = time;
      const left = secondsLeft(time - startedAt, share);
      const rest = left === null ? '' : `, about ${left} s left`;
      process.stderr.write(`\r\u001b[K${step} ${Math.round(100 * share)} %${rest}`);
    },
    clear: () => {
      process.stderr.write('\r\u001b[K');
    },
  };
}
