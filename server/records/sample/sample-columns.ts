/**
 * Packed sample attributes, with a cache, so that repeated clicks on a large treemap read nothing. A version's samples
 * never change, so entries never go stale; permissions are checked before every access.
 */
import { readColumn, type SampleColumn } from '@omicon/domain/records/samples/sample-columns.ts';
import { LRUCache } from 'lru-cache';
import { type CopyPool, copyRows, literal } from '../../base/postgres/copy-rows.ts';

/** Owner of samples: one version of a data collection or data set. */
export interface SampleOwner {
  owner_type: 'dc' | 'ds';
  owner_id: number;
  sample_columns: string[];
  number_of_samples: number;
}

/**
 * The named attributes of an owner's samples, packed; attributes the samples do not have are absent. Primary key of
 * sample_column.
 */
async function listColumns(
  pool: CopyPool,
  owner: SampleOwner,
  attributes: readonly string[],
): Promise<Map<string, SampleColumn>> {
  const names = attributes.map(literal).join(', ');
  const rows = await copyRows(
    pool,
    `select attribute, to_json(known_values)::text, codes from sample_column
      where owner_type = ${literal(owner.owner_type)} and owner_id = ${Number(owner.owner_id)} and attribute in (${names})`,
  );
  return new Map(
    rows.map(([attribute, known_values, codes]) => [
      String(attribute),
      readColumn(JSON.parse(String(known_values)), codes ?? new Uint8Array()),
    ]),
  );
}

/** Enough for six data sets of 100,000 samples x 100 attributes. */
const MAX_BYTES = 64 * 1024 ** 2;
/** Approximate bytes of each distinct value, added to the codes. */
const BYTES_PER_VALUE = 64;

/** null for an attribute that the samples do not have. */
interface Held {
  column: SampleColumn | null;
}

type ColumnCache = LRUCache<string, Held>;

function createCache(): ColumnCache {
  return new LRUCache({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ column }) =>
      column === null ? 1 : column.codes.byteLength + BYTES_PER_VALUE * column.values.length + 1,
  });
}

/** One cache per database, as test processes have several. */
const caches = new WeakMap<CopyPool, ColumnCache>();

function cacheOf(pool: CopyPool): ColumnCache {
  const cache = caches.get(pool) ?? createCache();
  caches.set(pool, cache);
  return cache;
}

function keyOf({ owner_type, owner_id }: SampleOwner, attribute: string): string {
  return `${owner_type} ${owner_id} ${attribute}`;
}

/** As `listColumns`, but reads only what is not cached. */
export async function findColumns(
  pool: CopyPool,
  owner: SampleOwner,
  attributes: readonly string[],
): Promise<Map<string, SampleColumn>> {
  const cache = cacheOf(pool);
  // Unknown attributes are not cached, as anybody can request any number of them.
  const names = attributes.filter((name) => owner.sample_columns.includes(name));
  const found = new Map<string, SampleColumn>();
  const missing: string[] = [];
  for (const name of names) {
    const held = cache.get(keyOf(owner, name));
    if (held === undefined) missing.push(name);
    else if (held.column !== null) found.set(name, held.column);
  }
  if (missing.length === 0) return found;
  const read = await listColumns(pool, owner, missing);
  for (const name of missing) {
    const column = read.get(name) ?? null;
    cache.set(keyOf(owner, name), { column });
    if (column !== null) found.set(name, column);
  }
  return found;
}

/**
 * One attribute of many data sets, by row id; those whose samples do not have it are absent. Primary key of
 * sample_column.
 */
export async function findColumnOfEach(
  pool: CopyPool,
  owners: readonly SampleOwner[],
  attribute: string,
): Promise<Map<number, SampleColumn>> {
  const cache = cacheOf(pool);
  const found = new Map<number, SampleColumn>();
  const missing: SampleOwner[] = [];
  for (const owner of owners.filter(({ sample_columns }) => sample_columns.includes(attribute))) {
    const held = cache.get(keyOf(owner, attribute));
    if (held === undefined) missing.push(owner);
    else if (held.column !== null) found.set(owner.owner_id, held.column);
  }
  if (missing.length === 0) return found;
  const rows = await copyRows(
    pool,
    `select owner_id::text, to_json(known_values)::text, codes from sample_column
      where owner_type = 'ds' and attribute = ${literal(attribute)}
        and owner_id in (${missing.map(({ owner_id }) => Number(owner_id)).join(', ')})`,
  );
  for (const [owner_id, known_values, codes] of rows)
    found.set(Number(owner_id), readColumn(JSON.parse(String(known_values)), codes ?? new Uint8Array()));
  for (const owner of missing)
    cache.set(keyOf(owner, attribute), { column: found.get(owner.owner_id) ?? null });
  return found;
}
