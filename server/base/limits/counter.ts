/** Counts per key; keys at zero are dropped. */
export class Counter<Key> {
  readonly #counts = new Map<Key, number>();

  of(key: Key): number {
    return this.#counts.get(key) ?? 0;
  }

  /** Increments a key. @returns a function that decrements it */
  add(key: Key): () => void {
    this.#counts.set(key, this.of(key) + 1);
    return () => {
      const left = this.of(key) - 1;
      if (left > 0) this.#counts.set(key, left);
      else this.#counts.delete(key);
    };
  }

  get numberOfKeys(): number {
    return this.#counts.size;
  }
}
