/** Modules elsewhere, consensus fidelity and lists against gene sets, from kME in float64, against R. */

import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { numberAt } from '../../arrays/number-at.ts';
import { mappingKey } from '../../identifiers/identifier-mapping.ts';
import { consensusFidelity } from '../correlates/fidelity.ts';
import { hypergeometricTail } from '../hypergeometric.ts';
import { rankedEnrichment, ranksOf } from '../lists/ranked.ts';
import { twoByTwo } from '../lists/two-by-two.ts';
import { correlateEigengenes } from '../matching/eigengene-correlations.ts';
import {
  commonSymbols,
  correlateModules,
  correlationOver,
  indexOfLargest,
  unionOfMembers,
} from '../matching/kme-profiles.ts';
import { answersOf, type Column, data, expectEqual, hasAnswers, readAnswer } from './read.ts';
import { type NetworkInput, readNetworks, type SymbolNetwork } from './read-networks.ts';

const NONE = new Float64Array(0);

interface Fidelity {
  modules: { input: NetworkInput; module: string; n: number }[];
  genes_above_line: number;
  genes: Record<'m' | 'fidelity' | 'mean_r' | 'sd_z' | 'Q' | 'I2' | 'rank', Column> & { symbol: string[] };
}

interface Elsewhere {
  A: NetworkInput;
  B: NetworkInput;
  modules_A: string[];
  modules_B: string[];
  common_symbols: number;
  symbols_A: number[];
  symbols_B: number[];
  symbols_A_common: number[];
  symbols_B_common: number[];
  rho: Column[];
  rho_top: Column[];
  overlap: number[][];
  jaccard: Column[];
  jaccard_all_symbols: Column[];
  log10_p: Column[];
  reciprocal_best: { A: string[]; B: string[]; reciprocal: boolean[] };
  common_samples?: string[];
}

interface Lists {
  input: NetworkInput;
  module: string;
  universe: number;
  list_size: number;
  sets: Record<
    | 'set_in_universe'
    | 'overlap'
    | 'jaccard'
    | 'p_over'
    | 'p_under'
    | 'odds_ratio'
    | 'or_low'
    | 'or_high'
    | 'fisher_two_sided'
    | 'cerno'
    | 'cerno_p'
    | 'auc'
    | 'rank_sum_p',
    Column
  > & { SetID: string[] };
}

/** The network with its modules in the order of the answer. */
function inOrder(network: SymbolNetwork, modules: readonly string[]) {
  expect([...network.modules].sort()).toEqual([...modules].sort());
  const at = modules.map((module) => network.modules.indexOf(module));
  return {
    kme: at.map((each) => network.kme[each] ?? NONE),
    members: at.map((each) => network.members[each] ?? new Uint32Array(0)),
  };
}

/**
 * The scale on which `fisher.test` searches odds ratios and limits, with an error of 1.2e-4: the value up to 1, above
 * it one over the value.
 */
function onScale(value: number | string | null): number {
  const number = Number(String(value).replace('Inf', 'Infinity'));
  return number > 1 ? 2 - 1 / number : number;
}
const SEARCH_ERROR = 3e-4;

/** Genes of a set of the corpus, as keys; its file has one symbol a line. */
function readSet(id: string): string[] {
  const lines = readFileSync(`${data}/corpus/resources/genesets/${id}.csv`, 'utf8').trimEnd().split(/\r?\n/);
  return lines.map((line) => mappingKey(line.replaceAll('"', '')));
}

describe.runIf(hasAnswers)('equal R:', () => {
  test.each(answersOf('fidelity_'))('%s', (name) => {
    const answer = readAnswer<Fidelity>(name);
    const { symbols, networks } = readNetworks(answer.modules.map(({ input }) => input));
    expect(networks.map(({ sampleCount }) => sampleCount)).toEqual(answer.modules.map(({ n }) => n));
    const found = consensusFidelity(
      networks.map(({ modules, kme, sampleCount }, at) => ({
        sampleCount,
        kme: kme[modules.indexOf(answer.modules[at]?.module ?? '')] ?? NONE,
      })),
    );
    expect(found.ranked).toBe(answer.genes_above_line);
    const rowOf = new Map([...found.symbols].map((symbol, row) => [symbol, row]));
    const rows = answer.genes.symbol.map((symbol) => rowOf.get(symbols.get(mappingKey(symbol)) ?? -1) ?? -1);
    const at = (values: ArrayLike<number>) => rows.map((row) => values[row] ?? Number.NaN);
    expect(at(found.numberOfModules)).toEqual(answer.genes.m);
    expectEqual(at(found.fidelity), answer.genes.fidelity, 1e-9, 1);
    expectEqual(at(found.meanR), answer.genes.mean_r, 1e-9, 1);
    expectEqual(at(found.sdZ), answer.genes.sd_z, 1e-9, 1);
    expectEqual(at(found.q), answer.genes.Q, 1e-9, 1);
    // R has no I2 of one module.
    const several = answer.genes.I2.map((cell, row) => (answer.genes.m[row] === 1 ? 0 : cell));
    expectEqual(at(found.iSquared), several, 1e-9, 1);
    expect(rows.map((row) => row < found.ranked)).toEqual(answer.genes.rank.map((rank) => rank !== null));
    // Genes whose fidelities differ in the last digit only may swap their ranks.
    const ranks = answer.genes.rank.flatMap((rank) => (typeof rank === 'number' ? [rank] : []));
    const ofRanked = answer.genes.fidelity.filter((_, gene) => answer.genes.rank[gene] !== null);
    expectEqual(
      ranks.map((rank) => numberAt(found.fidelity, rank - 1)),
      ofRanked,
      1e-9,
      1,
    );
  });

  test.each(answersOf('elsewhere_'))('%s', (name) => {
    const answer = readAnswer<Elsewhere>(name);
    const { networks } = readNetworks([answer.A, answer.B]);
    const [networkA, networkB] = networks;
    if (networkA === undefined || networkB === undefined) throw new Error('There are no networks.');
    const [a, b] = [inOrder(networkA, answer.modules_A), inOrder(networkB, answer.modules_B)];
    const common = commonSymbols(a.kme[0] ?? NONE, b.kme[0] ?? NONE);
    expect(common.length).toBe(answer.common_symbols);
    const isCommon = new Set(common);
    const shared = (members: Uint32Array) => members.filter((symbol) => isCommon.has(symbol));
    const [commonA, commonB] = [a.members.map(shared), b.members.map(shared)];
    expect(a.members.map(({ length }) => length)).toEqual(answer.symbols_A);
    expect(b.members.map(({ length }) => length)).toEqual(answer.symbols_B);
    expect(commonA.map(({ length }) => length)).toEqual(answer.symbols_A_common);
    expect(commonB.map(({ length }) => length)).toEqual(answer.symbols_B_common);
    const rho = correlateModules(a.kme, b.kme, common);
    for (const [row, ofA] of commonA.entries()) {
      expectEqual(rho[row] ?? NONE, answer.rho[row] ?? [], 1e-9, 1);
      const top = commonB.map((ofB, column) =>
        correlationOver(
          a.kme[row] ?? NONE,
          b.kme[column] ?? NONE,
          unionOfMembers([ofA, ofB], (symbol) => isCommon.has(symbol)),
        ),
      );
      expectEqual(top, answer.rho_top[row] ?? [], 1e-9, 1);
      const inA = new Set(ofA);
      const overlaps = commonB.map((ofB) => ofB.reduce((sum, symbol) => sum + Number(inA.has(symbol)), 0));
      expect(overlaps).toEqual(answer.overlap[row]);
      const universe = common.length;
      const logs = commonB.map(({ length: setSize }, column) =>
        Math.log10(
          hypergeometricTail({ overlap: overlaps[column] ?? 0, setSize, moduleSize: ofA.length, universe }),
        ),
      );
      expectEqual(logs, answer.log10_p[row] ?? [], 1e-9, 1);
      const jaccard = commonB.map(
        ({ length }, column) => (overlaps[column] ?? 0) / (ofA.length + length - (overlaps[column] ?? 0)),
      );
      expectEqual(jaccard, answer.jaccard[row] ?? [], 1e-12, 1);
    }
    const bestOfA = rho.map(indexOfLargest);
    const bestOfB = b.kme.map((_, column) => indexOfLargest(rho.map((row) => numberAt(row, column))));
    expect({
      A: answer.modules_A,
      B: bestOfA.map((best) => answer.modules_B[best]),
      reciprocal: bestOfA.map((best, row) => bestOfB[best] === row),
    }).toEqual(answer.reciprocal_best);
  });

  test('eigengenes over the two samples that the networks of LGG share are not correlated', () => {
    const [name = ''] = answersOf('elsewhere_TCGA_LGG_Agilent');
    const answer = readAnswer<Elsewhere>(name);
    const [a, b] = readNetworks([answer.A, answer.B]).networks;
    const columns = (a?.samples ?? []).flatMap((sample, column): [number, number][] => {
      const other = b?.samples.indexOf(sample) ?? -1;
      return other < 0 ? [] : [[column, other]];
    });
    expect(columns.map(([column]) => a?.samples[column]).sort()).toEqual(answer.common_samples?.toSorted());
    // R reports -1 and 1, which two samples always have.
    expect(new Set(correlateEigengenes(a?.eigengenes ?? [], b?.eigengenes ?? [], columns))).toEqual(
      new Set([Number.NaN]),
    );
  });

  test.each(answersOf('lists_'))('%s', (name) => {
    const { input, module, universe, list_size, sets } = readAnswer<Lists>(name);
    const { symbols, networks } = readNetworks([input]);
    const at = networks[0]?.modules.indexOf(module) ?? -1;
    const list = new Set(networks[0]?.members[at]);
    const { ranks, total, ties } = ranksOf(networks[0]?.kme[at] ?? NONE);
    expect([list.size, symbols.size]).toEqual([list_size, universe]);
    const found = sets.SetID.map((id) => {
      const members = [...new Set(readSet(id).flatMap((symbol) => symbols.get(symbol) ?? []))];
      const overlap = members.filter((symbol) => list.has(symbol)).length;
      const counts = { overlap, setSize: members.length, moduleSize: list.size, universe };
      const ranked = rankedEnrichment(
        members.map((symbol) => numberAt(ranks, symbol)),
        total,
        ties,
      );
      return { ...counts, ...twoByTwo(counts), ...ranked };
    });
    expect(found.map(({ setSize }) => setSize)).toEqual(sets.set_in_universe);
    expect(found.map(({ overlap }) => overlap)).toEqual(sets.overlap);
    const column = (value: (row: (typeof found)[number]) => number) => found.map(value);
    expectEqual(
      column(({ pOver }) => pOver),
      sets.p_over,
      1e-9,
    );
    expectEqual(
      column(({ pUnder }) => pUnder),
      sets.p_under,
      1e-9,
    );
    expectEqual(
      column(({ pFisher }) => pFisher),
      sets.fisher_two_sided,
      1e-9,
    );
    expectEqual(
      column(({ oddsRatio }) => onScale(oddsRatio)),
      sets.odds_ratio.map(onScale),
      SEARCH_ERROR,
      1,
    );
    expectEqual(
      column(({ low }) => onScale(low)),
      sets.or_low.map(onScale),
      SEARCH_ERROR,
      1,
    );
    expectEqual(
      column(({ high }) => onScale(high)),
      sets.or_high.map(onScale),
      SEARCH_ERROR,
      1,
    );
    expectEqual(
      column(({ cerno }) => cerno),
      sets.cerno,
      1e-9,
    );
    expectEqual(
      column(({ logPCerno }) => Math.exp(logPCerno)),
      sets.cerno_p,
      1e-9,
    );
    expectEqual(
      column(({ auc }) => auc),
      sets.auc,
      1e-9,
    );
    expectEqual(
      column(({ logPRankSum }) => Math.exp(logPRankSum)),
      sets.rank_sum_p,
      1e-9,
    );
  });
});
