/**
 * Chance of a relative expression as large as that of a set's top cell type. The statistic is the maximum over types, so
 * that choosing the type is part of the null.
 */
import { f64At, i32At, u8At } from '../../arrays/number-at.ts';
import type { FeatureMatrix } from '../matrix.ts';
import { drawInto, type Random, randomOf } from '../preservation/random.ts';
import { isMeasured, meansOfTypes } from './relative-expression.ts';

/** Random sets by default. */
export const RANDOM_SETS = 10_000;

/** Groups of genes of like mean expression, from each of which the matched sets have as many as the set itself. */
export const EXPRESSION_BINS = 20;

/** Types that one pass over the genes of a set adds up, in variables rather than in an array. */
const TYPES_AT_ONCE = 4;

/** Sets between two reports of progress. */
const SETS_AT_ONCE = 256;

/** Sums of equal genes in another order differ by rounding; sets this close are as large. */
const ROUNDING = 1e-12;

export interface TopTypeTest {
  /** against sets of as many genes, drawn without replacement */
  pRandom: number;
  /** against sets with as many genes of each bin of mean expression */
  pMatched: number;
  sets: number;
  seed: number;
}

interface TestOptions {
  /** repeats the random sets; both nulls begin with it */
  seed: number;
  sets?: number;
  /** called every few milliseconds with the number of sets drawn for both nulls; may throw to cancel */
  onProgress?: (done: number, total: number) => void;
}

/** Values divided by the mean of their type, in the types that have one; 0 where missing. */
interface Scaled {
  /** columns; the last ones are 0 throughout, up to a multiple of those added at once */
  types: number;
  values: Float64Array;
  /** 1 where missing; null if nothing is */
  missing: Uint8Array | null;
}

function scaledOf(matrix: FeatureMatrix): Scaled {
  const background = meansOfTypes(matrix);
  const columns = [...background.keys()].filter((type) => f64At(background, type) > 0);
  const types = Math.ceil(columns.length / TYPES_AT_ONCE) * TYPES_AT_ONCE;
  const values = new Float64Array(matrix.featureCount * types);
  const missing = new Uint8Array(values.length);
  let anyMissing = false;
  for (let gene = 0; gene < matrix.featureCount; gene += 1) {
    for (const [column, type] of columns.entries()) {
      const value = f64At(matrix.values, gene * matrix.sampleCount + type);
      const at = gene * types + column;
      if (Number.isNaN(value)) {
        missing[at] = 1;
        anyMissing = true;
      } else values[at] = value / f64At(background, type);
    }
  }
  return { types, values, missing: anyMissing ? missing : null };
}

/** Measured values of one type of a row: all genes, unless some are missing there. */
function countOf({ types, missing }: Scaled, genes: Int32Array, type: number): number {
  if (missing === null) return genes.length;
  let count = genes.length;
  for (let at = 0; at < genes.length; at += 1) count -= u8At(missing, i32At(genes, at) * types + type);
  return count;
}

/** Largest relative expression over types of some genes; 0 if none is measured. */
function largestOf(scaled: Scaled, genes: Int32Array): number {
  const { types, values } = scaled;
  let largest = 0;
  for (let first = 0; first < types; first += TYPES_AT_ONCE) {
    let [a, b, c, d] = [0, 0, 0, 0];
    for (let at = 0; at < genes.length; at += 1) {
      const cell = i32At(genes, at) * types + first;
      a += f64At(values, cell);
      b += f64At(values, cell + 1);
      c += f64At(values, cell + 2);
      d += f64At(values, cell + 3);
    }
    for (const [offset, sum] of [a, b, c, d].entries()) {
      const count = countOf(scaled, genes, first + offset);
      if (count > 0) largest = Math.max(largest, sum / count);
    }
  }
  return largest;
}

/** A group of genes, and how many of them a random set has. */
interface Bin {
  genes: Int32Array;
  count: number;
}

/** Measured genes by mean expression over types; of equal genes the first comes first. */
function orderByExpression({ featureCount, sampleCount, values }: FeatureMatrix): Int32Array {
  const byGene = new Float64Array(featureCount);
  for (let gene = 0; gene < featureCount; gene += 1) {
    let [sum, count] = [0, 0];
    for (let at = gene * sampleCount; at < (gene + 1) * sampleCount; at += 1) {
      const value = f64At(values, at);
      if (Number.isNaN(value)) continue;
      sum += value;
      count += 1;
    }
    byGene[gene] = sum / count;
  }
  const measured = Int32Array.from(byGene.keys()).filter((gene) => !Number.isNaN(f64At(byGene, gene)));
  return measured.sort((a, b) => f64At(byGene, a) - f64At(byGene, b) || a - b);
}

/** Bins of equal numbers of genes, each with the number of members in it. */
function binsOf(ordered: Int32Array, members: ReadonlySet<number>, bins: number): Bin[] {
  return Array.from({ length: bins }, (_, bin) => {
    const start = Math.floor((bin * ordered.length) / bins);
    const genes = ordered.slice(start, Math.floor(((bin + 1) * ordered.length) / bins));
    return { genes, count: genes.filter((gene) => members.has(gene)).length };
  }).filter(({ count }) => count > 0);
}

/** Writes a random set into `chosen`. */
function drawSet(bins: readonly Bin[], chosen: Int32Array, random: Random): void {
  let at = 0;
  for (const { genes, count } of bins) {
    drawInto(genes, count, random);
    chosen.set(genes.subarray(0, count), at);
    at += count;
  }
}

interface Drawing {
  scaled: Scaled;
  observed: number;
  sets: number;
  seed: number;
  onSets: (done: number) => void;
}

/** (1 + sets at least as large) / (1 + sets). */
function pOfSets(bins: readonly Bin[], { scaled, observed, sets, seed, onSets }: Drawing): number {
  const random = randomOf(seed);
  const chosen = new Int32Array(bins.reduce((sum, { count }) => sum + count, 0));
  const limit = observed * (1 - ROUNDING);
  let asLarge = 0;
  for (let set = 0; set < sets; set += 1) {
    if (set % SETS_AT_ONCE === 0) onSets(set);
    drawSet(bins, chosen, random);
    if (largestOf(scaled, chosen) >= limit) asLarge += 1;
  }
  return (1 + asLarge) / (1 + sets);
}

/**
 * Tests the top type of a set by two nulls; null if no member is expressed. Genes without any value are no part of
 * either null.
 * @param members distinct rows
 */
export function testTopType(
  matrix: FeatureMatrix,
  members: readonly number[],
  { seed, sets = RANDOM_SETS, onProgress = () => undefined }: TestOptions,
): TopTypeTest | null {
  const scaled = scaledOf(matrix);
  const measured = Int32Array.from(members.filter((gene) => isMeasured(matrix, gene)));
  const observed = largestOf(scaled, measured);
  if (!(observed > 0)) return null;
  const own = new Set(measured);
  const ordered = orderByExpression(matrix);
  const pOf = (bins: number, before: number) =>
    pOfSets(binsOf(ordered, own, bins), {
      scaled,
      observed,
      sets,
      seed,
      onSets: (done) => onProgress(before + done, 2 * sets),
    });
  return { pRandom: pOf(1, 0), pMatched: pOf(EXPRESSION_BINS, sets), sets, seed };
}
