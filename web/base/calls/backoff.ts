/** How long to wait before something that failed is tried again by itself. */

const FIRST_MS = 1000;
const MOST_MS = 30_000;
/** A failure this long after the last is the first of a new trouble. */
const FORGOTTEN_MS = 120_000;

/** Waiting times that double with each failure in a row, from one second to half a minute. */
export class Backoff {
  private failures = 0;
  private lastAt = Number.NEGATIVE_INFINITY;

  /** The time until the next try, after a failure at this time; both in ms. */
  next(now: number): number {
    if (now - this.lastAt > FORGOTTEN_MS) this.failures = 0;
    const wait = Math.min(MOST_MS, FIRST_MS * 2 ** this.failures);
    this.failures += 1;
    this.lastAt = now + wait;
    return wait;
  }
}
