/** Enrichment of the modules of a network, as the index keeps it. */
import { type QueryExecutorProvider as Db, sql } from 'kysely';
import { bytesOf, toF64, toU32 } from '../kit/bytes.ts';
import { BEST_PART, DEFINITIONS_PER_MODULE, TOP_SETS, TOP_SETS_BELOW } from '../kit/posting-format.ts';

/** P by gene set, by module slot. */
export type PBySlot = ReadonlyMap<number, ReadonlyMap<number, number>>;

interface EnrichmentRow {
  covariation_module_id: number;
  definition: number;
  gene_sets: Buffer;
  p_values: Buffer;
}

/** P by module slot and gene set; a set listed in two tables counts once, with its smaller P. */
function smallestP(rows: readonly EnrichmentRow[]): Map<number, Map<number, number>> {
  const bySlot = new Map<number, Map<number, number>>();
  for (const row of rows) {
    const moduleSlot = row.covariation_module_id * DEFINITIONS_PER_MODULE + row.definition;
    const sets = bySlot.get(moduleSlot) ?? new Map<number, number>();
    bySlot.set(moduleSlot, sets);
    const p = toF64(row.p_values);
    toU32(row.gene_sets).forEach((set, at) => {
      const value = p[at] ?? 1;
      if (value < (sets.get(set) ?? 1)) sets.set(set, value);
    });
  }
  return bySlot;
}

/** P of every enriched set of these modules. Table module_enrichment, primary key. */
export async function readEnrichment(db: Db, modules: readonly number[]): Promise<PBySlot> {
  const { rows } = await sql<EnrichmentRow>`
    select covariation_module_id, definition, gene_sets, p_values from module_enrichment
     where covariation_module_id = any(${modules}::int[]) and n_enriched > 0`.execute(db);
  return smallestP(rows);
}

/** The best P of each set over these slots, smallest first. */
function bestOf(pBySlot: PBySlot, slots: Iterable<number>): [set: number, p: number][] {
  const best = new Map<number, number>();
  for (const slot of slots)
    for (const [set, p] of pBySlot.get(slot) ?? []) if (p < (best.get(set) ?? 1)) best.set(set, p);
  return [...best].sort(([a, p], [b, q]) => p - q || a - b);
}

/** Saves the best P of each set in the network, smallest first. Table net_best. */
export async function saveBest(
  db: Db,
  network: { id: number; slot: number },
  pBySlot: PBySlot,
): Promise<void> {
  const sorted = bestOf(pBySlot, pBySlot.keys());
  await sql`
    insert into net_best (covariation_network_id, slot, n, n10, gene_sets, p_values)
    values (${network.id}, ${network.slot}, ${sorted.length}, ${sorted.filter(([, p]) => p < BEST_PART).length}, ${bytesOf(Uint32Array.from(sorted, ([set]) => set))},
            ${bytesOf(Float64Array.from(sorted, ([, p]) => p))})`.execute(db);
}

/**
 * The most enriched sets of each module under any definition, modules x TOP_SETS, smallest P first: numbers of sets
 * (0 where there are fewer) and their P.
 */
export function topSetsOf(
  modules: readonly number[],
  pBySlot: PBySlot,
): { sets: Uint32Array; pValues: Float64Array } {
  const sets = new Uint32Array(TOP_SETS * modules.length);
  const pValues = new Float64Array(TOP_SETS * modules.length).fill(1);
  modules.forEach((module, index) => {
    const slots = Array.from(
      { length: DEFINITIONS_PER_MODULE },
      (_, definition) => module * DEFINITIONS_PER_MODULE + definition,
    );
    bestOf(pBySlot, slots)
      .filter(([, p]) => p < TOP_SETS_BELOW)
      .slice(0, TOP_SETS)
      .forEach(([set, p], at) => {
        sets[TOP_SETS * index + at] = set;
        pValues[TOP_SETS * index + at] = p;
      });
  });
  return { sets, pValues };
}

/** Networks that were indexed before the index kept their top sets. Table search_network. */
export async function listNetworksWithoutTopSets(db: Db): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select covariation_network_id as id from search_network where top_sets is null order by 1`.execute(db);
  return rows.map(({ id }) => id);
}

/** Adds the top sets of an indexed network. Table search_network; reads module_enrichment. */
export async function addTopSets(db: Db, network: number): Promise<void> {
  const { rows } = await sql<{ modules: Buffer }>`
    select modules from search_network where covariation_network_id = ${network}`.execute(db);
  const modules = [...toU32(rows[0]?.modules ?? Buffer.alloc(0))];
  const { sets, pValues } = topSetsOf(modules, await readEnrichment(db, modules));
  await sql`
    update search_network set top_sets = ${bytesOf(sets)}, top_p_values = ${bytesOf(pValues)}
     where covariation_network_id = ${network}`.execute(db);
}
