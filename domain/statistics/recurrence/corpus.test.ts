/**
 * What everybody knows of glioma recurs in the networks of the laboratory: the test names genes only. The corpus is
 * outside the repository; in CI its absence is a failure.
 */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { f64At, numberAt } from '../../arrays/number-at.ts';
import { correlateEigengenes } from '../matching/eigengene-correlations.ts';
import { kmeOfSymbols } from '../matching/kme-profiles.ts';
import { featureMatrix } from '../matrix.ts';
import { kmeOfModules } from '../modules/kme.ts';
import { type DataSetProfile, type ModuleProfile, matchModules } from './match-modules.ts';
import { consensusKme, findMetaModules, listPairs } from './meta-modules.ts';
import { findRecurringModules } from './recurring-modules.ts';

const corpus = resolve(
  import.meta.dirname,
  '../../..',
  process.env.OMICON_TEST_DATA ?? '../shared/data',
  'corpus',
);
const isPresent = existsSync(corpus);

/** Input data of the analyses, by the folder of the networks; features are symbols, or probes of the array below. */
const DATA_SETS: Readonly<Record<string, string>> = {
  GSE4271_makeFM: 'GSE4271_Primary_72_Qnorm.csv',
  TCGA_GBM_RNAseq_makeFM: 'TCGA_GBM_RNAseq_All_166_Qnorm.csv',
  'E-MTAB-2358_makeFM': 'E-MTAB-2358_Oligodendroglioma_25_Qnorm.csv',
  TCGA_LGG_Agilent_makeFM: 'TCGA_LGG_Agilent_All_26_Qnorm.csv',
  TCGA_LGG_RNAseq_makeFM: 'TCGA_LGG_RNAseq_All_19_Qnorm.csv',
  BLADDER_DYRSKJOT_makeFM: 'BLADDER_DYRSKJOT_All_55_ComBat.csv',
};
const PROBES = 'Affymetrix_U133A_PROBEID_SYMBOL.csv';

interface Module {
  name: string;
  eigengene: Float64Array;
  samples: string[];
  /** features that belong to it, by the seed or by FDR */
  members: string[];
}

function readCells(file: string): string[][] {
  const lines = readFileSync(file, 'utf8').trimEnd().split(/\r?\n/);
  return lines.map((line) => line.replaceAll('"', '').split(','));
}

/** Symbols by probe; some probes have several. */
function readProbes(): Map<string, string[]> {
  const [file = ''] = globSync(`${corpus}/resources/**/${PROBES}`);
  const rows = readCells(file).slice(1);
  return new Map(
    [...Map.groupBy(rows, ([probe = '']) => probe)].map(([probe, of]) => [
      probe,
      of.map(([, symbol = '']) => symbol),
    ]),
  );
}

function readNetwork(folder: string): Module[] {
  const [eigengenes = ''] = globSync(`${folder}/Module_eigengenes*.csv`);
  const [table = ''] = globSync(`${folder}/kME_table*.csv`);
  const [heads = [], ...rows] = readCells(eigengenes);
  const [titles = [], ...features] = readCells(table);
  const columns = [titles.indexOf('ModSeed'), titles.findIndex((title) => title.startsWith('TopModPosFDR'))];
  return heads.slice(2).map((name, at) => ({
    name,
    eigengene: Float64Array.from(rows, (cells) => Number(cells[at + 2])),
    samples: rows.map((cells) => cells[1] ?? ''),
    members: features.flatMap((cells) =>
      columns.some((column) => cells[column] === name) ? [cells[1] ?? ''] : [],
    ),
  }));
}

/** Values of features over samples; both header forms of the laboratory. */
function readMatrix(name: string) {
  const [file = ''] = globSync(`${corpus}/**/${name}`);
  const cells = readCells(file);
  const hasTwoHeaders = cells[0]?.[0] === 'INDEX';
  const first = hasTwoHeaders ? 2 : 1;
  const rows = cells.slice(hasTwoHeaders ? 2 : 1);
  return {
    features: rows.map((row) => row[first - 1] ?? ''),
    samples: (cells[hasTwoHeaders ? 1 : 0] ?? []).slice(first),
    rows: rows.map((row) => row.slice(first).map(Number)),
  };
}

function correlate(modules: readonly Module[]): Float64Array {
  const columns = (modules[0]?.samples ?? []).map((_, at): [number, number] => [at, at]);
  const eigengenes = modules.map(({ eigengene }) => eigengene);
  return correlateEigengenes(eigengenes, eigengenes, columns);
}

/** Recurring modules of a data set, with the kME of each feature with their representatives. */
function profileOf(name: string, modules: readonly Module[]) {
  const { features, samples, rows } = readMatrix(name);
  const columns = (modules[0]?.samples ?? []).map((sample) => samples.indexOf(sample));
  const matrix = featureMatrix(rows.map((row) => columns.map((column) => numberAt(row, column))));
  const representatives = findRecurringModules(correlate(modules)).flatMap(
    ({ representative }) => modules[representative] ?? [],
  );
  const kmes = kmeOfModules(
    matrix,
    representatives.map(({ eigengene }) => eigengene),
  );
  return { features, kmes, representatives };
}

describe.skipIf(!isPresent && process.env.CI !== 'true')('in the networks of the corpus', () => {
  let symbols: string[];
  let leading: string[][];

  beforeAll(() => {
    const folders = globSync(`${corpus}/**/kME_table*.csv`).map(dirname).toSorted();
    const read = Object.entries(DATA_SETS).map(([analysis, data]) => {
      const networks = folders.filter((folder) => basename(dirname(folder)).startsWith(analysis));
      expect(networks.length).toBeGreaterThan(1);
      return {
        cohort: analysis.split('_').slice(0, 2).join('_'),
        ...profileOf(data, networks.flatMap(readNetwork)),
      };
    });
    const cohorts = [...new Set(read.map(({ cohort }) => cohort))];
    const ofProbe = readProbes();
    const symbolsOf = (feature: string) => ofProbe.get(feature) ?? [feature];
    symbols = [...new Set(read.flatMap(({ features }) => features.flatMap(symbolsOf)))].toSorted();
    const numberOf = new Map(symbols.map((symbol, number) => [symbol, number]));
    const numbersOf = (feature: string) => symbolsOf(feature).map((symbol) => numberOf.get(symbol) ?? 0);
    const dataSets = read.map(({ cohort, features, kmes, representatives }) => {
      const pairs = features.flatMap((feature, at) =>
        numbersOf(feature).map((number) => [at, number] as const),
      );
      const measured = new Uint8Array(symbols.length);
      for (const [, number] of pairs) measured[number] = 1;
      const columns = {
        features: Uint32Array.from(pairs, ([feature]) => feature),
        symbols: Uint32Array.from(pairs, ([, number]) => number),
      };
      const modules = representatives.map(
        ({ members }, at): ModuleProfile => ({
          kme: kmeOfSymbols(kmes[at] ?? [], columns, symbols.length),
          members: Uint32Array.from(new Set(members.flatMap(numbersOf))),
        }),
      );
      const profile: DataSetProfile = { measured, modules };
      return { cohort: cohorts.indexOf(cohort), count: modules.length, profile };
    });
    const pairs = listPairs(dataSets).flatMap(([one, other]) => {
      const [a, b] = [dataSets[one]?.profile, dataSets[other]?.profile];
      return a === undefined || b === undefined ? [] : [{ one, other, matches: matchModules(a, b) }];
    });
    leading = findMetaModules(dataSets, pairs).map((meta) => {
      const profiles = Map.groupBy(meta, ({ dataSet }) => dataSets[dataSet]?.cohort);
      const consensus = consensusKme(
        [...profiles.values()].map((of) =>
          of.flatMap(({ dataSet, module }) => dataSets[dataSet]?.profile.modules[module]?.kme ?? []),
        ),
        symbols.length,
      );
      const known = [...consensus.keys()].filter((symbol) => !Number.isNaN(f64At(consensus, symbol)));
      const ranked = known.toSorted((a, b) => f64At(consensus, b) - f64At(consensus, a));
      return ranked.slice(0, 150).map((symbol) => symbols[symbol] ?? '');
    });
  }, 300_000);

  test.each([
    ['microglia and macrophages', 'CD53 TYROBP C1QB AIF1 LAPTM5 SPI1'],
    ['proliferation', 'TPX2 BUB1B TOP2A CCNA2 PBK CCNB2'],
    ['oligodendrocytes', 'TMEM125 KLK6 CNTN2 CNDP1 MOBP'],
    ['neurons', 'STX1A SV2B SYT1 CPLX2 GABRG2 SYN1'],
    ['astrocytes', 'ALDOC AGXT2L1 NDRG2 SLC1A4'],
    ['hypoxia and vessels', 'SERPINH1 VEGFA ADM ITGA5'],
    ['mesenchymal cells', 'LGALS3 CHI3L1 EMP3 TIMP1 ANXA1'],
    ['interferon', 'PSMB8 PSMB9 TAP1 IFI35 BST2'],
    ['extracellular matrix', 'COL1A2 LUM DCN COL3A1'],
  ])('%s are a meta-module', (_, genes) => {
    const wanted = genes.split(' ');
    const most = Math.max(...leading.map((names) => wanted.filter((gene) => names.includes(gene)).length));
    expect(most).toBeGreaterThan(wanted.length / 2);
  });
});
