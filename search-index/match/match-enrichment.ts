/**
 * Modules enriched in gene sets. Postings hold -log10 P as f32, enough to rank by; whatever lies so close to another or
 * to the limit that f32 cannot tell is decided on the exact P of the module.
 */
import type { Rule } from '@omicon/domain/query/query.ts';
import { definitionNumbers } from '@omicon/domain/records/module-definition.ts';
import type { Client } from 'pg';
import { toF64, toU32, viewOf } from '../kit/bytes.ts';
import { BEST_PART, DEFINITIONS_PER_MODULE, negLog10 } from '../kit/posting-format.ts';
import { ScratchBuffer } from '../kit/scratch-buffers.ts';
import type { Catalog, DataSetEntry, GeneSetEntry, NetworkEntry } from '../read/catalog-entries.ts';
import {
  borrowRows,
  type EnrichedRows,
  type Groups,
  keepBest,
  Rows,
  resolveExact,
  returnRows,
  slack,
} from '../read/enriched-rows.ts';
import { placesOf } from '../read/module-columns.ts';
import { copyRows, numberList, type RawRow, readInt, useRows } from '../read/rows.ts';
import type { SetPosting, SetPostings } from '../read/set-postings.ts';
import type { EnrichmentQuestion } from './select-gene-sets.ts';

interface Reading {
  client: Client;
  catalog: Catalog;
  postings: SetPostings;
}

interface Wanted {
  /** 1 for networks that take part, by place in the catalog */
  eligible: Uint8Array;
  /** 1 at places of modules that satisfy their rules; null for all */
  bits: Uint8Array | null;
}

/**
 * Rows of the definitions asked for, in networks and modules that take part, with P below the limit; of these what the
 * rule keeps.
 */
export async function listEnriched(
  { client, catalog, postings }: Reading,
  question: EnrichmentQuestion,
  wanted: Wanted,
): Promise<EnrichedRows> {
  const { rule, geneSets } = question;
  const limit = rule.p_below ?? 0.05;
  const networks = catalog.networks.filter((_, at) => wanted.eligible[at] === 1);
  if (geneSets.length === 0 || networks.length === 0) return new Rows();
  const groups = groupPlaces(catalog, networks, rule, wanted.bits);
  // Twenty postings are read in any case before a single network is.
  const isByModule = geneSets.length > 20 && (await postings.count(catalog, geneSets)) > valuesOf(networks);
  const rows = isByModule
    ? await listByModule(client, networks, geneSets, { limit, groups })
    : await listBySet(client, await postings.load(catalog, geneSets), { limit, groups });
  const kept = groups.count === 0 ? rows : await keepBest(client, rows, groups);
  if (kept !== rows) returnRows(rows);
  groupSpare.release(groups.ofPlace);
  return kept;
}

const groupSpare = new ScratchBuffer<Uint32Array>((length) => new Uint32Array(length));
const bestSpare = new ScratchBuffer<Float32Array>((length) => new Float32Array(length));

/**
 * What each place counts for: one look-up for each of what may be millions of entries. The best rows of each group are
 * kept; where all rows are, there are none, and the places bear the number 1.
 */
function groupPlaces(
  catalog: Catalog,
  networks: readonly NetworkEntry[],
  rule: Rule,
  bits: Uint8Array | null,
): Groups {
  const places = placesOf(catalog);
  const ofPlace = groupSpare.borrow(places);
  const keep = rule.keep ?? 'all';
  const definitions = definitionNumbers(rule.definition ?? 'Any');
  const dataSets = new Map<DataSetEntry, number>();
  for (const { modules, dataSet } of networks) {
    const ofDataSet = dataSets.get(dataSet) ?? dataSets.size + 1;
    dataSets.set(dataSet, ofDataSet);
    const ofNetwork = keep === 'most_significant_per_dataset' ? ofDataSet : 1;
    for (let at = 0; at < modules.length; at += 1) {
      const module = modules[at] ?? 0;
      if (bits !== null && !holdsModule(bits, module)) continue;
      for (let one = 0; one < definitions.length; one += 1) {
        const place = module * DEFINITIONS_PER_MODULE + (definitions[one] ?? 0);
        ofPlace[place] = keep === 'best_per_module' ? place + 1 : ofNetwork;
      }
    }
  }
  const count = keep === 'best_per_module' ? places : dataSets.size;
  return { ofPlace, count: keep === 'all' ? 0 : count };
}

/** Rules of features and of enrichment meet in the module, whatever their definitions. */
function holdsModule(bits: Uint8Array, module: number): boolean {
  const first = module * DEFINITIONS_PER_MODULE;
  return bits[first] === 1 || bits[first + 1] === 1 || bits[first + 2] === 1;
}

/** Values of a module under all definitions, as intake keeps them; only the choice of the way depends on it. */
const USUAL_VALUES_OF_MODULE = 900;

function valuesOf(networks: readonly NetworkEntry[]): number {
  return USUAL_VALUES_OF_MODULE * networks.reduce((sum, { number_of_modules }) => sum + number_of_modules, 0);
}

interface Accepting {
  limit: number;
  groups: Groups;
}

/** The largest -log10 P of each group; 0 throughout where all rows are kept. */
function bestOf(postings: readonly SetPosting[], { ofPlace, count }: Groups): Float32Array {
  const best = bestSpare.borrow(Math.max(count, 1) + 1);
  if (count === 0) return best;
  for (const { places, values } of postings) {
    for (let at = 0; at < places.length; at += 1) {
      const group = ofPlace[places[at] ?? 0] ?? 0;
      if (group === 0) continue;
      const value = values[at] ?? 0;
      if (value > (best[group] ?? 0)) best[group] = value;
    }
  }
  return best;
}

/** Of each group no more than what may be its best. */
async function listBySet(
  client: Client,
  postings: readonly SetPosting[],
  { limit, groups }: Accepting,
): Promise<Rows> {
  const least = negLog10(limit);
  const [lowest, doubtful] = [least - slack(least), least + slack(least)];
  const { ofPlace } = groups;
  const found = borrowRows();
  const close: number[] = [];
  const best = bestOf(postings, groups);
  for (const { set, places, values } of postings) {
    for (let at = 0; at < places.length; at += 1) {
      const place = places[at] ?? 0;
      const group = ofPlace[place] ?? 0;
      if (group === 0) continue;
      const value = values[at] ?? 0;
      const foremost = best[group] ?? 0;
      if (value < lowest || value < foremost - 2 * slack(foremost)) continue;
      if (limit < 0.05 && value <= doubtful) close.push(found.length);
      found.add(set, place, value, Number.NaN);
    }
  }
  bestSpare.release(best);
  if (close.length === 0) return found;
  await resolveExact(client, found, close);
  const kept = new Rows();
  for (let row = 0; row < found.length; row += 1) {
    const p = found.p[row] ?? Number.NaN;
    if (!(p >= limit)) kept.add(found.geneSets[row] ?? 0, found.places[row] ?? 0, found.negLogP[row] ?? 0, p);
  }
  returnRows(found);
  return kept;
}

/** Table module_enrichment, primary key: every value of the modules, smallest P first. */
async function listByModule(
  client: Client,
  networks: readonly NetworkEntry[],
  geneSets: readonly GeneSetEntry[],
  { limit, groups }: Accepting,
): Promise<Rows> {
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
    const place = readInt(module) * DEFINITIONS_PER_MODULE + (definition?.readInt16BE(0) ?? 0);
    if ((groups.ofPlace[place] ?? 0) === 0) continue;
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

/** So many networks are looked at first, and each time twice as many: most sets that are found are found soon. */
const FIRST_NETWORKS = 32;

/**
 * Sets with P below the limit in any module and definition of the networks; exact, because the best P of each set is
 * kept exactly. Table net_best, primary key; for small limits only the part of it that lies below 1e-10 is read, and
 * none of it once every set is found.
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
  let missing = question.geneSets.length;
  const part = limit <= BEST_PART ? 'n10' : 'n';
  const look = (rows: readonly RawRow[]) => {
    for (const [setBytes, valueBytes] of rows) {
      const [sets, values] = [viewOf(setBytes), viewOf(valueBytes)];
      for (let at = 0; at < sets.byteLength; at += 4) {
        const set = sets.getUint32(at, true);
        if (marks[set] !== WANTED || !(values.getFloat64(2 * at, true) < limit)) continue;
        marks[set] = KEPT;
        missing -= 1;
      }
    }
  };
  for (
    let from = 0, count = FIRST_NETWORKS;
    from < networks.length && missing > 0;
    from += count, count *= 2
  ) {
    await useRows(
      client,
      `select substring(gene_sets from 1 for 4 * ${part}), substring(p_values from 1 for 8 * ${part}) from net_best
        where covariation_network_id = any(${numberList(networks.slice(from, from + count))})`,
      look,
    );
  }
  return question.geneSets.filter(({ number }) => marks[number] === KEPT);
}
