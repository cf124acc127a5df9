/**
 * Cache of search results, valid for one version of the corpus. Serves pages opened again, rules removed again, and
 * shared queries.
 */

import type { ReplyTo, Request } from '@omicon/search-index/messages.ts';
import type { AskOptions, SearchThreads } from '@omicon/search-index/threads.ts';
import { LRUCache } from 'lru-cache';
import type { Services } from '../../base/services.ts';
import { getCorpusVersion } from './corpus-version.ts';

type CachedRequest = Extract<Request, { kind: 'search' | 'count' | 'rank-modules' | 'rank-sets' }>;

const MAX_BYTES = 32 * 1024 ** 2;
const BYTES_PER_LETTER = 2;

const caches = new WeakMap<SearchThreads, LRUCache<string, string>>();

function cacheOf(threads: SearchThreads): LRUCache<string, string> {
  const cache = caches.get(threads) ?? new LRUCache({ maxSize: MAX_BYTES });
  caches.set(threads, cache);
  return cache;
}

/**
 * Returns a cached result for the same request and the same permissions, or runs the search. Entries belong to the
 * corpus version read before the search, or a later one, and expire with the next version.
 */
export async function askCached<R extends CachedRequest>(
  { db, searchThreads }: Services,
  request: R,
  asking?: AskOptions,
): Promise<ReplyTo<R>> {
  const key = `${await getCorpusVersion(db)} ${JSON.stringify(request)}`;
  const cache = cacheOf(searchThreads);
  const cached = cache.get(key);
  if (cached !== undefined) return JSON.parse(cached);
  const reply = await searchThreads.ask(request, asking);
  const text = JSON.stringify(reply);
  cache.set(key, text, { size: BYTES_PER_LETTER * (key.length + text.length) });
  return reply;
}
