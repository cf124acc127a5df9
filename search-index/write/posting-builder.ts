/** Collects postings while modules are read: for each key a list of entries, each with a value. */

import { f32At, u32At } from '@omicon/domain/arrays/number-at.ts';

/** Doubles the capacity: an analysis adds up to several million entries. */
function grown<T extends Uint32Array | Float32Array>(array: T, make: (length: number) => T): T {
  const larger = make(2 * array.length);
  larger.set(array);
  return larger;
}

export interface Postings {
  keys: number[];
  /** length of each posting, in the order of the keys */
  counts: number[];
  /** all postings concatenated, each in the order its entries were added */
  entries: Uint32Array;
  values: Float32Array;
}

/** Collects the entries of postings in any order. */
export class PostingBuilder {
  private readonly postingOfKey = new Map<number, number>();
  private counts: number[] = [];
  private posting = new Uint32Array(4096);
  private entry = new Uint32Array(4096);
  private value = new Float32Array(4096);
  private length = 0;

  add(key: number, entry: number, value = 0): void {
    if (this.length === this.posting.length) {
      this.posting = grown(this.posting, (length) => new Uint32Array(length));
      this.entry = grown(this.entry, (length) => new Uint32Array(length));
      this.value = grown(this.value, (length) => new Float32Array(length));
    }
    let posting = this.postingOfKey.get(key);
    if (posting === undefined) {
      posting = this.counts.length;
      this.postingOfKey.set(key, posting);
      this.counts.push(0);
    }
    this.counts[posting] = (this.counts[posting] ?? 0) + 1;
    this.posting[this.length] = posting;
    this.entry[this.length] = entry;
    this.value[this.length] = value;
    this.length += 1;
  }

  /** Groups the entries by key in one pass (counting sort). */
  build(): Postings {
    const next = new Uint32Array(this.counts.length);
    let before = 0;
    this.counts.forEach((count, posting) => {
      next[posting] = before;
      before += count;
    });
    const entries = new Uint32Array(this.length);
    const values = new Float32Array(this.length);
    for (let index = 0; index < this.length; index += 1) {
      const posting = u32At(this.posting, index);
      const at = u32At(next, posting);
      entries[at] = u32At(this.entry, index);
      values[at] = f32At(this.value, index);
      next[posting] = at + 1;
    }
    return { keys: [...this.postingOfKey.keys()], counts: this.counts, entries, values };
  }
}
