/** Work that may wait, only so much of it at once. */
export interface WaitingLine {
  /** @param isUrgent goes before all that is not */
  add(work: () => Promise<void>, isUrgent: boolean): void;
}

/** Work must deal with its own failures. */
export function createWaitingLine(atOnce: number): WaitingLine {
  const urgent = new Set<() => Promise<void>>();
  const usual = new Set<() => Promise<void>>();
  let running = 0;

  function take(): (() => Promise<void>) | undefined {
    for (const line of [urgent, usual])
      for (const work of line) {
        line.delete(work);
        return work;
      }
    return undefined;
  }

  function next(): void {
    if (running >= atOnce) return;
    const work = take();
    if (work === undefined) return;
    running += 1;
    const end = () => {
      running -= 1;
      next();
    };
    work().then(end, end);
  }

  return {
    add(work, isUrgent) {
      // Work that waits already is not done twice.
      if (isUrgent) usual.delete(work);
      if (!urgent.has(work)) (isUrgent ? urgent : usual).add(work);
      next();
    },
  };
}
