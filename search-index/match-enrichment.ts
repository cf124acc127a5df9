/**
 * Modules enriched in gene sets. Postings hold -log10 P as f32, enough to rank by; whatever lies so close to another or
 * to the limit that f32 cannot tell is decided on the exact P of the module.
 */
import { ENRICHMENT_FIELD } from '@omicon/domain/check-query.ts';
import {
  type Filters,
  fieldKey,
  type Group,
  groupHolds,
  hasToken,
  isGroup,
  type KeptRows,
  type Rule,
  restricts,
  ruleTest,
} from '@omicon/domain/query.ts';
import type { Client } from 'pg';
import { toF32, toF64, toU32 } from './bytes.ts';
import type { Catalog, GeneSetEntry, NetworkEntry } from './catalog.ts';
import { BEST_PART, negLog10, SEARCHED_DEFINITIONS } from './index-analysis.ts';
import { definitionsOf } from './match-features.ts';
import { placesOf } from './module-columns.ts';
import { copyRows, numberList, readInt } from './rows.ts';

/** Rows in parallel; `p` is NaN where only the f32 of the posting is known. */
export interface EnrichedRows {
  length: number;
  geneSets: Uint32Array;
  places: Uint32Array;
  negLogP: Float64Array;
  p: Float64Array;
}

export interface EnrichmentQuestion {
  rule: Rule;
  geneSets: GeneSetEntry[];
  isEverySet: boolean;
}

function rulesOf(group: Group | undefined): Rule[] {
  if (group === undefined) return [];
  return group.rules.flatMap((node) => (isGroup(node) ? rulesOf(node) : [node]));
}

const isEnrichment = (rule: Rule) => fieldKey(rule.field) === ENRICHMENT_FIELD;

/** `Cell type` and `CellType` are one category. */
function plain(text: string | null | undefined): string {
  return (text ?? '').toLowerCase().replaceAll(/[^a-z0-9]+/g, '');
}

/** The test of a rule's names, prepared once: a list may hold thousands of ids, and there are thousands of sets. */
function nameTest({
  set_id,
  name_contains,
  name_token,
  category,
  species,
}: Rule): (set: GeneSetEntry) => boolean {
  const ids = set_id && new Set(set_id.map((id) => id.trim().toLowerCase()));
  const words = name_contains?.toLowerCase();
  const tokens = name_token === undefined || Array.isArray(name_token) ? name_token : [name_token];
  return (set) =>
    (ids === undefined || ids.has(set.set_id.toLowerCase())) &&
    (words === undefined || set.name.toLowerCase().includes(words)) &&
    (tokens === undefined || tokens.some((token) => hasToken(set.name, token))) &&
    (category === undefined || plain(set.fields.get('category')) === plain(category)) &&
    (species === undefined ||
      (set.fields.get('species') ?? '').toLowerCase().includes(species.toLowerCase()));
}

/** Sets that a query speaks of, by their own attributes and by the enrichment rule. */
export function selectGeneSets(catalog: Catalog, filters: Filters): GeneSetEntry[] {
  const group = filters.genesets;
  if (!restricts(group)) return catalog.geneSets;
  const tests = new Map(
    rulesOf(group).map((rule): [Rule, (set: GeneSetEntry) => boolean] => {
      if (isEnrichment(rule)) return [rule, nameTest(rule)];
      const key = fieldKey(rule.field);
      const holds = ruleTest(rule, catalog.fields.get('genesets')?.get(key)?.kind ?? 'mixed');
      return [rule, (set) => holds(set.fields.get(key))];
    }),
  );
  return catalog.geneSets.filter((set) => groupHolds(group, (rule) => tests.get(rule)?.(set) ?? false));
}

export function askEnrichment(catalog: Catalog, filters: Filters): EnrichmentQuestion | null {
  const rule = rulesOf(filters.genesets).find(isEnrichment);
  if (rule === undefined) return null;
  const geneSets = selectGeneSets(catalog, filters);
  return { rule, geneSets, isEverySet: geneSets.length === catalog.geneSets.length };
}

/** Room for rows that is doubled as it fills. */
class Rows implements EnrichedRows {
  length = 0;
  geneSets = new Uint32Array(1024);
  places = new Uint32Array(1024);
  negLogP = new Float64Array(1024);
  p = new Float64Array(1024);

  add(geneSet: number, place: number, negLogP: number, p: number): void {
    if (this.length === this.places.length) this.grow();
    this.geneSets[this.length] = geneSet;
    this.places[this.length] = place;
    this.negLogP[this.length] = negLogP;
    this.p[this.length] = p;
    this.length += 1;
  }

  private grow(): void {
    const size = 2 * this.length;
    const [geneSets, places] = [new Uint32Array(size), new Uint32Array(size)];
    const [negLogP, p] = [new Float64Array(size), new Float64Array(size)];
    geneSets.set(this.geneSets);
    places.set(this.places);
    negLogP.set(this.negLogP);
    p.set(this.p);
    Object.assign(this, { geneSets, places, negLogP, p });
  }
}

/** What f32 may hide around a value of -log10 P. */
function slack(negLogP: number): number {
  return Math.abs(negLogP) * 1.3e-7 + 1e-12;
}

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
  const rows = await copyRows(
    client,
    `select gene_set_number, places, neg_log_p from set_post
      where gene_set_number = any(${numberList(geneSets.map(({ number }) => number))})`,
  );
  const [lowest, doubtful] = [least - slack(least), least + slack(least)];
  const found = new Rows();
  const close: number[] = [];
  for (const [set, placeBytes, valueBytes] of rows) {
    const places = toU32(placeBytes ?? Buffer.alloc(0));
    const values = toF32(valueBytes ?? Buffer.alloc(0));
    for (let at = 0; at < places.length; at += 1) {
      const value = values[at] ?? 0;
      const place = places[at] ?? 0;
      if (value < lowest || accepted[place] !== 1) continue;
      if (limit < 0.05 && value <= doubtful) close.push(found.length);
      found.add(readInt(set), place, value, Number.NaN);
    }
  }
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
  const isKept = new Uint8Array((catalog.geneSets.at(-1)?.number ?? 0) + 1);
  const part = limit <= BEST_PART ? 'n10' : 'n';
  const rows = await copyRows(
    client,
    `select substring(gene_sets from 1 for 4 * ${part}), substring(p_values from 1 for 8 * ${part}) from net_best
      where covariation_network_id = any(${numberList(networks)})`,
  );
  for (const [sets, values] of rows) {
    const numbers = toU32(sets ?? Buffer.alloc(0));
    const p = toF64(values ?? Buffer.alloc(0));
    for (let at = 0; at < numbers.length && (p[at] ?? 1) < limit; at += 1) isKept[numbers[at] ?? 0] = 1;
  }
  return question.geneSets.filter(({ number }) => isKept[number] === 1);
}

/** Fills in the exact P of these rows. Table module_enrichment, primary key. */
export async function resolveExact(client: Client, rows: EnrichedRows, at: Iterable<number>): Promise<void> {
  const unknown = new Map<number, number[]>();
  for (const row of at) {
    if (!Number.isNaN(rows.p[row] ?? Number.NaN)) continue;
    const place = rows.places[row] ?? 0;
    const known = unknown.get(place);
    if (known) known.push(row);
    else unknown.set(place, [row]);
  }
  if (unknown.size === 0) return;
  const modules = new Set([...unknown.keys()].map((place) => Math.floor(place / SEARCHED_DEFINITIONS)));
  const stored = await copyRows(
    client,
    `select covariation_module_id, definition, gene_sets, p_values from module_enrichment
      where covariation_module_id = any(${numberList(modules)}) and n_enriched > 0`,
  );
  for (const [module, definition, sets, values] of stored) {
    const place = readInt(module) * SEARCHED_DEFINITIONS + (definition?.readInt16BE(0) ?? 0);
    const wanted = unknown.get(place);
    if (wanted === undefined) continue;
    const numbers = toU32(sets ?? Buffer.alloc(0));
    const p = toF64(values ?? Buffer.alloc(0));
    for (const row of wanted) {
      const found = numbers.indexOf(rows.geneSets[row] ?? 0);
      const value = found < 0 ? Number.NaN : (p[found] ?? Number.NaN);
      const known = rows.p[row] ?? Number.NaN;
      if (!Number.isNaN(value) && !(known <= value)) rows.p[row] = value;
    }
  }
}

/** Keeps the rows of the smallest P of each group, ties included. `groupOf` gives numbers below `groups`. */
export async function keepBest(
  client: Client,
  rows: EnrichedRows,
  groups: number,
  groupOf: (row: number) => number,
): Promise<EnrichedRows> {
  const { length, negLogP } = rows;
  const best = new Float64Array(groups).fill(Number.NEGATIVE_INFINITY);
  for (let row = 0; row < length; row += 1) {
    const group = groupOf(row);
    if ((negLogP[row] ?? 0) > (best[group] ?? 0)) best[group] = negLogP[row] ?? 0;
  }
  const near: number[] = [];
  const count = new Uint8Array(groups);
  for (let row = 0; row < length; row += 1) {
    const group = groupOf(row);
    const value = best[group] ?? 0;
    if ((negLogP[row] ?? 0) < value - 2 * slack(value)) continue;
    near.push(row);
    if ((count[group] ?? 0) < 2) count[group] = (count[group] ?? 0) + 1;
  }
  const doubtful = near.filter((row) => count[groupOf(row)] === 2);
  await resolveExact(client, rows, doubtful);
  const smallest = new Map<number, number>();
  for (const row of doubtful) {
    const p = rows.p[row] ?? 1;
    if (p < (smallest.get(groupOf(row)) ?? 2)) smallest.set(groupOf(row), p);
  }
  const kept = new Rows();
  for (const row of near) {
    const limit = smallest.get(groupOf(row));
    const p = rows.p[row] ?? Number.NaN;
    if (limit === undefined || p === limit)
      kept.add(rows.geneSets[row] ?? 0, rows.places[row] ?? 0, negLogP[row] ?? 0, p);
  }
  return kept;
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

/** Rows that can stand on a page or before it, with those that are too close to its last to be told apart. */
function foremost(
  rows: EnrichedRows,
  { to, isDescending }: { to: number; isDescending: boolean },
): Uint32Array {
  const all = Uint32Array.from({ length: rows.length }, (_, row) => row);
  if (to >= rows.length) return all;
  // A sort of plain numbers costs a tenth of one with a comparison of rows.
  const values = rows.negLogP.slice(0, rows.length).sort();
  const last = values[isDescending ? to : rows.length - 1 - to] ?? 0;
  const bound = 4 * slack(last);
  return all.filter((row) => {
    const value = rows.negLogP[row] ?? 0;
    return isDescending ? value <= last + bound : value >= last - bound;
  });
}

/**
 * Orders rows by P, smallest first, and gives those of a page; rows that f32 cannot tell apart are ordered by their
 * exact P, and then by what `tie` says.
 */
export async function pageByP(
  client: Client,
  rows: EnrichedRows,
  page: { from: number; to: number; isDescending: boolean },
  tie: (row: number) => number,
): Promise<number[]> {
  const sign = page.isDescending ? 1 : -1;
  const order = foremost(rows, page).sort(
    (a, b) => sign * ((rows.negLogP[a] ?? 0) - (rows.negLogP[b] ?? 0)) || tie(a) - tie(b) || a - b,
  );
  const valueAt = (at: number) => rows.negLogP[order[at] ?? 0] ?? 0;
  const isNear = (a: number, b: number) =>
    Math.abs(valueAt(a) - valueAt(b)) <= 2 * slack(Math.max(valueAt(a), valueAt(b)));
  let from = Math.min(page.from, order.length);
  let to = Math.min(page.to, order.length);
  while (from > 0 && from < order.length && isNear(from - 1, from)) from -= 1;
  while (to > 0 && to < order.length && isNear(to - 1, to)) to += 1;
  const window = [...order.subarray(from, to)];
  await resolveExact(client, rows, window);
  window.sort((a, b) => -sign * ((rows.p[a] ?? 1) - (rows.p[b] ?? 1)) || tie(a) - tie(b) || a - b);
  return window.slice(page.from - from, page.to - from);
}
