/** Items in line by key. Keys take turns, so that a long line of one does not hold up the others. */
export class FairQueue<Key, Item> {
  /** in the order of their next turns */
  readonly #lines = new Map<Key, Item[]>();
  #length = 0;

  get length(): number {
    return this.#length;
  }

  countOf(key: Key): number {
    return this.#lines.get(key)?.length ?? 0;
  }

  add(key: Key, item: Item): void {
    const line = this.#lines.get(key);
    if (line === undefined) this.#lines.set(key, [item]);
    else line.push(item);
    this.#length += 1;
  }

  /** @returns whether the item was in line */
  remove(key: Key, item: Item): boolean {
    const line = this.#lines.get(key) ?? [];
    const index = line.indexOf(item);
    if (index < 0) return false;
    line.splice(index, 1);
    if (line.length === 0) this.#lines.delete(key);
    this.#length -= 1;
    return true;
  }

  /** Takes the next item, passing over keys that may not have a turn now. */
  take(mayStart: (key: Key) => boolean): Item | undefined {
    for (const [key, line] of this.#lines) {
      if (!mayStart(key)) continue;
      const item = line.shift();
      this.#lines.delete(key);
      if (line.length > 0) this.#lines.set(key, line);
      this.#length -= 1;
      return item;
    }
    return undefined;
  }

  /** Takes all items, in no particular order. */
  clear(): Item[] {
    const items = [...this.#lines.values()].flat();
    this.#lines.clear();
    this.#length = 0;
    return items;
  }
}
