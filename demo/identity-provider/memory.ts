/** In-memory storage of the demo identity provider. */

interface Payload {
  uid?: string;
  grantId?: string;
  consumed?: number;
  [name: string]: unknown;
}

interface Kept {
  payload: Payload;
  untilMs: number;
}

const MOST_KEPT = 5000;

/** Storage of one kind of record, with the interface of the library. */
export class Memory {
  readonly #kept = new Map<string, Kept>();

  #living(id: string): Payload | undefined {
    const found = this.#kept.get(id);
    if (found && found.untilMs > Date.now()) return found.payload;
    this.#kept.delete(id);
    return undefined;
  }

  async upsert(id: string, payload: Payload, seconds: number): Promise<void> {
    this.#kept.delete(id);
    this.#kept.set(id, { payload, untilMs: Date.now() + (seconds || 24 * 3600) * 1000 });
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > MOST_KEPT && oldest !== undefined) this.#kept.delete(oldest);
  }

  async find(id: string): Promise<Payload | undefined> {
    return this.#living(id);
  }

  async findByUid(uid: string): Promise<Payload | undefined> {
    return [...this.#kept.keys()].map((id) => this.#living(id)).find((payload) => payload?.uid === uid);
  }

  /** Device codes, which the demo does not support. */
  async findByUserCode(): Promise<undefined> {
    return undefined;
  }

  async consume(id: string): Promise<void> {
    const payload = this.#living(id);
    if (payload) payload.consumed = Math.floor(Date.now() / 1000);
  }

  async destroy(id: string): Promise<void> {
    this.#kept.delete(id);
  }

  async revokeByGrantId(grantId: string): Promise<void> {
    for (const [id, { payload }] of this.#kept) if (payload.grantId === grantId) this.#kept.delete(id);
  }
}
