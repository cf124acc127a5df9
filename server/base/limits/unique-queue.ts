/** A queue in which work that waits already is not queued again. */
import PQueue from 'p-queue';

export interface UniqueQueue {
  /** @param isUrgent goes before all that is not, also when it waits already */
  add(work: () => Promise<void>, isUrgent: boolean): void;
}

/** @param onFailure hears of work that failed; the rest goes on */
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
