/**
 * Sessions found in the last moments, so that the dozen calls of a page look theirs up once. Every write of this
 * process empties the cache before it answers: a person who signs out, is removed or loses a permission here is refused
 * at the next call. A change made by another process takes effect when the entry expires.
 */
import type { Role } from '@omicon/domain/permissions/permissions.ts';
import { LRUCache } from 'lru-cache';

const MOST = 10_000;

export interface SessionRow {
  person_id: number;
  role: Role;
  permissions: string[];
  idle_seconds: number;
}

export interface SessionCache {
  /**
   * The kept session, or the found one; an unknown or ended session is never kept.
   *
   * @param key carrier and hash of the token
   */
  find(key: string, find: () => Promise<SessionRow | undefined>): Promise<SessionRow | undefined>;
  clear(): void;
}

/** @param keptMs how long a session is kept; 0 keeps none */
export function createSessionCache(keptMs: number): SessionCache {
  if (keptMs === 0) return { find: (_key, find) => find(), clear: () => undefined };
  const kept = new LRUCache<string, SessionRow>({ max: MOST, ttl: keptMs, ttlResolution: 0 });
  // A look-up that began before a write may have read what the write changed.
  let writes = 0;
  return {
    async find(key, find) {
      const known = kept.get(key);
      if (known) return known;
      const before = writes;
      const found = await find();
      if (found && before === writes) kept.set(key, found);
      return found;
    },
    clear() {
      writes += 1;
      kept.clear();
    },
  };
}
