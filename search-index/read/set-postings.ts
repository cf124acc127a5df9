/** Cache of the modules in which gene sets are enriched: refining a query requests the same sets again. */
import { LRUCache } from 'lru-cache';
import type { ClientBase } from 'pg';
import { toF32, toU32 } from '../kit/bytes.ts';
import type { Catalog, GeneSetEntry } from './catalog-entries.ts';
import { inSegmentsOf, numberList, readInt, useRows } from './rows.ts';

/** The entries of a gene set in one segment. */
export interface SetPosting {
  set: number;
  /** module slots in which the set is enriched */
  moduleSlots: Uint32Array;
  /** -log10 P as f32, one for each module slot */
  values: Float32Array;
}

/** Cached bytes per thread: forty sets enriched in every other module of 5,000 networks take 16 million. */
const MAX_CACHED_BYTES = 64 * 1024 ** 2;
const BYTES_PER_ENTRY = 8;

function sizeOf(postings: readonly SetPosting[]): number {
  return postings.reduce((sum, { moduleSlots }) => sum + moduleSlots.length, 0);
}

/** Table set_post, primary key: one row per gene set and segment. */
export class SetPostings {
  private readonly client: ClientBase;
  /** by networks and gene set; empty for sets without enrichment */
  private readonly cached: LRUCache<string, SetPosting[]>;
  /** the last part that was read, as its networks; the parts are numbered, all networks are part 0 */
  private part = { networks: '', number: 0 };
  private version = -1;

  constructor(client: ClientBase, maxBytes = MAX_CACHED_BYTES) {
    this.client = client;
    this.cached = new LRUCache({
      maxSize: maxBytes,
      sizeCalculation: (postings) => Math.max(1, BYTES_PER_ENTRY * sizeOf(postings)),
    });
  }

  private keyOf(within: readonly number[] | null): (set: number) => string {
    if (within === null) return (set) => `0 ${set}`;
    const networks = within.join();
    if (networks !== this.part.networks) this.part = { networks, number: this.part.number + 1 };
    const { number } = this.part;
    return (set) => `${number} ${set}`;
  }

  private missing(catalog: Catalog, sets: readonly GeneSetEntry[], keyOf: (set: number) => string): number[] {
    if (catalog.version !== this.version) this.cached.clear();
    this.version = catalog.version;
    return sets.map(({ number }) => number).filter((number) => !this.cached.has(keyOf(number)));
  }

  /**
   * Number of entries of the sets; sets that are not cached are counted without being loaded.
   * @param within row ids of networks; the segments that hold them are counted. null for all
   */
  async count(
    catalog: Catalog,
    sets: readonly GeneSetEntry[],
    within: readonly number[] | null = null,
  ): Promise<number> {
    const keyOf = this.keyOf(within);
    const missing = this.missing(catalog, sets, keyOf);
    const cached = sets.reduce((sum, { number }) => sum + sizeOf(this.cached.get(keyOf(number)) ?? []), 0);
    if (missing.length === 0) return cached;
    const { rows } = await this.client.query<{ n: string }>(
      `select coalesce(sum(n), 0) as n from set_post where gene_set_number = any(${numberList(missing)})${inSegmentsOf(within)}`,
    );
    return cached + Number(rows[0]?.n);
  }

  /** @param within row ids of networks; the segments that hold them are read. null for all */
  async load(
    catalog: Catalog,
    sets: readonly GeneSetEntry[],
    within: readonly number[] | null = null,
  ): Promise<SetPosting[]> {
    const keyOf = this.keyOf(within);
    const missing = this.missing(catalog, sets, keyOf);
    // What is found is taken before more is cached, which may drop it.
    const cached = sets.map(({ number }) => this.cached.get(keyOf(number)));
    const read = missing.length > 0 ? await this.read(missing, within) : new Map<number, SetPosting[]>();
    for (const [set, postings] of read) this.cached.set(keyOf(set), postings);
    return sets.flatMap(({ number }, at) => cached[at] ?? read.get(number) ?? []);
  }

  /** Postings of each set; an empty list for sets without enrichment. */
  private async read(
    sets: readonly number[],
    within: readonly number[] | null,
  ): Promise<Map<number, SetPosting[]>> {
    const found = new Map(sets.map((set): [number, SetPosting[]] => [set, []]));
    await useRows(
      this.client,
      `select gene_set_number, places, neg_log_p from set_post where gene_set_number = any(${numberList(sets)})${inSegmentsOf(within)}`,
      (rows) => {
        for (const [number, moduleSlots, values] of rows) {
          const set = readInt(number);
          found.get(set)?.push({
            set,
            moduleSlots: toU32(new Uint8Array(moduleSlots ?? [])),
            values: toF32(new Uint8Array(values ?? [])),
          });
        }
      },
    );
    return found;
  }
}
