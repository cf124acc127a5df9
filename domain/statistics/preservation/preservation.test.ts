import { describe, expect, test } from 'vitest';
import { type FeatureMatrix, featureMatrix } from '../matrix.ts';
import {
  answersOf,
  type Column,
  expectEqual,
  hasAnswers,
  type Input,
  readAnswer,
  readMatrix,
  readModules,
} from '../r-answers/read.ts';
import {
  commonFeatures,
  modulePreservation,
  observePreservation,
  PRESERVATION_STATISTICS,
} from './preservation.ts';
import { randomOf } from './random.ts';

interface Answer {
  reference: { root: string; network: string; data_set: string };
  test: Input;
  common_features: number;
  missing_members: Record<string, number>;
  seven: Record<string, Column> & { module: string[]; genes: number[] };
  z_of_200_random_sets: Record<string, Column>;
  p_of_200_random_sets: Record<string, Column>;
}

/** As many as R drew. */
const RANDOM_SETS = 200;

/** Rows that the two feature lists share. */
function pairsOf(discovery: readonly string[], other: readonly string[]): [number, number][] {
  const rows = new Map(other.map((feature, row) => [feature, row]));
  return discovery.flatMap((feature, row): [number, number][] => {
    const same = rows.get(feature);
    return same === undefined ? [] : [[row, same]];
  });
}

/** Reproducible normal values. */
function normals(count: number, seed: number): number[] {
  const random = randomOf(seed);
  return Array.from(
    { length: count },
    () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random()),
  );
}

/** Features of which the first `size` follow one profile. */
function planted({
  features,
  samples,
  size,
  seed,
}: Record<'features' | 'samples' | 'size' | 'seed', number>) {
  const profile = normals(samples, seed);
  return featureMatrix(
    Array.from({ length: features }, (_, feature) => {
      const noise = normals(samples, seed * 1000 + feature + 1);
      const weight = feature < size ? 0.6 + feature / (2 * size) : 0;
      return noise.map((value, sample) => value + weight * (profile[sample] ?? 0));
    }),
  );
}

function same(discovery: FeatureMatrix, other: FeatureMatrix) {
  const rows = Array.from({ length: discovery.featureCount }, (_, row): [number, number] => [row, row]);
  return commonFeatures(discovery, other, rows).common;
}

const members = (size: number) => Array.from({ length: size }, (_, at) => at);

/** The features that both data sets of an answer have, and the indexes of the members of a module among them. */
function readCommon(answer: Answer) {
  const discovery = readMatrix({ root: answer.reference.root, file: answer.reference.data_set });
  const other = readMatrix(answer.test);
  const pairs = pairsOf(discovery.features, other.features);
  const { common, indexes } = commonFeatures(discovery.matrix, other.matrix, pairs);
  const indexOf = new Map(pairs.map(([row], at) => [discovery.features[row] ?? '', indexes[at] ?? -1]));
  const seeds = readModules(answer.reference.root, answer.reference.network);
  const membersOf = (module: string) => {
    const all = seeds.get(module) ?? [];
    return { all, there: all.map((feature) => indexOf.get(feature) ?? -1).filter((index) => index >= 0) };
  };
  return { common, membersOf };
}

describe.runIf(hasAnswers)('as WGCNA::modulePreservation', () => {
  test.each(answersOf('preservation_'))('%s', (name) => {
    const answer = readAnswer<Answer>(name);
    const { common, membersOf } = readCommon(answer);
    expect(common.count).toBe(answer.common_features);
    const found = answer.seven.module.map((module) => {
      const { all, there } = membersOf(module);
      expect(all.length - there.length, module).toBe(answer.missing_members[module] ?? 0);
      return { size: there.length, ...observePreservation(common, there).observed };
    });
    expect(found.map(({ size }) => size)).toEqual(answer.seven.genes);
    for (const statistic of PRESERVATION_STATISTICS)
      expectEqual(
        found.map((each) => each[statistic]),
        answer.seven[statistic] ?? [],
        1e-9,
      );
  });

  test.each(answersOf('preservation_'))('P within the error of 200 random sets: %s', (name) => {
    const answer = readAnswer<Answer>(name);
    const { common, membersOf } = readCommon(answer);
    for (const [at, module] of answer.seven.module.entries()) {
      const there = membersOf(module).there;
      const found = modulePreservation(common, there, { permutations: RANDOM_SETS, seed: 17 + at });
      for (const statistic of PRESERVATION_STATISTICS) {
        const [own, inR] = [
          found?.p[statistic] ?? Number.NaN,
          Number(answer.p_of_200_random_sets[statistic]?.[at]),
        ];
        const mean = Math.max((own + inR) / 2, 1 / RANDOM_SETS);
        // Two binomial shares at five standard deviations, and one step of P.
        const error = 5 * Math.sqrt((2 * mean * (1 - Math.min(mean, 1))) / RANDOM_SETS) + 1 / RANDOM_SETS;
        expect(Math.abs(own - inR), `${module} ${statistic}`).toBeLessThanOrEqual(error);
      }
    }
  });

  test('Z of random sets is near that of 200 random sets of R', () => {
    const [name = ''] = answersOf('preservation_').filter((each) => each.includes('LGG_Agilent_All'));
    const answer = readAnswer<Answer>(name);
    const { common, membersOf } = readCommon(answer);
    const { there } = membersOf(answer.seven.module[0] ?? '');
    const found = modulePreservation(common, there, { permutations: 400, seed: 17 });
    for (const statistic of PRESERVATION_STATISTICS) {
      const expected = Number(answer.z_of_200_random_sets[statistic]?.[0]);
      // The deviation of 200 random sets is itself known to about 5 %; of small modules it has a long tail.
      expect(Math.abs((found?.z[statistic] ?? 0) - expected), statistic).toBeLessThan(
        0.5 + 0.25 * Math.abs(expected),
      );
    }
  });
});

describe('laws', () => {
  const discovery = planted({ features: 120, samples: 40, size: 15, seed: 3 });

  test('a module is as preserved in its own data as it can be', () => {
    const { observed } = observePreservation(same(discovery, discovery), members(15));
    expect(observed.concordance_of_correlation).toBeCloseTo(1, 12);
    expect(observed.concordance_of_degree).toBeCloseTo(1, 12);
    expect(observed.concordance_of_contribution).toBeCloseTo(1, 12);
  });

  test('a planted module is preserved in other samples, with the smallest P there is', () => {
    const other = planted({ features: 120, samples: 60, size: 15, seed: 5 });
    const found = modulePreservation(same(discovery, other), members(15), { permutations: 200, seed: 1 });
    expect(found?.p.average_correlation).toBeCloseTo(1 / 201, 12);
    expect(found?.p.coherence).toBeCloseTo(1 / 201, 12);
    expect(found?.summaryZ).toBeGreaterThan(2);
  });

  test('P of 2,000 modules that are nothing is uniform', () => {
    const [features, modules, permutations] = [150, 2000, 99];
    const noise = planted({ features, samples: 30, size: 0, seed: 7 });
    const other = planted({ features, samples: 35, size: 0, seed: 11 });
    const common = same(noise, other);
    const random = randomOf(23);
    const found = Array.from({ length: modules }, (_, at) => {
      const chosen = new Set<number>();
      while (chosen.size < 8) chosen.add(Math.floor(random() * features));
      return modulePreservation(common, [...chosen], { permutations, seed: at })?.p ?? null;
    });
    for (const statistic of PRESERVATION_STATISTICS) {
      const sorted = found.map((p) => p?.[statistic] ?? Number.NaN).sort((a, b) => a - b);
      const distance = Math.max(...sorted.map((p, at) => Math.abs(p - (at + 0.5) / sorted.length)));
      // Kolmogorov's limit of P = 0.001, and the step of P.
      expect(distance, statistic).toBeLessThan(1.95 / Math.sqrt(modules) + 1 / (permutations + 1));
    }
  });

  test('the same seed gives the same numbers, another seed others', () => {
    const other = planted({ features: 120, samples: 60, size: 15, seed: 5 });
    const common = same(discovery, other);
    const run = (seed: number) => modulePreservation(common, members(15), { permutations: 50, seed });
    expect(run(4)).toEqual(run(4));
    expect(run(4)?.z).not.toEqual(run(5)?.z);
  });

  test('scaled and shifted values change nothing but rounding', () => {
    const other = planted({ features: 120, samples: 60, size: 15, seed: 5 });
    const changed = { ...other, values: other.values.map((value) => 3 * value - 7) };
    const first = observePreservation(same(discovery, other), members(15)).observed;
    const second = observePreservation(same(discovery, changed), members(15)).observed;
    for (const statistic of PRESERVATION_STATISTICS)
      expect(second[statistic], statistic).toBeCloseTo(first[statistic], 10);
  });

  test('a feature measured the other way round in both data sets changes nothing but its own sign', () => {
    const other = planted({ features: 120, samples: 60, size: 15, seed: 5 });
    const flip = ({ sampleCount, values, ...matrix }: FeatureMatrix) => ({
      ...matrix,
      sampleCount,
      values: values.map((value, at) => (at < 3 * sampleCount ? -value : value)),
    });
    const first = observePreservation(same(discovery, other), members(15)).observed;
    const second = observePreservation(same(flip(discovery), flip(other)), members(15)).observed;
    for (const statistic of ['average_edge_weight', 'coherence', 'average_correlation'] as const)
      expect(second[statistic], statistic).toBeCloseTo(first[statistic], 10);
    expect(second.average_contribution).toBeCloseTo(first.average_contribution, 10);
  });

  test('features that do not vary or miss a value are left out', () => {
    const gaps = { ...discovery, values: discovery.values.slice() };
    gaps.values.fill(1, 0, 40);
    gaps.values[40] = Number.NaN;
    const rows = members(120).map((row): [number, number] => [row, row]);
    const { common, indexes } = commonFeatures(discovery, gaps, rows);
    expect(common.count).toBe(118);
    expect([...indexes.subarray(0, 4)]).toEqual([-1, -1, 0, 1]);
  });

  test('fewer than four features are refused, and a stopped run has no result', () => {
    const common = same(discovery, discovery);
    expect(() => observePreservation(common, [0, 1, 2])).toThrow(RangeError);
    expect(
      modulePreservation(common, members(15), { permutations: 50, seed: 1, onProgress: (done) => done < 3 }),
    ).toBeNull();
  });
});
