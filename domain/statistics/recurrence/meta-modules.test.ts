/** Generated laboratories: planted signals in some of the cohorts, networks over a grid, batches and noise. */
import { describe, expect, test } from 'vitest';
import { f64At, numberAt } from '../../arrays/number-at.ts';
import { pearson } from '../correlation.ts';
import { type FeatureMatrix, featureMatrix, selectFeatures } from '../matrix.ts';
import { kmeOfModules, moduleEigengene } from '../modules/kme.ts';
import { type Random, randomOf } from '../preservation/random.ts';
import { type DataSetProfile, type ModuleProfile, matchModules } from './match-modules.ts';
import {
  consensusKme,
  findMetaModules,
  listPairs,
  type MetaModule,
  measuredShare,
  type PairMatches,
  supportOf,
} from './meta-modules.ts';
import { findRecurringModules } from './recurring-modules.ts';

const SYMBOLS = 700;
const SAMPLES = 50;
const DATA_SETS = 6;
const SIGNALS = 7;
/** Features in the seed of a module that does not exist. */
const NOISE_SEED = 12;
/** Shares of a signal's genes that the networks of the grid find. */
const GRID = [1, 0.75, 0.5];
const NOISE_MODULES = 2;
/** Genes of no signal in the seed of a module. */
const STRAY = 2;
const MEMBER = 0.5;

/** Each data set is a cohort of its own. */
interface CohortProfile extends DataSetProfile {
  cohort: number;
}

interface Signal {
  genes: number[];
  loadings: number[];
  /** data sets that have it */
  isIn: boolean[];
}

interface Generated {
  dataSets: CohortProfile[];
  /** the planted signal of each recurring module, by data set; -1 for noise */
  truth: number[][];
  signals: Signal[];
}

function normal(random: Random): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}

const times = <T>(count: number, make: (at: number) => T) =>
  Array.from({ length: count }, (_, at) => make(at));

function plantSignals(random: Random, hasSignals: boolean): Signal[] {
  let next = 0;
  return times(hasSignals ? SIGNALS : 0, () => {
    const count = 30 + Math.floor(40 * random());
    const genes = times(count, (at) => next + at);
    next += count;
    return {
      genes,
      loadings: genes.map(() => 0.65 + 0.3 * random()),
      isIn: times(DATA_SETS, () => random() < 0.6),
    };
  });
}

function measure(random: Random, signals: readonly Signal[], dataSet: number): FeatureMatrix {
  const batches = times(SAMPLES, (sample) => (sample % 2 === 0 ? 1 : -1));
  const rows = times(SYMBOLS, () => {
    const batch = random() < 0.1 ? 0.4 : 0;
    return times(SAMPLES, (sample) => normal(random) + batch * numberAt(batches, sample));
  });
  for (const { genes, loadings, isIn } of signals) {
    if (isIn[dataSet] !== true) continue;
    const course = times(SAMPLES, () => normal(random));
    for (const [at, gene] of genes.entries()) {
      const loading = numberAt(loadings, at);
      rows[gene] = (rows[gene] ?? []).map(
        (value, sample) => loading * numberAt(course, sample) + Math.sqrt(1 - loading ** 2) * value,
      );
    }
  }
  return featureMatrix(rows);
}

function pick(random: Random, from: readonly number[], count: number): number[] {
  const rest = [...from];
  return times(
    Math.min(count, rest.length),
    () => rest.splice(Math.floor(random() * rest.length), 1)[0] ?? 0,
  );
}

/**
 * Seeds of the modules of one network with their signals; -1 for noise, which has no genes of the signals that are
 * there, as these would make it a module of them.
 */
function seedsOf(random: Random, signals: readonly Signal[], dataSet: number, share: number) {
  const present = signals.flatMap(({ genes, isIn }, signal) =>
    isIn[dataSet] === true ? [{ genes, signal }] : [],
  );
  const taken = new Set(present.flatMap(({ genes }) => genes));
  const others = times(SYMBOLS, (symbol) => symbol).filter((symbol) => !taken.has(symbol));
  const found = present.map(({ genes, signal }) => ({
    signal,
    seed: [...pick(random, genes, share * genes.length), ...pick(random, others, STRAY)],
  }));
  return [...found, ...times(NOISE_MODULES, () => ({ signal: -1, seed: pick(random, others, NOISE_SEED) }))];
}

function generate(number: number, hasSignals = true): Generated {
  const random = randomOf(number);
  const signals = plantSignals(random, hasSignals);
  const made = times(DATA_SETS, (dataSet) => {
    const matrix = measure(random, signals, dataSet);
    const isMeasured = times(SYMBOLS, () => random() < 0.9);
    const seeds = GRID.flatMap((share) => seedsOf(random, signals, dataSet, share));
    const eigengenes = seeds.map(
      ({ seed }) => moduleEigengene(selectFeatures(matrix, [...new Set(seed)])).values,
    );
    const correlations = Float64Array.from({ length: seeds.length ** 2 }, (_, at) =>
      pearson(eigengenes[Math.floor(at / seeds.length)] ?? [], eigengenes[at % seeds.length] ?? []),
    );
    const recurring = findRecurringModules(correlations);
    const kmes = kmeOfModules(
      matrix,
      recurring.map(({ representative }) => eigengenes[representative] ?? new Float64Array(0)),
    );
    const modules = kmes.map((kme): ModuleProfile => {
      const measured = kme.map((value, symbol) => (isMeasured[symbol] === true ? value : Number.NaN));
      return {
        kme: measured,
        members: Uint32Array.from(measured.keys()).filter((symbol) => f64At(measured, symbol) > MEMBER),
      };
    });
    return {
      profile: { cohort: dataSet, measured: Uint8Array.from(isMeasured, Number), modules },
      truth: recurring.map(({ representative }) => seeds[representative]?.signal ?? -1),
    };
  });
  return { dataSets: made.map(({ profile }) => profile), truth: made.map(({ truth }) => truth), signals };
}

/** Agreement of two partitions beyond chance; 1 where they are the same. */
function adjustedRand(a: readonly number[], b: readonly number[]): number {
  const pairs = (counts: Iterable<number>) => [...counts].reduce((sum, n) => sum + (n * (n - 1)) / 2, 0);
  const sizes = (labels: readonly (number | string)[]) =>
    [...Map.groupBy(labels, (label) => label).values()].map(({ length }) => length);
  const both = pairs(sizes(a.map((label, at) => `${label} ${b[at]}`)));
  const [ofA, ofB] = [pairs(sizes(a)), pairs(sizes(b))];
  const expected = (ofA * ofB) / pairs([a.length]);
  const most = (ofA + ofB) / 2;
  return most === expected ? 1 : (both - expected) / (most - expected);
}

function matchAll(dataSets: readonly CohortProfile[]): PairMatches[] {
  return listPairs(dataSets).flatMap(([one, other]) => {
    const [a, b] = [dataSets[one], dataSets[other]];
    return a === undefined || b === undefined ? [] : [{ one, other, matches: matchModules(a, b) }];
  });
}

function findAll(dataSets: readonly CohortProfile[]): MetaModule[] {
  const counted = dataSets.map(({ cohort, modules }) => ({ cohort, count: modules.length }));
  return findMetaModules(counted, matchAll(dataSets));
}

function judge({ dataSets, truth, signals }: Generated) {
  const found = findAll(dataSets);
  const groupOf = new Map(
    found.flatMap((meta, group) =>
      meta.map(({ dataSet, module }) => [`${dataSet} ${module}`, group] as const),
    ),
  );
  const recurs = signals.map(({ isIn }) => isIn.filter(Boolean).length > 1);
  const [planted, answered]: [number[], number[]] = [[], []];
  for (const [dataSet, labels] of truth.entries())
    for (const [module, signal] of labels.entries()) {
      const own = -1 - planted.length;
      planted.push(recurs[signal] === true ? signal : own);
      answered.push(groupOf.get(`${dataSet} ${module}`) ?? own);
    }
  const supports = signals.flatMap(({ isIn }, signal) => {
    if (recurs[signal] !== true) return [];
    const meta = found.find((each) =>
      each.some(({ dataSet, module }) => truth[dataSet]?.[module] === signal),
    );
    const genes = signals[signal]?.genes ?? [];
    const places = dataSets.map(({ cohort, measured }, dataSet) => ({
      ...{ cohort, measured: measuredShare(measured, genes) },
      isFound: meta?.some((at) => at.dataSet === dataSet) ?? false,
    }));
    return [supportOf(places).found === isIn.filter(Boolean).length];
  });
  return { found, ari: adjustedRand(planted, answered), supports };
}

const LABORATORIES = Number(process.env.OMICON_LABORATORIES ?? 12);

describe('in generated laboratories', () => {
  const judged = times(LABORATORIES, (number) => judge(generate(number + 1)));

  test('the planted signals are the meta-modules', () => {
    const aris = judged.map(({ ari }) => ari);
    expect(Math.min(...aris)).toBeGreaterThanOrEqual(0.95);
  });

  test('their support is that of the planted signals in 98 of 100', () => {
    const right = judged.flatMap(({ supports }) => supports);
    expect(right.filter(Boolean).length / right.length).toBeGreaterThanOrEqual(0.98);
  });

  test('without signals nothing recurs', () => {
    const none = times(LABORATORIES, (number) => findAll(generate(number + 1000, false).dataSets));
    expect(none.filter(({ length }) => length > 0)).toEqual([]);
  });

  test('pairs given in another order make the same meta-modules', () => {
    const { dataSets } = generate(3);
    const counted = dataSets.map(({ cohort, modules }) => ({ cohort, count: modules.length }));
    const pairs = matchAll(dataSets);
    expect(findMetaModules(counted, pairs.toReversed())).toEqual(findMetaModules(counted, pairs));
  });

  test('the consensus ranks the genes of the signal first', () => {
    const generated = generate(1);
    for (const meta of findAll(generated.dataSets)) {
      const [first = { dataSet: 0, module: 0 }] = meta;
      const signal = generated.signals[generated.truth[first.dataSet]?.[first.module] ?? -1];
      const profiles = meta.flatMap(
        ({ dataSet, module }) => generated.dataSets[dataSet]?.modules[module] ?? [],
      );
      const consensus = consensusKme(
        profiles.map(({ kme }) => [kme]),
        SYMBOLS,
      );
      const genes = new Set(signal?.genes);
      const known = [...consensus.keys()].filter((gene) => !Number.isNaN(f64At(consensus, gene)));
      const ranked = known.toSorted((a, b) => f64At(consensus, b) - f64At(consensus, a));
      expect(ranked.slice(0, 20).filter((gene) => !genes.has(gene))).toEqual([]);
    }
  });
});

describe('support', () => {
  const place = (cohort: number, isFound: boolean, measured = 1) => ({ cohort, isFound, measured });

  test('counts a cohort once, however many of its data sets have the signal', () => {
    const places = [place(1, true), place(1, true), place(2, true), place(3, false)];
    expect(supportOf(places)).toEqual({ found: 2, findable: 3 });
  });

  test('does not count a cohort that measures fewer than half of the genes', () => {
    expect(supportOf([place(1, true), place(2, false, 0.49), place(3, false, 0.5)])).toEqual({
      found: 1,
      findable: 2,
    });
  });
});
