/**
 * The calls of a search node: parts of searches, for web processes that know the secret. It has no people and no
 * records.
 */
import type { FetchRequest, PartRequest } from '@omicon/search-index/requests.ts';
import { type HeldThread, type SearchThreads, SortRefusal } from '@omicon/search-index/threads.ts';
import Fastify, { type FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { Database } from '../base/postgres/database.ts';
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
import { readShardVersion } from './shard-database.ts';
import { isSigned, SIGNATURE_HEADER, sign } from './signature.ts';

/** Lists of readable records: 25,000 networks take 0.2 MB. */
const MAX_REQUEST_BYTES = 32 * 1024 ** 2;
/** A question is answered or given up long before. */
const MAX_HELD_MS = 120_000;
/** A shard is usually this close behind its primary after an import. */
const MAX_WAIT_MS = 500;
const PAUSE_MS = 20;

interface HeldQuestion {
  thread: HeldThread;
  timer: NodeJS.Timeout;
}

export interface NodeServices {
  shard: Database;
  threads: Pick<SearchThreads, 'hold'>;
  secret: string;
  log: Logger;
  /** whether the shard is complete and its threads have read it; until then the node takes no part in searches */
  isReady(): boolean;
}

/** Whether the shard has this version, now or within a moment. */
async function hasVersion(shard: Database, version: number): Promise<boolean> {
  for (let waited = 0; ; waited += PAUSE_MS) {
    const held = await readShardVersion(shard);
    if (held === version) return true;
    if (held === null || held > version || waited >= MAX_WAIT_MS) return false;
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
}

/** The questions whose parts are under way, each with the thread that has its state. */
class Questions {
  readonly #held = new Map<string, HeldQuestion>();
  readonly #services: NodeServices;

  constructor(services: NodeServices) {
    this.#services = services;
  }

  release(key: string): void {
    const held = this.#held.get(key);
    if (held === undefined) return;
    clearTimeout(held.timer);
    this.#held.delete(key);
    held.thread.release();
  }

  #open(key: string): HeldThread {
    this.release(key);
    const thread = this.#services.threads.hold();
    const timer = setTimeout(() => this.release(key), MAX_HELD_MS);
    timer.unref();
    this.#held.set(key, { thread, timer });
    return thread;
  }

  async answer(asker: string, request: PartRequest | FetchRequest) {
    const key = `${asker} ${request.question}`;
    if (request.kind === 'fetch') {
      const held = this.#held.get(key);
      if (held === undefined) throw new Error(`No part of question ${request.question} is held.`);
      return held.thread.ask(request);
    }
    const { shard, isReady } = this.#services;
    if (!isReady() || !(await hasVersion(shard, request.version))) return { kind: 'outdated' as const };
    return this.#open(key).ask(request);
  }
}

export function buildNodeApp(services: NodeServices): FastifyInstance {
  const { secret, log } = services;
  const questions = new Questions(services);
  const app = Fastify({ bodyLimit: MAX_REQUEST_BYTES });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(MEDIA_TYPE, { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  app.get(ALIVE_PATH, async () => {
    const version = await readShardVersion(services.shard);
    return { version: services.isReady() ? version : null };
  });
  app.post<{ Body: Buffer | undefined }>(PART_PATH, async (request, reply) => {
    const body = request.body ?? Buffer.alloc(0);
    const signature = String(request.headers[SIGNATURE_HEADER] ?? '');
    if (!isSigned(secret, REQUEST_PURPOSE, { body, signature }))
      return reply
        .code(403)
        .send({ error: 'The message is not signed by this portal, or older than a minute.' });
    const message = unpack<NodeMessage>(body);
    if ('release' in message) {
      questions.release(`${message.asker} ${message.release}`);
      return reply.code(204).send();
    }
    const { asker, request: asked } = message;
    if (asked.kind !== 'part' && asked.kind !== 'fetch')
      return reply.code(400).send({ error: 'A search node answers parts of searches only.' });
    const answer = pack(await questions.answer(asker, asked));
    return reply
      .header(SIGNATURE_HEADER, sign(secret, replyPurpose(signature), answer))
      .type(MEDIA_TYPE)
      .send(answer);
  });
  app.setErrorHandler((error: Error & { statusCode?: number }, _request, reply) => {
    if (error instanceof SortRefusal) return reply.code(REFUSED).send({ error: error.message });
    const status = error.statusCode ?? 500;
    if (status >= 500) log.error({ err: error }, 'a part of a search failed');
    // The asker answers from its own database, and shows the error if that fails too.
    return reply.code(status).send({ error: status >= 500 ? 'The part failed.' : error.message });
  });
  return app;
}
