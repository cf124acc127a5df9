/** A module against candidates, compared with correlations over all modules of its network at once. */
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import {
  commonSymbols,
  correlateModules,
  indexOfLargest,
} from '@omicon/domain/statistics/matching/kme-profiles.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDiskStore } from '../../base/store/disk-store.ts';
import type { Store } from '../../base/store/store.ts';
import { createMatrixCache, Work } from '../work.ts';
import { type MatchedModule, type MatchModulesRequest, matchModules } from './match-modules.ts';

const [FEATURES, MODULES] = [300, 12];

let folder: string;
let store: Store;

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'omicon-match-'));
  store = await openDiskStore(folder);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Reproducible numbers in (-1, 1). */
function numbers(count: number, seed: number): Float64Array {
  let state = seed;
  return Float64Array.from({ length: count }, () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fff_ffff;
    return (state / 0x4000_0000 - 1) * 0.9;
  });
}

/** Stores kME of a network, with P of 1; the modules are arrays of kME by feature. */
async function storeNetwork(modules: readonly Float64Array[], list: number) {
  const values = modules.flatMap((kme) => [...kme, ...kme.map(() => 1)]);
  const { storageKey } = await store.put(Readable.from([Buffer.from(Float64Array.from(values).buffer)]));
  return (moduleIndex: number): MatchedModule => ({
    kme_values_storage_key: storageKey,
    number_of_features: FEATURES,
    list,
    moduleIndex,
    members: Uint32Array.of(moduleIndex, moduleIndex + 1),
  });
}

function match(request: MatchModulesRequest) {
  const options = { store, cache: createMatrixCache(), memoryBytes: 2 ** 28, tell: () => undefined };
  return matchModules(request, new Work({ ...options, cancelled: new Int32Array(1) }));
}

/** Every symbol is a feature; the second list lacks every seventh. */
const every = Uint32Array.from({ length: FEATURES }, (_, feature) => feature);
const most = every.filter((feature) => feature % 7 > 0);
const LISTS = [
  { features: every, symbols: every },
  { features: most, symbols: most },
];

/** rho, and whether the subject correlates most of all modules, for every module of the network and every candidate. */
async function expectExact(own: readonly Float64Array[], others: readonly Float64Array[]) {
  const [ownAt, otherAt] = [await storeNetwork(own, 0), await storeNetwork(others, 1)];
  const candidates = others.map((_, at) => otherAt(at));
  const within = others.map((kme) => kme.map((value, feature) => (feature % 7 > 0 ? value : Number.NaN)));
  let reciprocal = 0;
  for (const [subject, kme] of own.entries()) {
    const result = await match({
      symbolCount: FEATURES,
      lists: LISTS,
      subject: ownAt(subject),
      numberOfModules: own.length,
      candidates,
    });
    within.forEach((other, at) => {
      const r = correlateModules([other], own, commonSymbols(kme, other))[0] ?? new Float64Array(0);
      expect(result.rho[at]).toBe(r[subject]);
      expect(result.isReciprocal[at]).toBe(indexOfLargest(r) === subject ? 1 : 0);
      reciprocal += result.isReciprocal[at] ?? 0;
    });
  }
  return reciprocal;
}

test('of modules without any relation each candidate has one best match, found as by comparing all', async () => {
  const own = Array.from({ length: MODULES }, (_, module) => numbers(FEATURES, 10 + module));
  const others = Array.from({ length: 9 }, (_, module) => numbers(FEATURES, 100 + module));
  expect(await expectExact(own, others)).toBe(others.length);
});

test('modules that are mixtures of few profiles are matched as by comparing all', async () => {
  const profiles = Array.from({ length: 3 }, (_, at) => numbers(FEATURES, 200 + at));
  const mixed = (seed: number) => {
    const weights = numbers(profiles.length, seed);
    return numbers(FEATURES, seed + 1).map(
      (value, feature) =>
        0.1 * value +
        0.3 * profiles.reduce((sum, profile, at) => sum + (weights[at] ?? 0) * (profile[feature] ?? 0), 0),
    );
  };
  const own = Array.from({ length: MODULES }, (_, module) => mixed(300 + 7 * module));
  const others = Array.from({ length: 9 }, (_, module) => mixed(500 + 7 * module));
  expect(await expectExact(own, others)).toBe(others.length);
});

test('of equal modules the first is the best match, and a module that does not vary matches none', async () => {
  const [one, other] = [numbers(FEATURES, 1), numbers(FEATURES, 2)];
  const flat = new Float64Array(FEATURES).fill(0.5);
  expect(await expectExact([other, one, one, flat], [one, flat, other])).toBe(2);
});
