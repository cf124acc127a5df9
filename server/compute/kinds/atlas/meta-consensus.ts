/** The consensus of meta-modules: their genes, and how their modules agree with it. */
import { f64At, numberAt } from '@omicon/domain/arrays/number-at.ts';
import { ModulePair } from '@omicon/domain/statistics/matching/kme-profiles.ts';
import { type ConsensusGenes, consensusGenes } from '@omicon/domain/statistics/recurrence/consensus-genes.ts';
import { measuredShare } from '@omicon/domain/statistics/recurrence/meta-modules.ts';
import { groupThemes } from '@omicon/domain/statistics/recurrence/themes.ts';
import type { Work } from '../../work.ts';
import { type ProfileRequest, readProfiles, type StoredModule, symbolsMeasured } from './module-profiles.ts';

/** A recurring module of a meta-module, by the module that represents it. */
interface MetaMember {
  cohort: number;
  module: StoredModule;
}

export interface MetaConsensusRequest extends ProfileRequest {
  metaModules: MetaMember[][];
  /** lists of the networks of each data set */
  dataSets: number[][];
}

export interface MetaConsensus {
  genes: ConsensusGenes;
  /** kME of each gene with each member, genes x members; NaN where it is not measured */
  kme: Float64Array;
  /** correlation of the kME of each member with the consensus */
  r: Float64Array;
  /** share of the genes that each data set measures */
  measured: Float64Array;
}

export interface MetaConsensusResult {
  metaModules: MetaConsensus[];
  /** indexes of the meta-modules of each theme */
  themes: number[][];
}

/** Reads every member once; keeps the consensus of all symbols for the themes: 200 KB for each meta-module. */
export async function metaConsensus(request: MetaConsensusRequest, work: Work): Promise<MetaConsensusResult> {
  const { symbolCount, metaModules, dataSets } = request;
  const measured = dataSets.map((lists) => symbolsMeasured(request, lists));
  const pair = new ModulePair(symbolCount);
  const made: MetaConsensus[] = [];
  const all: Float64Array[] = [];
  for (const [at, members] of metaModules.entries()) {
    work.report(at, metaModules.length);
    const profiles = await readProfiles(
      request,
      members.map(({ module }) => module),
      work,
    );
    const cohorts = Map.groupBy(profiles.keys(), (member) => members[member]?.cohort);
    const { genes, consensus } = consensusGenes(
      [...cohorts.values()].map((of) => of.flatMap((member) => profiles[member] ?? [])),
      symbolCount,
    );
    all.push(consensus);
    made.push({
      genes,
      kme: Float64Array.from({ length: genes.symbols.length * profiles.length }, (_, cell) => {
        const symbol = numberAt(genes.symbols, Math.floor(cell / profiles.length));
        return f64At(profiles[cell % profiles.length]?.kme ?? consensus, symbol);
      }),
      r: Float64Array.from(profiles, ({ kme }) => {
        pair.choose(kme, consensus);
        return pair.correlation();
      }),
      measured: Float64Array.from(measured, (each) => measuredShare(each, genes.symbols)),
    });
  }
  return { metaModules: made, themes: groupThemes(all) };
}
