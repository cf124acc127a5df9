/**
 * What the search threads answered before, for as long as the corpus is the same: the page that one goes back to, the
 * rule that is taken away again, the query that a colleague opens by its link.
 */

import type { ReplyTo, Request } from '@omicon/search-index/requests.ts';
import type { AskOptions, SearchThreads } from '@omicon/search-index/threads.ts';
import { LRUCache } from 'lru-cache';
import type { Services } from '../../base/services.ts';
import { getCorpusVersion } from './corpus-version.ts';

type KeptRequest = Extract<Request, { kind: 'search' | 'count' | 'rank-modules' | 'rank-sets' }>;

const MOST_BYTES = 32 * 1024 ** 2;
const BYTES_PER_LETTER = 2;

const caches = new WeakMap<SearchThreads, LRUCache<string, string>>();

function cacheOf(threads: SearchThreads): LRUCache<string, string> {
  const cache = caches.get(threads) ?? new LRUCache({ maxSize: MOST_BYTES });
  caches.set(threads, cache);
  return cache;
}

/**
 * The answer of the search threads, which are asked only where they have not answered the same to the same eyes. What is
 * kept is of the version at which it was asked or of a later one, and goes out of use with the next.
 */
export async function askCached<R extends KeptRequest>(
  { db, searchThreads }: Services,
  request: R,
  asking?: AskOptions,
): Promise<ReplyTo<R>> {
  const key = `${await getCorpusVersion(db)} ${JSON.stringify(request)}`;
  const cache = cacheOf(searchThreads);
  const kept = cache.get(key);
  if (kept !== undefined) return JSON.parse(kept) as ReplyTo<R>;
  const reply = await searchThreads.ask(request, asking);
  const text = JSON.stringify(reply);
  cache.set(key, text, { size: BYTES_PER_LETTER * (key.length + text.length) });
  return reply;
}
