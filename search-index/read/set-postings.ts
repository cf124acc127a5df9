/** Where gene sets are enriched, kept from search to search: whoever changes a rule asks for the same sets again. */
import type { ClientBase } from 'pg';
import { toF32, toU32 } from '../kit/bytes.ts';
import type { Catalog, GeneSetEntry } from './catalog-entries.ts';
import { numberList, readInt, useRows } from './rows.ts';

/** One block of a gene set. */
export interface SetPosting {
  set: number;
  /** of modules under a definition */
  places: Uint32Array;
  /** -log10 P as f32, one for each place */
  values: Float32Array;
}

/** Bytes that a thread keeps: forty sets that stand in every other module of 5,000 networks take sixteen million. */
const MOST_KEPT = 64 * 1024 ** 2;
const BYTES_OF_ENTRY = 8;

function sizeOf(postings: readonly SetPosting[]): number {
  return postings.reduce((sum, { places }) => sum + places.length, 0);
}

/** Table set_post, primary key: one row a gene set and block. */
export class SetPostings {
  private readonly client: ClientBase;
  /** by gene set, those asked for last at the end; empty for sets that stand nowhere */
  private readonly kept = new Map<number, SetPosting[]>();
  private readonly mostKept: number;
  private version = -1;

  constructor(client: ClientBase, mostKept = MOST_KEPT) {
    this.client = client;
    this.mostKept = mostKept;
  }

  private missing(catalog: Catalog, sets: readonly GeneSetEntry[]): number[] {
    if (catalog.version !== this.version) this.kept.clear();
    this.version = catalog.version;
    return sets.map(({ number }) => number).filter((number) => !this.kept.has(number));
  }

  /** How many entries the sets have; what is not kept is counted, not read. */
  async count(catalog: Catalog, sets: readonly GeneSetEntry[]): Promise<number> {
    const missing = this.missing(catalog, sets);
    const kept = sets.reduce((sum, { number }) => sum + sizeOf(this.kept.get(number) ?? []), 0);
    if (missing.length === 0) return kept;
    const { rows } = await this.client.query<{ n: string }>(
      `select coalesce(sum(n), 0) as n from set_post where gene_set_number = any(${numberList(missing)})`,
    );
    return kept + Number(rows[0]?.n);
  }

  async load(catalog: Catalog, sets: readonly GeneSetEntry[]): Promise<SetPosting[]> {
    const missing = this.missing(catalog, sets);
    if (missing.length > 0)
      for (const [set, postings] of await this.read(missing)) this.kept.set(set, postings);
    const found = sets.map(({ number }) => this.kept.get(number) ?? []);
    sets.forEach(({ number }, at) => {
      this.kept.delete(number);
      this.kept.set(number, found[at] ?? []);
    });
    this.dropOldest();
    return found.flat();
  }

  /** Postings of each of the sets; none for those that stand nowhere. */
  private async read(sets: readonly number[]): Promise<Map<number, SetPosting[]>> {
    const found = new Map(sets.map((set): [number, SetPosting[]] => [set, []]));
    await useRows(
      this.client,
      `select gene_set_number, places, neg_log_p from set_post where gene_set_number = any(${numberList(sets)})`,
      (rows) => {
        for (const [number, places, values] of rows) {
          const set = readInt(number);
          found.get(set)?.push({
            set,
            places: toU32(new Uint8Array(places ?? [])),
            values: toF32(new Uint8Array(values ?? [])),
          });
        }
      },
    );
    return found;
  }

  private dropOldest(): void {
    let bytes = 0;
    for (const [number, postings] of [...this.kept].reverse()) {
      bytes += BYTES_OF_ENTRY * sizeOf(postings);
      if (bytes > this.mostKept) this.kept.delete(number);
    }
  }
}
