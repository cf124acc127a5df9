/** Postings as they gather while modules are read: for each key its places, and a value a place. */

/** Arrays grow by doubling: a network with its analysis brings up to some million entries. */
function grown<T extends Uint32Array | Float32Array>(array: T, make: (length: number) => T): T {
  const larger = make(2 * array.length);
  larger.set(array);
  return larger;
}

export interface Postings {
  keys: number[];
  /** length of each posting, in the order of the keys */
  counts: number[];
  /** all postings after one another, each in the order its places came */
  places: Uint32Array;
  values: Float32Array;
}

export class PostingBuilder {
  private readonly placeOfKey = new Map<number, number>();
  private counts: number[] = [];
  private posting = new Uint32Array(4096);
  private place = new Uint32Array(4096);
  private value = new Float32Array(4096);
  private length = 0;

  add(key: number, place: number, value = 0): void {
    if (this.length === this.posting.length) {
      this.posting = grown(this.posting, (length) => new Uint32Array(length));
      this.place = grown(this.place, (length) => new Uint32Array(length));
      this.value = grown(this.value, (length) => new Float32Array(length));
    }
    let posting = this.placeOfKey.get(key);
    if (posting === undefined) {
      posting = this.counts.length;
      this.placeOfKey.set(key, posting);
      this.counts.push(0);
    }
    this.counts[posting] = (this.counts[posting] ?? 0) + 1;
    this.posting[this.length] = posting;
    this.place[this.length] = place;
    this.value[this.length] = value;
    this.length += 1;
  }

  /** One pass that puts every entry where its posting ends so far. */
  build(): Postings {
    const next = new Uint32Array(this.counts.length);
    let before = 0;
    this.counts.forEach((count, posting) => {
      next[posting] = before;
      before += count;
    });
    const places = new Uint32Array(this.length);
    const values = new Float32Array(this.length);
    for (let entry = 0; entry < this.length; entry += 1) {
      const posting = this.posting[entry] ?? 0;
      const at = next[posting] ?? 0;
      places[at] = this.place[entry] ?? 0;
      values[at] = this.value[entry] ?? 0;
      next[posting] = at + 1;
    }
    return { keys: [...this.placeOfKey.keys()], counts: this.counts, places, values };
  }
}
