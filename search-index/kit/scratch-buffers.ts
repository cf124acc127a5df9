type Numbers = Uint8Array | Uint32Array | Float32Array | Float64Array;

/**
 * An array reused by successive searches. Allocating a new one each time left several megabytes of garbage, and the
 * collector ran at every fourth search.
 */
export class ScratchBuffer<T extends Numbers> {
  private readonly make: (length: number) => T;
  private cached: T | null = null;

  constructor(make: (length: number) => T) {
    this.make = make;
  }

  /** At least `length` zeros. While the array is on loan, callers get a new one. */
  borrow(length: number): T {
    const cached = this.cached;
    this.cached = null;
    if (cached === null || cached.length < length) return this.make(length);
    cached.fill(0);
    return cached;
  }

  release(array: T): void {
    if (this.cached === null || this.cached.length < array.length) this.cached = array;
  }
}
