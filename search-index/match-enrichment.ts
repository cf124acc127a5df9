/**
 * Modules enriched in gene sets. Postings hold -log10 P as f32, enough to rank by; whatever lies so close to another or
 * to the limit that f32 cannot tell is decided on the exact P of the module.
 */
import type { KeptRows, Rule } from '@omicon/domain/query.ts';
import type { Client } from 'pg';
import { toF32, toF64, toU32 } from './bytes.ts';
import type { Catalog, GeneSetEntry, NetworkEntry } from './catalog.ts';
import { type EnrichedRows, keepBest, Rows, resolveExact, slack } from './enriched-rows.ts';
import { BEST_PART, negLog10, SEARCHED_DEFINITIONS } from './index-analysis.ts';
import { definitionsOf } from './match-features.ts';
import { placesOf } from './module-columns.ts';
import { copyRows, numberList, type RawRow, readInt, useRows } from './rows.ts';
import type { EnrichmentQuestion } from './select-gene-sets.ts';

interface Wanted {
  /** 1 for networks that take part, by place in the catalog */
  eligible: Uint8Array;
  /** 1 at places of modules that satisfy their rules; null for all */
  bits: Uint8Array | null;
}

/** Rows of the definitions asked for, in networks and modules that take part, with P below the limit. */
export async function listEnriched(
  client: Client,
  catalog: Catalog,
  question: EnrichmentQuestion,
  wanted: Wanted,
): Promise<EnrichedRows> {
  const { rule, geneSets } = question;
  const limit = rule.p_below ?? 0.05;
  const networks = catalog.networks.filter((_, at) => wanted.eligible[at] === 1);
  if (geneSets.length === 0 || networks.length === 0) return new Rows();
  const accepted = acceptedPlaces(catalog, networks, rule, wanted.bits);
  return (await isCheaperByModule(client, question, networks))
    ? listByModule(client, networks, geneSets, { limit, accepted })
    : listBySet(client, geneSets, { limit, accepted });
}

/** 1 at the places that may have rows: one look-up for each of what may be millions of entries. */
function acceptedPlaces(
  catalog: Catalog,
  networks: readonly NetworkEntry[],
  rule: Rule,
  bits: Uint8Array | null,
): Uint8Array {
  const accepted = new Uint8Array(placesOf(catalog));
  const definitions = definitionsOf(rule.definition ?? 'Any');
  for (const { modules } of networks) {
    for (let at = 0; at < modules.length; at += 1) {
      const module = modules[at] ?? 0;
      if (bits !== null && !holdsModule(bits, module)) continue;
      for (const definition of definitions) accepted[module * SEARCHED_DEFINITIONS + definition] = 1;
    }
  }
  return accepted;
}

/** Rules of features and of enrichment meet in the module, whatever their definitions. */
function holdsModule(bits: Uint8Array, module: number): boolean {
  const first = module * SEARCHED_DEFINITIONS;
  return bits[first] === 1 || bits[first + 1] === 1 || bits[first + 2] === 1;
}

/** Values of a module under all definitions, as intake keeps them; only the choice of the way depends on it. */
const USUAL_VALUES_OF_MODULE = 900;

async function isCheaperByModule(
  client: Client,
  { geneSets }: EnrichmentQuestion,
  networks: readonly NetworkEntry[],
): Promise<boolean> {
  const byModule =
    USUAL_VALUES_OF_MODULE * networks.reduce((sum, { number_of_modules }) => sum + number_of_modules, 0);
  // Twenty postings are read in any case before a single network is.
  if (geneSets.length <= 20) return false;
  const { rows } = await client.query<{ n: string }>(
    `select coalesce(sum(n), 0) as n from set_post where gene_set_number = any(${numberList(geneSets.map(({ number }) => number))})`,
  );
  return Number(rows[0]?.n) > byModule;
}

interface Accepting {
  limit: number;
  accepted: Uint8Array;
}

/** Table set_post, primary key: one row a gene set and block. */
async function listBySet(
  client: Client,
  geneSets: readonly GeneSetEntry[],
  { limit, accepted }: Accepting,
): Promise<EnrichedRows> {
  const least = negLog10(limit);
  const [lowest, doubtful] = [least - slack(least), least + slack(least)];
  const found = new Rows();
  const close: number[] = [];
  const list = (rows: readonly RawRow[]) => {
    for (const [set, placeBytes, valueBytes] of rows) {
      const number = readInt(set);
      const places = toU32(placeBytes ?? Buffer.alloc(0));
      const values = toF32(valueBytes ?? Buffer.alloc(0));
      for (let at = 0; at < places.length; at += 1) {
        const place = places[at] ?? 0;
        if (accepted[place] !== 1) continue;
        const value = values[at] ?? 0;
        if (value < lowest) continue;
        if (limit < 0.05 && value <= doubtful) close.push(found.length);
        found.add(number, place, value, Number.NaN);
      }
    }
  };
  await useRows(
    client,
    `select gene_set_number, places, neg_log_p from set_post
      where gene_set_number = any(${numberList(geneSets.map(({ number }) => number))})`,
    list,
  );
  if (close.length === 0) return found;
  await resolveExact(client, found, close);
  const kept = new Rows();
  for (let row = 0; row < found.length; row += 1) {
    const p = found.p[row] ?? Number.NaN;
    if (!(p >= limit)) kept.add(found.geneSets[row] ?? 0, found.places[row] ?? 0, found.negLogP[row] ?? 0, p);
  }
  return kept;
}

/** Table module_enrichment, primary key: every value of the modules, smallest P first. */
async function listByModule(
  client: Client,
  networks: readonly NetworkEntry[],
  geneSets: readonly GeneSetEntry[],
  { limit, accepted }: Accepting,
): Promise<EnrichedRows> {
  const isWanted = new Uint8Array((geneSets.at(-1)?.number ?? 0) + 1);
  for (const { number } of geneSets) isWanted[number] = 1;
  const found = new Rows();
  const rows = await copyRows(
    client,
    `select covariation_module_id, definition, gene_sets, p_values from module_enrichment
      where covariation_module_id = any(${numberList(networks.flatMap(({ modules }) => [...modules]))}) and n_enriched > 0
      order by covariation_module_id, definition, source`,
  );
  let last = { place: -1, from: 0 };
  for (const [module, definition, sets, values] of rows) {
    const place = readInt(module) * SEARCHED_DEFINITIONS + (definition?.readInt16BE(0) ?? 0);
    if (accepted[place] !== 1) continue;
    // A set that a second table of the same module holds, too, counts once.
    const earlier = place === last.place ? rowsBySet(found, last.from) : null;
    if (earlier === null) last = { place, from: found.length };
    const numbers = toU32(sets ?? Buffer.alloc(0));
    const p = toF64(values ?? Buffer.alloc(0));
    for (let at = 0; at < numbers.length; at += 1) {
      const [set, value] = [numbers[at] ?? 0, p[at] ?? 1];
      if (!(value < limit)) break;
      if (isWanted[set] !== 1) continue;
      const known = earlier?.get(set);
      if (known === undefined) found.add(set, place, negLog10(value), value);
      else if (value < (found.p[known] ?? 1)) {
        found.p[known] = value;
        found.negLogP[known] = negLog10(value);
      }
    }
  }
  return found;
}

function rowsBySet(rows: EnrichedRows, from: number): Map<number, number> {
  const bySet = new Map<number, number>();
  for (let row = from; row < rows.length; row += 1) bySet.set(rows.geneSets[row] ?? 0, row);
  return bySet;
}

/**
 * Sets with P below the limit in any module and definition of the networks; exact, because the best P of each set is
 * kept exactly. Table net_best, primary key; for small limits only the part of it that lies below 1e-10 is read.
 */
export async function listBestSets(
  client: Client,
  catalog: Catalog,
  question: EnrichmentQuestion,
  eligible: Uint8Array,
): Promise<GeneSetEntry[]> {
  const limit = question.rule.p_below ?? 0.05;
  const networks = catalog.networks.filter((_, at) => eligible[at] === 1).map(({ id }) => id);
  const WANTED = 1;
  const KEPT = 2;
  const marks = new Uint8Array((catalog.geneSets.at(-1)?.number ?? 0) + 1);
  for (const { number } of question.geneSets) marks[number] = WANTED;
  const part = limit <= BEST_PART ? 'n10' : 'n';
  const look = (rows: readonly RawRow[]) => {
    for (const [setBytes, values] of rows) {
      if (!setBytes || !values) continue;
      const sets = toU32(setBytes);
      // Most entries are of no set that is asked about, so that an aligned copy of their P would cost more.
      for (let at = 0; at < sets.length; at += 1) {
        const set = sets[at] ?? 0;
        if (marks[set] === WANTED && values.readDoubleLE(8 * at) < limit) marks[set] = KEPT;
      }
    }
  };
  await useRows(
    client,
    `select substring(gene_sets from 1 for 4 * ${part}), substring(p_values from 1 for 8 * ${part}) from net_best
      where covariation_network_id = any(${numberList(networks)})`,
    look,
  );
  return question.geneSets.filter(({ number }) => marks[number] === KEPT);
}

/** What a query keeps of its rows. */
export async function keepRows(
  client: Client,
  catalog: Catalog,
  rows: EnrichedRows,
  keep: KeptRows,
): Promise<EnrichedRows> {
  if (keep === 'all') return rows;
  if (keep === 'best_per_module')
    return keepBest(client, rows, placesOf(catalog), (row) => rows.places[row] ?? 0);
  const numberOf = new Map(catalog.dataSets.map((dataSet, at) => [dataSet, at]));
  const ofNetwork = Uint32Array.from(catalog.networks, ({ dataSet }) => numberOf.get(dataSet) ?? 0);
  return keepBest(client, rows, catalog.dataSets.length, (row) => {
    const module = Math.floor((rows.places[row] ?? 0) / SEARCHED_DEFINITIONS);
    return ofNetwork[(catalog.networkOfModule[module] ?? 1) - 1] ?? 0;
  });
}
