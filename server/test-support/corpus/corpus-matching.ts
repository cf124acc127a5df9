/** Compares modules of the real corpus with those of other networks and data sets, as called, with what R computes. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { computeConsensus } from '@omicon/contract/areas/consensus.ts';
import { compareLists, rankSetsByKme } from '@omicon/contract/areas/genes/gene-lists.ts';
import { getPreservation, listCounterparts, matchNetworks } from '@omicon/contract/areas/matching.ts';
import { expect, test } from 'vitest';
import { sql } from '../../base/postgres/database.ts';
import type { TestPortal } from '../portal.ts';
import { CORPUS, CORPUS_IS_MISSING } from './corpus.ts';

const ANSWERS = path.join(CORPUS, '../r-answers');
/** kME is stored with seven digits. */
const STORED_KME = 2e-6;
/** Genes of nearly the same kME change ranks by this. */
const STORED_RANKS = 1e-5;

interface NetworkAnswer {
  root: string;
  network: string;
}
type Matrix = number[][];
interface ElsewhereAnswer {
  A: NetworkAnswer;
  B: NetworkAnswer;
  modules_A: string[];
  modules_B: string[];
  common_symbols: number;
  symbols_A_common: number[];
  symbols_B_common: number[];
  rho: Matrix;
  rho_top: (number | null)[][];
  overlap: Matrix;
  jaccard: Matrix;
  log10_p: Matrix;
  reciprocal_best: { A: string[]; B: string[]; reciprocal: boolean[] };
}
interface PreservationAnswer {
  reference: NetworkAnswer;
  test: { root: string; title_and_version: string };
  common_features: number;
  missing_members: Record<string, number>;
  seven: { module: string[]; genes: number[] } & Record<string, number[]>;
}
interface ListsAnswer {
  input: NetworkAnswer;
  module: string;
  universe: number;
  list_size: number;
  sets: { SetID: string[] } & Record<
    | 'set_in_universe'
    | 'overlap'
    | 'jaccard'
    | 'p_over'
    | 'p_under'
    | 'odds_ratio'
    | 'or_low'
    | 'fisher_two_sided'
    | 'cerno'
    | 'cerno_p'
    | 'auc'
    | 'rank_sum_p',
    (number | 'Inf')[]
  >;
}

interface FidelityAnswer {
  modules: { input: NetworkAnswer; module: string; n: number }[];
  genes_above_line: number;
  genes: Record<'m' | 'fidelity' | 'mean_r' | 'Q' | 'I2' | 'mean_percentile', number[]> & {
    symbol: string[];
    rank: (number | null)[];
    sd_z: (number | null)[];
  };
}

/** Answers of one kind that need the corpus only. */
function answersOf<T>(kind: string, inputsOf: (answer: T) => readonly { root: string }[]): T[] {
  if (CORPUS_IS_MISSING) return [];
  return readdirSync(ANSWERS)
    .filter((file) => file.startsWith(`${kind}_`))
    .map((file): T => JSON.parse(readFileSync(path.join(ANSWERS, file), 'utf8')))
    .filter((answer) => inputsOf(answer).every(({ root }) => root === 'corpus'));
}

const listElsewhere = () => answersOf<ElsewhereAnswer>('elsewhere', ({ A, B }) => [A, B]);
const listPreservation = () =>
  answersOf<PreservationAnswer>('preservation', ({ reference, test: other }) => [reference, other]);

async function networkOf({ services }: TestPortal, { network }: NetworkAnswer): Promise<number> {
  const { rows } = await sql<{ number: number }>`
    select number from covariation_network where name = ${path.basename(network)}`.execute(services.db);
  expect([network, rows.length]).toEqual([network, 1]);
  return rows[0]?.number ?? 0;
}

async function modulesOf({ services }: TestPortal, network: number): Promise<Map<string, number>> {
  const { rows } = await sql<{ name: string; number: number }>`
    select m.name, m.number from covariation_module m
      join covariation_network n on n.id = m.covariation_network_id where n.number = ${network}`.execute(
    services.db,
  );
  return new Map(rows.map(({ name, number }) => [name, number]));
}

async function dataSetOf({ services }: TestPortal, title: string): Promise<number> {
  const { rows } = await sql<{ number: number }>`
    select number from data_set where title || ' ' || ds_version = ${title} and is_current`.execute(
    services.db,
  );
  return rows[0]?.number ?? 0;
}

function expectClose(actual: number | null | undefined, expected: number, tolerance: number): void {
  const isClose = Math.abs((actual ?? Number.NaN) - expected) <= tolerance;
  expect([actual, expected, isClose]).toEqual([actual, expected, true]);
}

/** @param open returns the portal with the imported corpus, once the tests run */
export function describeCorpusMatching(open: () => TestPortal): void {
  test('networks against each other have the correlations of kME, overlaps, P and reciprocal pairs of R', async () => {
    const portal = open();
    await portal.runJobs();
    const member = await portal.signInAs('LAB');
    const answers = listElsewhere();
    expect(answers.length).toBeGreaterThan(2);
    for (const answer of answers) {
      const [id, other_id] = [await networkOf(portal, answer.A), await networkOf(portal, answer.B)];
      const { reply } = await portal.call(matchNetworks, { as: member, params: { id, other_id } });
      expect(reply.common_symbols).toBe(answer.common_symbols);
      const rowOf = new Map(reply.modules.map(({ name }, row) => [name, row]));
      const columnOf = new Map(reply.other_modules.map(({ name }, column) => [name, column]));
      const pairs = new Set(
        reply.reciprocal.map(({ module, other }) =>
          [reply.modules[module]?.name, reply.other_modules[other]?.name].join(' '),
        ),
      );
      answer.modules_A.forEach((name, a) => {
        const row = rowOf.get(name) ?? -1;
        expect(reply.modules[row]?.size).toBe(answer.symbols_A_common[a]);
        answer.modules_B.forEach((otherName, b) => {
          const column = columnOf.get(otherName) ?? -1;
          expectClose(reply.rho[row]?.[column], answer.rho[a]?.[b] ?? Number.NaN, STORED_KME);
          const top = answer.rho_top[a]?.[b] ?? null;
          if (top !== null) expectClose(reply.rho_of_members[row]?.[column], top, 1e-5);
          expect(reply.overlap[row]?.[column]).toBe(answer.overlap[a]?.[b]);
          expectClose(reply.jaccard[row]?.[column], answer.jaccard[a]?.[b] ?? Number.NaN, 1e-12);
          const log10 = answer.log10_p[a]?.[b] ?? Number.NaN;
          expectClose(Math.log10(reply.p_value[row]?.[column] ?? 0), log10, 1e-9 * Math.max(1, -log10));
        });
      });
      const { A, B, reciprocal } = answer.reciprocal_best;
      expect(pairs).toEqual(new Set(A.flatMap((name, at) => (reciprocal[at] ? [`${name} ${B[at]}`] : []))));
    }
  }, 600_000);

  test('counterparts have the same correlations and reciprocal pairs as the networks they belong to', async () => {
    const portal = open();
    const member = await portal.signInAs('LAB');
    let compared = 0;
    for (const answer of listElsewhere()) {
      const [network, other] = [await networkOf(portal, answer.A), await networkOf(portal, answer.B)];
      for (const [name, id] of await modulesOf(portal, network)) {
        const a = answer.modules_A.indexOf(name);
        const { reply } = await portal.call(listCounterparts, { as: member, params: { id } });
        expect(reply.kme_state).toBe('ready');
        for (const row of reply.results.filter((each) => each.network.id === other)) {
          const b = answer.modules_B.indexOf(row.name);
          expectClose(row.rho, answer.rho[a]?.[b] ?? Number.NaN, STORED_KME);
          expect(row.common_symbols).toBe(answer.common_symbols);
          expect(row.overlap).toBe(answer.overlap[a]?.[b]);
          // The best match of the other module among all modules of this network.
          const best = answer.modules_A.reduce(
            (most, _, at) => ((answer.rho[at]?.[b] ?? -2) > (answer.rho[most]?.[b] ?? -2) ? at : most),
            0,
          );
          expect([name, row.name, row.is_reciprocal]).toEqual([name, row.name, best === a]);
          compared += 1;
        }
      }
    }
    expect(compared).toBeGreaterThan(30);
  }, 240_000);

  test('preservation has the seven statistics of R', async () => {
    const portal = open();
    const member = await portal.signInAs('LAB');
    for (const answer of listPreservation()) {
      const modules = await modulesOf(portal, await networkOf(portal, answer.reference));
      const data_set_id = await dataSetOf(portal, answer.test.title_and_version);
      for (const [at, name] of answer.seven.module.entries()) {
        const { reply } = await portal.call(getPreservation, {
          as: member,
          params: { id: modules.get(name) ?? 0, data_set_id },
          query: { random_sets: 20 },
        });
        expect(reply.common_features).toBe(answer.common_features);
        expect(reply.present).toBe(answer.seven.genes[at]);
        expect(reply.members - reply.present).toBe(answer.missing_members[name] ?? 0);
        for (const [statistic, value] of Object.entries(reply.preservation?.observed ?? {}))
          expectClose(value, answer.seven[statistic]?.[at] ?? Number.NaN, 1e-9);
        expect(reply.features.length).toBe(Math.min(60, reply.present));
      }
    }
  }, 240_000);

  test('consensus fidelity has the genes, ranks and heterogeneity of R', async () => {
    const portal = open();
    const member = await portal.signInAs('LAB');
    const answers = answersOf<FidelityAnswer>('fidelity', ({ modules }) => modules.map(({ input }) => input));
    expect(answers.length).toBeGreaterThan(1);
    for (const answer of answers) {
      const modules: number[] = [];
      for (const { input, module } of answer.modules)
        modules.push((await modulesOf(portal, await networkOf(portal, input))).get(module) ?? 0);
      const { reply } = await portal.call(computeConsensus, {
        as: member,
        body: { modules, page_size: 50_000 },
      });
      expect(reply.modules.map((each) => [each.left_out, each.number_of_samples])).toEqual(
        answer.modules.map(({ n }) => [null, n]),
      );
      expect(reply.ranked).toBe(answer.genes_above_line);
      const found = new Map(reply.results.map((gene) => [gene.symbol.toUpperCase(), gene]));
      answer.genes.symbol.forEach((symbol, at) => {
        const gene = found.get(symbol.toUpperCase());
        expect([symbol, gene?.number_of_modules]).toEqual([symbol, answer.genes.m[at]]);
        expectClose(gene?.fidelity, answer.genes.fidelity[at] ?? Number.NaN, 1e-4);
        expectClose(gene?.mean_r, answer.genes.mean_r[at] ?? Number.NaN, STORED_KME);
        expectClose(gene?.q, answer.genes.Q[at] ?? Number.NaN, 1e-3);
        const isOne = answer.genes.m[at] === 1;
        expectClose(gene?.i_squared, isOne ? 0 : (answer.genes.I2[at] ?? Number.NaN), 1e-5);
        // R takes the percentiles of the kME tables, which have two digits.
        expectClose(gene?.percentile, answer.genes.mean_percentile[at] ?? Number.NaN, 0.1);
        const sd = answer.genes.sd_z[at] ?? null;
        if (sd !== null) expectClose(gene?.sd_z, sd, 1e-5);
      });
      const ranked = answer.genes.rank.flatMap((rank, at) => (rank === null ? [] : [{ rank, at }]));
      // kME with seven digits may swap neighbours of almost the same fidelity.
      for (const { rank, at } of ranked)
        expect(
          Math.abs((found.get(answer.genes.symbol[at]?.toUpperCase() ?? '')?.rank ?? 0) - rank),
        ).toBeLessThan(3);
    }
  }, 600_000);

  test('modules against gene sets have the P of both directions and the odds ratios of R', async () => {
    const portal = open();
    const member = await portal.signInAs('LAB');
    const answers = answersOf<ListsAnswer>('lists', ({ input }) => [input]);
    expect(answers.length).toBeGreaterThan(1);
    for (const { input, module, universe, list_size, sets } of answers) {
      const id = (await modulesOf(portal, await networkOf(portal, input))).get(module) ?? 0;
      const { rows } = await sql<{ set_id: string; number: number }>`
        select set_id, number from gene_set where set_id = any(${sets.SetID}::text[])`.execute(
        portal.services.db,
      );
      const numbers = new Map(rows.map(({ set_id, number }) => [set_id, number]));
      // Every seventh set: each call reads the symbols of the network again.
      for (let at = 0; at < sets.SetID.length; at += 7) {
        const set = numbers.get(sets.SetID[at] ?? '') ?? 0;
        const { reply } = await portal.call(compareLists, {
          as: member,
          body: {
            lists: [
              { kind: 'module', id },
              { kind: 'gene-set', id: set },
            ],
          },
        });
        const [pair] = reply.pairs;
        expect(reply.universe).toEqual({ size: universe, kind: 'modules' });
        expect(reply.lists[0]?.in_universe).toBe(list_size);
        expect(reply.lists[1]?.in_universe).toBe(sets.set_in_universe[at]);
        expect(pair?.overlap).toBe(sets.overlap[at]);
        const near = (
          found: number | null | undefined,
          expected: number | 'Inf' | undefined,
          part: number,
        ) => {
          if (expected === 'Inf') expect(found).toBeNull();
          else expectClose(found, expected ?? Number.NaN, part * Math.max(1e-300, Math.abs(expected ?? 0)));
        };
        near(pair?.jaccard, sets.jaccard[at], 1e-12);
        near(pair?.p_over, sets.p_over[at], 1e-9);
        near(pair?.p_under, sets.p_under[at], 1e-9);
        near(pair?.p_fisher, sets.fisher_two_sided[at], 1e-6);
        near(pair?.odds_ratio, sets.odds_ratio[at], 1e-3);
        near(pair?.odds_low, sets.or_low[at], 2e-3);
      }
    }
  }, 600_000);

  test('gene sets in the genes ranked by kME have the CERNO and AUC of R', async () => {
    const portal = open();
    const member = await portal.signInAs('LAB');
    await portal.runJobs();
    for (const { input, module, universe, sets } of answersOf<ListsAnswer>('lists', (each) => [each.input])) {
      const id = (await modulesOf(portal, await networkOf(portal, input))).get(module) ?? 0;
      const found = new Map<unknown, Record<string, unknown>>();
      for (let page = 1, total = 1; found.size < total; page += 1) {
        const body = { page, page_size: 1000, fold: false };
        const { reply } = await portal.call(rankSetsByKme, { as: member, params: { id }, body });
        for (const row of reply.results) found.set(row.SetID, row);
        total = reply.total;
        expect(reply.genes).toBe(universe);
      }
      sets.SetID.forEach((set, at) => {
        const row = found.get(set);
        const near = (name: string, expected: number | 'Inf' | undefined, part: number) =>
          expectClose(Number(row?.[name]), Number(expected), part * Math.abs(Number(expected)));
        expect([set, row?.Ranked]).toEqual([set, sets.set_in_universe[at]]);
        near('CERNO', sets.cerno[at], STORED_RANKS);
        near('AUC', sets.auc[at], STORED_RANKS);
        near('Pval', sets.cerno_p[at], 100 * STORED_RANKS);
        near('AUC_Pval', sets.rank_sum_p[at], 100 * STORED_RANKS);
      });
    }
  }, 300_000);

  test('the same link of a preservation has the same numbers', async () => {
    const portal = open();
    const [member, guest] = [await portal.signInAs('LAB'), await portal.signInAs('LAB')];
    const [answer] = listPreservation();
    if (answer === undefined) throw new Error('There are no answers.');
    const modules = await modulesOf(portal, await networkOf(portal, answer.reference));
    const input = {
      params: {
        id: modules.get(answer.seven.module[0] ?? '') ?? 0,
        data_set_id: await dataSetOf(portal, answer.test.title_and_version),
      },
      query: { random_sets: 50 },
    };
    const first = await portal.call(getPreservation, { as: member, ...input });
    expect((await portal.call(getPreservation, { as: guest, ...input })).reply).toEqual(first.reply);
  }, 600_000);
}
