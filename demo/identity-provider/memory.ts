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

const MAX_RECORDS = 5000;

/** Storage of one kind of record, with the interface of the library. */
export class Memory {
  readonly #records = new Map<string, Kept>();

  #living(id: string): Payload | undefined {
    const found = this.#records.get(id);
    if (found && found.untilMs > Date.now()) return found.payload;
    this.#records.delete(id);
    return undefined;
  }

  async upsert(id: string, payload: Payload, seconds: number): Promise<void> {
    this.#records.delete(id);
    this.#records.set(id, { payload, untilMs: Date.now() + (seconds || 24 * 3600) * 1000 });
    const [oldest] = this.#records.keys();
    if (this.#records.size > MAX_RECORDS && oldest !== undefined) this.#records.delete(oldest);
  }

  async find(id: string): Promise<Payload | undefined> {
    return this.#living(id);
  }

  async findByUid(uid: string): Promise<Payload | undefined> {
    return [...this.#records.keys()].map((id) => this.#living(id)).find((payload) => payload?.uid === uid);
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
    this.#records.delete(id);
  }

  async revokeByGrantId(grantId: string): Promise<void> {
    for (const [id, { payload }] of this.#records) if (payload.grantId === grantId) this.#records.delete(id);
  }
}
