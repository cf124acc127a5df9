/** A search shard as a web process asks it. Any failure makes the web process answer from its own database. */

import type { ReplyTo, Request } from '@omicon/search-index/messages.ts';
import type { PartAsker } from '@omicon/search-index/parts/scatter-gather.ts';
import { SortRefusal } from '@omicon/search-index/threads.ts';
import {
  ALIVE_PATH,
  MEDIA_TYPE,
  type NodeMessage,
  PART_PATH,
  pack,
  REFUSED,
  REQUEST_PURPOSE,
  replyPurpose,
  unpack,
} from './messages.ts';
import { isSigned, SIGNATURE_HEADER, sign } from './signature.ts';

/** From then on an unanswered part is looked after: a node that is alive may take longer. */
const PATIENCE_MS = 1000;
/** A node that does not answer this fast is frozen or unreachable. */
const ALIVE_MS = 1000;
/** A node that failed is left alone for a while. */
const REST_MS = 5000;

class NodeFailure extends Error {}

export class ShardClient implements PartAsker {
  readonly #address: string;
  readonly #secret: string;
  readonly #asker: string;
  #restsUntil = 0;

  /** @param asker random name of this process */
  constructor(address: string, { secret, asker }: { secret: string; asker: string }) {
    this.#address = address;
    this.#secret = secret;
    this.#asker = asker;
  }

  isAvailable(): boolean {
    return Date.now() >= this.#restsUntil;
  }

  /** Aborts once the node no longer shows that it is alive. */
  async #watch(answer: AbortController, isDone: () => boolean): Promise<void> {
    for (;;) {
      await new Promise((resolve) => setTimeout(resolve, PATIENCE_MS).unref());
      if (isDone()) return;
      try {
        const alive = await fetch(`${this.#address}${ALIVE_PATH}`, { signal: AbortSignal.timeout(ALIVE_MS) });
        await alive.arrayBuffer();
        if (!alive.ok) throw new NodeFailure(`${this.#address} cannot reach its database.`);
      } catch {
        answer.abort(new NodeFailure(`${this.#address} does not answer.`));
        return;
      }
    }
  }

  async #send(message: NodeMessage, signal?: AbortSignal): Promise<{ body: Uint8Array; signature: string }> {
    const body = pack(message);
    const signature = sign(this.#secret, REQUEST_PURPOSE, body);
    const reply = await fetch(`${this.#address}${PART_PATH}`, {
      method: 'POST',
      body,
      headers: { 'content-type': MEDIA_TYPE, [SIGNATURE_HEADER]: signature },
      ...(signal ? { signal } : {}),
    });
    if (reply.status === REFUSED) {
      const { error }: { error: string } = JSON.parse(await reply.text());
      throw new SortRefusal(error);
    }
    const bytes = new Uint8Array(await reply.arrayBuffer());
    if (!reply.ok) throw new NodeFailure(`${this.#address} answers ${reply.status}.`);
    const given = reply.headers.get(SIGNATURE_HEADER) ?? '';
    const isGenuine = isSigned(this.#secret, replyPurpose(signature), { body: bytes, signature: given });
    if (reply.status !== 204 && !isGenuine)
      throw new NodeFailure(`${this.#address} is no node of this portal.`);
    return { body: bytes, signature: given };
  }

  /** @throws NodeFailure and network errors, after which the node is left alone for a while */
  async ask<R extends Request>(request: R, cancelled?: AbortSignal): Promise<ReplyTo<R>> {
    const answer = new AbortController();
    const cancel = () => answer.abort(cancelled?.reason);
    cancelled?.addEventListener('abort', cancel, { once: true });
    let isDone = false;
    this.#watch(answer, () => isDone).catch(() => undefined);
    try {
      const { body } = await this.#send({ asker: this.#asker, request }, answer.signal);
      return unpack<ReplyTo<R>>(body);
    } catch (error) {
      const isFailure = cancelled?.aborted !== true && !(error instanceof SortRefusal);
      if (isFailure) this.#restsUntil = Date.now() + REST_MS;
      throw error;
    } finally {
      isDone = true;
      cancelled?.removeEventListener('abort', cancel);
    }
  }

  release(question: number): void {
    if (!this.isAvailable()) return;
    // What a node keeps of a question it frees by itself after a while.
    this.#send({ asker: this.#asker, release: question }, AbortSignal.timeout(ALIVE_MS)).catch(
      () => undefined,
    );
  }
}
