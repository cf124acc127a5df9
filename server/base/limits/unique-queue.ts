/** A queue that does not add work already waiting in it. */
import PQueue from 'p-queue';

export interface UniqueQueue {
  /** @param isUrgent moves the work before all that is not urgent, even if it is already queued */
  add(work: () => Promise<void>, isUrgent: boolean): void;
}

/** @param onFailure called with failed work; the rest continues */
export function createUniqueQueue(atOnce: number, onFailure: (error: unknown) => void): UniqueQueue {
  const queue = new PQueue({ concurrency: atOnce });
  const waiting = new Map<() => Promise<void>, string>();
  let last = 0;
  return {
    add(work, isUrgent) {
      const known = waiting.get(work);
      if (known !== undefined) {
        if (isUrgent) queue.setPriority(known, 1);
        return;
      }
      last += 1;
      const id = String(last);
      waiting.set(work, id);
      const run = () => {
        waiting.delete(work);
        return work();
      };
      queue.add(run, { id, priority: isUrgent ? 1 : 0 }).catch(onFailure);
    },
  };
}
