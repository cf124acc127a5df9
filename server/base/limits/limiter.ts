/** Costly work of which only so much runs at once; so much may wait, in the order in which it came. */
import pLimit from 'p-limit';

interface Limits {
  atOnce: number;
  mayWait: number;
  /** thrown when as much waits as may */
  refusal(): Error;
}

/** @returns a function that runs work when there is room; it throws the refusal when too much waits */
export function createLimiter({ atOnce, mayWait, refusal }: Limits) {
  const limit = pLimit(atOnce);
  return async function runLimited<T>(work: () => Promise<T>): Promise<T> {
    if (limit.pendingCount >= mayWait) throw refusal();
    return limit(work);
  };
}
