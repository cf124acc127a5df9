/** Costly work of which only so much runs at once; so much may wait, in the order in which it came. */

interface Limits {
  atOnce: number;
  mayWait: number;
  /** what whoever comes when too many wait already is told */
  refusal(): Error;
}

/** @returns a function that does work in its turn; it throws the refusal when too many wait */
export function createTurns({ atOnce, mayWait, refusal }: Limits) {
  let running = 0;
  const waiting: (() => void)[] = [];

  async function takePlace(): Promise<void> {
    if (running < atOnce) {
      running += 1;
      return;
    }
    if (waiting.length >= mayWait) throw refusal();
    await new Promise<void>((resolve) => waiting.push(resolve));
  }

  /** The next one takes over the place, so that nobody who comes meanwhile can. */
  function leavePlace(): void {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }

  return async function takeTurn<T>(work: () => Promise<T>): Promise<T> {
    await takePlace();
    try {
      return await work();
    } finally {
      leavePlace();
    }
  };
}
