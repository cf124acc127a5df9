/**
 * Modules enriched in gene sets. Postings hold -log10 P as f32. Where that is too imprecise to compare with another or
 * with the limit, the exact P of the module decides.
 */
import { f32At, f64At, numberAt, u32At } from '@omicon/domain/arrays/number-at.ts';
import type { EnrichmentRule } from '@omicon/domain/query/rules/enrichment.ts';
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
import { countModuleSlots } from '../read/module-columns.ts';
import { copyRows, numberList, type RawRow, readInt, useRows } from '../read/rows.ts';
import type { SetPosting, SetPostings } from '../read/set-postings.ts';
import type { EnrichmentQuestion } from './select-gene-sets.ts';

interface EnrichmentSource {
  client: Client;
  catalog: Catalog;
  postings: SetPostings;
  within: readonly number[] | null;
}

interface Scope {
  /** 1 for searched networks, by index in the catalog */
  eligible: Uint8Array;
  /** 1 at module slots that satisfy the module rules; null for all */
  bits: Uint8Array | null;
}

/**
 * Rows under the requested definitions, in the searched networks and modules, with P below the limit, reduced as `keep`
 * says.
 */
export async function listEnriched(
  { client, catalog, postings, within }: EnrichmentSource,
  question: EnrichmentQuestion,
  scope: Scope,
): Promise<EnrichedRows> {
  const { rule, geneSets } = question;
  const limit = rule.p_below;
  const networks = catalog.networks.filter((_, at) => scope.eligible[at] === 1);
  if (geneSets.length === 0 || networks.length === 0) return new Rows();
  const groups = groupModuleSlots(catalog, networks, rule, scope.bits);
  // Up to twenty postings are always cheaper to read than networks.
  const isByModule =
    geneSets.length > 20 && (await postings.count(catalog, geneSets, within)) > valuesOf(networks);
  const rows = isByModule
    ? await listByModule(client, networks, geneSets, { limit, groups })
    : await listBySet(client, await postings.load(catalog, geneSets, within), { limit, groups });
  const kept = groups.count === 0 ? rows : await keepBest(client, rows, groups);
  if (kept !== rows) returnRows(rows);
  groupBuffer.release(groups.ofModuleSlot);
  return kept;
}

const groupBuffer = new ScratchBuffer<Uint32Array>((length) => new Uint32Array(length));
const bestBuffer = new ScratchBuffer<Float32Array>((length) => new Float32Array(length));

/**
 * The group of each module slot, as a table because millions of entries may look it up. The best rows of each group are
 * kept; where all rows are kept, every module slot has the number 1.
 */
function groupModuleSlots(
  catalog: Catalog,
  networks: readonly NetworkEntry[],
  { keep, definition }: EnrichmentRule,
  bits: Uint8Array | null,
): Groups {
  const slotCount = countModuleSlots(catalog);
  const ofModuleSlot = groupBuffer.borrow(slotCount);
  const definitions = definitionNumbers(definition);
  const dataSets = new Map<DataSetEntry, number>();
  for (const { modules, dataSet } of networks) {
    const ofDataSet = dataSets.get(dataSet) ?? dataSets.size + 1;
    dataSets.set(dataSet, ofDataSet);
    const ofNetwork = keep === 'most_significant_per_dataset' ? ofDataSet : 1;
    for (let at = 0; at < modules.length; at += 1) {
      const module = u32At(modules, at);
      if (bits !== null && !holdsModule(bits, module)) continue;
      for (let one = 0; one < definitions.length; one += 1) {
        const moduleSlot = module * DEFINITIONS_PER_MODULE + numberAt(definitions, one);
        ofModuleSlot[moduleSlot] = keep === 'best_per_module' ? moduleSlot + 1 : ofNetwork;
      }
    }
  }
  const count = keep === 'best_per_module' ? slotCount : dataSets.size;
  return { ofModuleSlot, count: keep === 'all' ? 0 : count };
}

/** Feature rules and enrichment rules are combined per module, whatever their definitions. */
function holdsModule(bits: Uint8Array, module: number): boolean {
  const first = module * DEFINITIONS_PER_MODULE;
  return bits[first] === 1 || bits[first + 1] === 1 || bits[first + 2] === 1;
}

/** Typical number of values per module under all definitions; only the choice of method depends on it. */
const TYPICAL_VALUES_PER_MODULE = 900;

function valuesOf(networks: readonly NetworkEntry[]): number {
  return (
    TYPICAL_VALUES_PER_MODULE * networks.reduce((sum, { number_of_modules }) => sum + number_of_modules, 0)
  );
}

interface Acceptance {
  limit: number;
  groups: Groups;
}

/** The largest -log10 P of each group; all 0 if all rows are kept. */
function bestOf(postings: readonly SetPosting[], { ofModuleSlot, count }: Groups): Float32Array {
  const best = bestBuffer.borrow(Math.max(count, 1) + 1);
  if (count === 0) return best;
  for (const { moduleSlots, values } of postings) {
    for (let at = 0; at < moduleSlots.length; at += 1) {
      const group = ofModuleSlot[u32At(moduleSlots, at)] ?? 0;
      if (group === 0) continue;
      const value = f32At(values, at);
      if (value > f32At(best, group)) best[group] = value;
    }
  }
  return best;
}

/** Rows from postings; of each group only candidates for its best. */
async function listBySet(
  client: Client,
  postings: readonly SetPosting[],
  { limit, groups }: Acceptance,
): Promise<Rows> {
  const least = negLog10(limit);
  const [lowest, doubtful] = [least - slack(least), least + slack(least)];
  const { ofModuleSlot } = groups;
  const found = borrowRows();
  const close: number[] = [];
  const best = bestOf(postings, groups);
  for (const { set, moduleSlots, values } of postings) {
    for (let at = 0; at < moduleSlots.length; at += 1) {
      const moduleSlot = u32At(moduleSlots, at);
      const group = ofModuleSlot[moduleSlot] ?? 0;
      if (group === 0) continue;
      const value = f32At(values, at);
      const highest = f32At(best, group);
      if (value < lowest || value < highest - 2 * slack(highest)) continue;
      if (limit < 0.05 && value <= doubtful) close.push(found.length);
      found.add(set, moduleSlot, value, Number.NaN);
    }
  }
  bestBuffer.release(best);
  if (close.length === 0) return found;
  await resolveExact(client, found, close);
  const kept = new Rows();
  for (let row = 0; row < found.length; row += 1) {
    const p = found.p[row] ?? Number.NaN;
    if (!(p >= limit))
      kept.add(u32At(found.geneSets, row), u32At(found.moduleSlots, row), f64At(found.negLogP, row), p);
  }
  returnRows(found);
  return kept;
}

/** Rows from table module_enrichment, primary key: every value of the modules, smallest P first. */
async function listByModule(
  client: Client,
  networks: readonly NetworkEntry[],
  geneSets: readonly GeneSetEntry[],
  { limit, groups }: Acceptance,
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
  let last = { moduleSlot: -1, from: 0 };
  for (const [module, definition, sets, values] of rows) {
    const moduleSlot = readInt(module) * DEFINITIONS_PER_MODULE + (definition?.readInt16BE(0) ?? 0);
    if ((groups.ofModuleSlot[moduleSlot] ?? 0) === 0) continue;
    // A set that is also in a second table of the same module counts once.
    const earlier = moduleSlot === last.moduleSlot ? rowsBySet(found, last.from) : null;
    if (earlier === null) last = { moduleSlot, from: found.length };
    const numbers = toU32(sets ?? Buffer.alloc(0));
    const p = toF64(values ?? Buffer.alloc(0));
    for (let at = 0; at < numbers.length; at += 1) {
      const [set, value] = [u32At(numbers, at), p[at] ?? 1];
      if (!(value < limit)) break;
      if (isWanted[set] !== 1) continue;
      const known = earlier?.get(set);
      if (known === undefined) found.add(set, moduleSlot, negLog10(value), value);
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
  for (let row = from; row < rows.length; row += 1) bySet.set(u32At(rows.geneSets, row), row);
  return bySet;
}

/** Size of the first batch of networks; each batch is twice the last, because most sets are found early. */
const FIRST_NETWORKS = 32;

/**
 * Sets with P below the limit in any module and definition of the networks; exact, because net_best stores the exact
 * best P. Table net_best, primary key; for limits up to 1e-10 only that part of it is read. Stops once every set is
 * found.
 */
export async function listBestSets(
  client: Client,
  catalog: Catalog,
  question: EnrichmentQuestion,
  eligible: Uint8Array,
): Promise<GeneSetEntry[]> {
  const limit = question.rule.p_below;
  const networks = catalog.networks.filter((_, at) => eligible[at] === 1).map(({ id }) => id);
  const WANTED = 1;
  const KEPT = 2;
  const marks = new Uint8Array((catalog.geneSets.at(-1)?.number ?? 0) + 1);
  for (const { number } of question.geneSets) marks[number] = WANTED;
  let missing = question.geneSets.length;
  const part = limit <= BEST_PART ? 'n10' : 'n';
  const markSets = (rows: readonly RawRow[]) => {
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
      markSets,
    );
  }
  return question.geneSets.filter(({ number }) => marks[number] === KEPT);
}
