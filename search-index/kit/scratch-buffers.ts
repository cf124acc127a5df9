type Numbers = Uint8Array | Uint32Array | Float32Array | Float64Array;

/**
 * Arrays that one search after the other uses. New ones were several megabytes of garbage a search, for which the
 * collector ran at every fourth one.
 */
export class ScratchBuffer<T extends Numbers> {
  private readonly make: (length: number) => T;
  private kept: T | null = null;

  constructor(make: (length: number) => T) {
    this.make = make;
  }

  /** At least `length` zeros. Whoever asks while it is lent gets a new one. */
  borrow(length: number): T {
    const kept = this.kept;
    this.kept = null;
    if (kept === null || kept.length < length) return this.make(length);
    kept.fill(0);
    return kept;
  }

  release(array: T): void {
    if (this.kept === null || this.kept.length < array.length) this.kept = array;
  }
}
