/** Keeps a child process running: it is started again whenever it ends. */
import type { ChildProcess } from 'node:child_process';

const FIRST_PAUSE_MS = 500;
const MAX_PAUSE_MS = 30_000;
/** A process that ran this long had started well; what ended it is something new. */
const SETTLED_MS = 60_000;

/**
 * Pause before the next start. A process that was killed starts again at once; one that ends by itself soon after each
 * start, as its database is gone, waits twice as long each time.
 */
export function pauseBeforeStart(
  previousMs: number,
  ended: { signal: NodeJS.Signals | null; ranMs: number },
): number {
  const isNew = ended.signal !== null || ended.ranMs >= SETTLED_MS || previousMs === 0;
  return isNew ? FIRST_PAUSE_MS : Math.min(2 * previousMs, MAX_PAUSE_MS);
}

/** @returns the process that runs now or ran last */
export function keepRunning(start: () => ChildProcess, isStopping: () => boolean): () => ChildProcess {
  let child: ChildProcess;
  let pauseMs = 0;
  const run = () => {
    const startedMs = Date.now();
    child = start();
    child.once('exit', (_, signal) => {
      pauseMs = pauseBeforeStart(pauseMs, { signal, ranMs: Date.now() - startedMs });
      // The pause does not keep a stopped product alive.
      setTimeout(() => {
        if (!isStopping()) run();
      }, pauseMs).unref();
    });
  };
  run();
  return () => child;
}
