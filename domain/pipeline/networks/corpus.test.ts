/**
 * Every network of the corpus that R computed, again from its data set: members, definitions, kME and all statistics.
 */

import { describe, expect, test } from 'vitest';
import { numberAt } from '../../arrays/number-at.ts';
import { MODULE_DEFINITIONS } from '../../records/module-definition.ts';
import { bicorProfile, correlationPValue } from '../../statistics/correlation.ts';
import { packProfiles } from '../../statistics/kernel/pair-products.ts';
import { featureValues } from '../../statistics/matrix.ts';
import { expectEqual, filesOf, hasAnswers, readMatrix, readTable } from '../../statistics/r-answers/read.ts';
import { findBranches } from '../branches/find-branches.ts';
import { varyingFeatures } from '../input.ts';
import { type CovariationNetwork, findNetwork } from './find-network.ts';
import { openEigengenes } from './merge.ts';
import { MODULE_STATISTICS, moduleStatistics } from './module-statistics.ts';
import { type NetworkStatistics, networkStatistics } from './network-statistics.ts';

const ANALYSES = [
  ['corpus/GSE4271/all/makeFM/GSE4271_Modules/*', 'GSE4271_Primary_72_Qnorm'],
  ['corpus/GSE4271/all/makeFM/GSE4271_Recurrent_Modules/*', 'GSE4271_Recurrent_22_outliers_removed'],
  ['corpus/TCGA_GBM/makeFM_RNAseq/*/*', 'TCGA_GBM_RNAseq_All_166_Qnorm'],
  ['corpus/E-MTAB-2358/all/makeFM/*/*', 'E-MTAB-2358_Oligodendroglioma_25_Qnorm'],
  ['corpus/TCGA_LGG/makeFM_Agilent/*/*', 'TCGA_LGG_Agilent_All_26_Qnorm'],
  ['corpus/TCGA_LGG/makeFM_RNAseq/*/*', 'TCGA_LGG_RNAseq_All_19_Qnorm'],
  ['corpus/TCGA_LGG/makeFM_miRNA/*/*', 'TCGA_LGG_miRNA_Primary_496_ComBat'],
  ['corpus/BLADDER_DYRSKJOT/makeFM/*/*', 'BLADDER_DYRSKJOT_All_55_ComBat'],
  ['followup/TCGA_ACC/makeFM/*/*', 'TCGA_ACC_All_74_Qnorm'],
] as const;

const NETWORK_STATISTICS: Record<string, keyof NetworkStatistics> = {
  InitialModules: 'initialModules',
  FinalModules: 'finalModules',
  ChangeModules: 'changeModules',
  Members: 'members',
  MeanSpecificity: 'meanSpecificity',
  MeanHomogeneity: 'meanHomogeneity',
  MeanPC1VE: 'meanPc1ve',
  MeanSeparation: 'meanSeparation',
  corModKC: 'corModKC',
  ALL: 'featureCount',
  ALLreachPcnt: 'reach',
  ALLredundPcnt: 'redundancy',
  ALLratio: 'ratio',
};

/** A cell of R: an empty one is missing. */
function cellOf(text: string | undefined): number | 'Inf' | null {
  return text === undefined || text === '' || text === 'NA' ? null : text === 'Inf' ? 'Inf' : Number(text);
}

/** The network statistics of an analysis, network by network. */
function readNetworks(folder: string): Map<string, string>[] {
  const [file = ''] = filesOf(`${folder}/*network_statistics.csv`);
  const rows = readTable(file);
  const names = rows[0]?.slice(1) ?? [];
  return names.map(
    (_, at) => new Map(rows.map(([statistic = '', ...cells]) => [statistic, cells[at] ?? ''])),
  );
}

function colourOf({ modules }: CovariationNetwork, index: number): string {
  return modules[index]?.colour ?? '';
}

function checkKmeTable(network: CovariationNetwork, rows: string[][], sampleCount: number): void {
  const { definitions, modules } = network;
  const [head = [], ...features] = rows;
  const assignments = [
    definitions.seed,
    definitions.positiveBonferroni,
    definitions.positiveFdr,
    definitions.negativeBonferroni,
    definitions.negativeFdr,
  ];
  const columns = [2, 5, 6, 7, 8];
  MODULE_DEFINITIONS.forEach((_, at) => {
    const found = Array.from(assignments[at] ?? [], (index) => colourOf(network, index));
    const expected = features.map((row) => row[columns[at] ?? 0]).map((cell) => (cell === 'NA' ? '' : cell));
    expect(found).toEqual(expected);
  });
  modules.forEach(({ colour, kmes }) => {
    const column = head.indexOf(`kME${colour}`);
    if (column < 0) return;
    expectEqual(
      kmes,
      features.map((row) => cellOf(row[column])),
      6e-6,
      0.1,
    );
    expectEqual(
      kmes.map((value) => correlationPValue(value, sampleCount)),
      features.map((row) => cellOf(row[column + 1])),
      6e-5,
    );
  });
}

describe.runIf(hasAnswers)('equal R:', () => {
  test.each(ANALYSES)('networks of %s', async (pattern, stem) => {
    const [folder = ''] = filesOf(pattern);
    const [file = ''] = filesOf(`{corpus,followup}/**/${stem}.csv`);
    const [root = '', ...inside] = file.split('/');
    const { matrix } = varyingFeatures(readMatrix({ root, file: inside.join('/') }).matrix);
    const panels = packProfiles(matrix, (feature) => bicorProfile(featureValues(matrix, feature)));
    const expected = readNetworks(folder);
    expect(expected.length).toBeGreaterThan(0);
    const relatives = [...new Set(expected.map((each) => Number(each.get('RelSignum'))))];
    const grid = await findBranches(panels, { relatives });
    const eigengeneOf = openEigengenes(matrix);
    for (const each of expected) {
      const branches = grid.thresholds.find(({ relative }) => relative === Number(each.get('RelSignum')));
      if (branches === undefined) throw new Error('There is no such threshold.');
      const network = findNetwork(matrix, branches, { minSize: Number(each.get('MinSize')), eigengeneOf });
      expectEqual([network.threshold], [cellOf(each.get('Signum'))], 1e-12);
      const rows = moduleStatistics(network, matrix);
      const statistics = networkStatistics(network, rows, matrix);
      for (const [name, key] of Object.entries(NETWORK_STATISTICS))
        expectEqual([statistics[key]], [cellOf(each.get(name))], 1e-5, 1e-3);
      const name = each.get('Network')?.replaceAll(/^Bicor\.None/g, 'Bicor-None');
      const [eigengenes = ''] = filesOf(`${folder}/${name}/Module_eigengenes*.csv`);
      const [head = [], ...samples] = readTable(eigengenes);
      expect(network.modules.map(({ colour }) => colour)).toEqual(head.slice(2));
      network.modules.forEach(({ values }, at) => {
        expectEqual(
          values,
          samples.map((row) => cellOf(row[at + 2])),
          6e-10,
          1,
        );
      });
      const [table = ''] = filesOf(`${folder}/${name}/Module_statistics*.csv`);
      const lines = readTable(table).slice(1);
      MODULE_STATISTICS.forEach((statistic, at) => {
        expectEqual(
          rows.map((row) => numberAt([row[statistic]], 0)),
          lines.map((line) => cellOf(line[at + 1])),
          1e-6,
          1e-2,
        );
      });
      const [kme = ''] = filesOf(`${folder}/${name}/kME_table*.csv`);
      checkKmeTable(network, readTable(kme), matrix.sampleCount);
    }
  });
});
