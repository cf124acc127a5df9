/**
 * Cache of packed columns, so that repeated clicks on a large treemap read nothing. A version's samples never change,
 * so entries never go stale; permissions are checked before every access.
 */
import type { SampleColumn } from '@omicon/domain/records/sample-columns.ts';
import type { CopyPool } from '../../base/postgres/copy-rows.ts';
import { listColumns, type SampleOwner } from './sql.ts';

/** Enough for six data sets of 100,000 samples x 100 attributes. */
const MOST_BYTES = 64 * 1024 ** 2;
/** Approximate bytes per distinct value, besides the codes. */
const BYTES_PER_VALUE = 64;

type Columns = Map<string, SampleColumn | null>;

function sizeOf(column: SampleColumn | null): number {
  return column === null ? 0 : column.codes.byteLength + BYTES_PER_VALUE * column.values.length;
}

/** Evicts least recently used versions first. */
class ColumnCache {
  readonly #versions = new Map<string, Columns>();
  #bytes = 0;

  /** The columns of a version; marks it as most recently used. */
  open(key: string): Columns {
    const columns: Columns = this.#versions.get(key) ?? new Map();
    this.#versions.delete(key);
    this.#versions.set(key, columns);
    return columns;
  }

  add(key: string, name: string, column: SampleColumn | null): void {
    const columns = this.open(key);
    if (columns.has(name)) return;
    columns.set(name, column);
    this.#bytes += sizeOf(column);
    for (const [oldest, held] of this.#versions) {
      if (this.#bytes <= MOST_BYTES) return;
      this.#versions.delete(oldest);
      for (const gone of held.values()) this.#bytes -= sizeOf(gone);
    }
  }
}

/** One cache per database, as test processes have several. */
const caches = new WeakMap<CopyPool, ColumnCache>();

/** As `listColumns`, but reads only what is not cached. */
export async function findColumns(
  pool: CopyPool,
  owner: SampleOwner,
  attributes: readonly string[],
): Promise<Map<string, SampleColumn>> {
  const cache = caches.get(pool) ?? new ColumnCache();
  caches.set(pool, cache);
  const key = `${owner.owner_type} ${owner.owner_id}`;
  // Unknown attributes are not cached, as anybody can request any number of them.
  const names = attributes.filter((name) => owner.sample_columns.includes(name));
  const found = new Map<string, SampleColumn>();
  const held = cache.open(key);
  const missing: string[] = [];
  for (const name of names) {
    const column = held.get(name);
    if (column === undefined) missing.push(name);
    else if (column !== null) found.set(name, column);
  }
  if (missing.length === 0) return found;
  const read = await listColumns(pool, owner, missing);
  for (const name of missing) {
    const column = read.get(name) ?? null;
    cache.add(key, name, column);
    if (column !== null) found.set(name, column);
  }
  return found;
}
