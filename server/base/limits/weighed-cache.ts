/** Values that are made anew at some cost, kept while they are used; those not asked for longest go when it gets too heavy. */
export class WeighedCache<Value> {
  readonly #most: number;
  readonly #kept = new Map<string, { value: Value; weight: number }>();
  #weight = 0;

  /** @param most sum of all weights, in whatever they are given */
  constructor(most: number) {
    this.#most = most;
  }

  get(key: string): Value | undefined {
    const found = this.#kept.get(key);
    if (found === undefined) return undefined;
    this.#kept.delete(key);
    this.#kept.set(key, found);
    return found.value;
  }

  /** What alone is heavier than all may be is not kept. */
  keep(key: string, value: Value, weight: number): void {
    this.#drop(key);
    if (weight > this.#most) return;
    this.#kept.set(key, { value, weight });
    this.#weight += weight;
    for (const oldest of this.#kept.keys()) {
      if (this.#weight <= this.#most) return;
      this.#drop(oldest);
    }
  }

  #drop(key: string): void {
    const found = this.#kept.get(key);
    if (found === undefined) return;
    this.#kept.delete(key);
    this.#weight -= found.weight;
  }
}
