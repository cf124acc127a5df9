/**
 * Admits calls: some at once, of each person fewer than of all, so that places are left for others. The rest wait, and
 * people take turns.
 */
import { PortalError } from '../errors.ts';
import { Counter } from './counter.ts';
import { FairQueue } from './fair-queue.ts';

/** A person by number; null for nobody. */
type Person = number | null;

export interface AdmissionLimits {
  atOnce: number;
  atOnceOfOne: number;
  mayWait: number;
  mayWaitOfOne: number;
}

/** Screens make at most two costly calls at once. */
const COSTLY: AdmissionLimits = { atOnce: 6, atOnceOfOne: 2, mayWait: 300, mayWaitOfOne: 30 };
/** Each may hold a connection to the database, of which a web process has twenty. */
const OTHERS: AdmissionLimits = { atOnce: 1000, atOnceOfOne: 12, mayWait: 3000, mayWaitOfOne: 200 };

/** Weight of the last call in the mean duration. */
const SHARE_OF_LAST = 0.2;

interface Waiting {
  begin(): void;
}

/** Calls of one kind, with their limits. Counted per process. */
export class Admission {
  readonly #limits: AdmissionLimits;
  readonly #queue = new FairQueue<Person, Waiting>();
  readonly #running = new Counter<Person>();
  #atOnce = 0;
  #meanSeconds = 1;

  constructor(limits: AdmissionLimits) {
    this.#limits = limits;
  }

  /**
   * Runs the work in its person's turn; drops it if the signal aborts before.
   * @throws PortalError 429 with a time if too many calls of this person wait, 503 if too many of all do
   */
  async run<T>(person: Person, work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    const leave = await this.#enter(person, signal);
    const started = performance.now();
    try {
      return await work();
    } finally {
      const seconds = (performance.now() - started) / 1000;
      this.#meanSeconds += SHARE_OF_LAST * (seconds - this.#meanSeconds);
      leave();
    }
  }

  /** Waits for a place. @returns a function that gives it back */
  #enter(person: Person, signal: AbortSignal | undefined): Promise<() => void> {
    return new Promise((resolve, reject) => {
      signal?.throwIfAborted();
      this.#refuseCrowd(person);
      const waiting: Waiting = {
        begin: () => {
          signal?.removeEventListener('abort', drop);
          // At once: a place that is handed over cannot be taken by a newcomer.
          this.#atOnce += 1;
          const release = this.#running.add(person);
          resolve(() => {
            release();
            this.#atOnce -= 1;
            this.#admit();
          });
        },
      };
      const drop = () => {
        if (this.#queue.remove(person, waiting)) reject(signal?.reason);
      };
      signal?.addEventListener('abort', drop, { once: true });
      this.#queue.add(person, waiting);
      this.#admit();
    });
  }

  #admit(): void {
    const { atOnce, atOnceOfOne } = this.#limits;
    while (this.#atOnce < atOnce) {
      const next = this.#queue.take((person) => this.#running.of(person) < atOnceOfOne);
      if (next === undefined) return;
      next.begin();
    }
  }

  #refuseCrowd(person: Person): void {
    const { mayWait, mayWaitOfOne, atOnceOfOne } = this.#limits;
    const waiting = this.#queue.countOf(person);
    const retryAfterSeconds = Math.max(1, Math.ceil((waiting * this.#meanSeconds) / atOnceOfOne));
    if (waiting >= mayWaitOfOne)
      throw new PortalError(
        'too_many_requests',
        `${waiting} of your calls are waiting already. Please try again in ${retryAfterSeconds} s.`,
        { retryAfterSeconds },
      );
    if (this.#queue.length >= mayWait)
      throw new PortalError('unavailable', 'Too many computations are waiting. Please try again soon.', {
        retryAfterSeconds: 5,
      });
  }
}

/** Costly calls, and all others. */
export interface Admissions {
  costly: Admission;
  others: Admission;
}

/** With the limits of a web process. */
export function openAdmissions(): Admissions {
  return { costly: new Admission(COSTLY), others: new Admission(OTHERS) };
}
