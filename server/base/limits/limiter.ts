/** Limits the concurrency of costly work, with a bounded FIFO queue. */
import pLimit from 'p-limit';

interface Limits {
  atOnce: number;
  mayWait: number;
  /** thrown if the queue is full */
  refusal(): Error;
}

/** @returns a function that runs work when a slot is free; it throws the refusal if the queue is full */
export function createLimiter({ atOnce, mayWait, refusal }: Limits) {
  const limit = pLimit(atOnce);
  return async function runLimited<T>(work: () => Promise<T>): Promise<T> {
    if (limit.pendingCount >= mayWait) throw refusal();
    return limit(work);
  };
}
