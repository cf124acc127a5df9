/** Data sets written by hand, for corpora in which a test knows every posting. */
import type { CorpusSpec } from './random-corpus.ts';

type DataSet = CorpusSpec[number];
type Network = DataSet['analysis']['networks'][number];
type Module = Network['modules'][number];
type SetPs = Module['enrichment'][number];

/** P of the sets of a module definition that is enriched in none. */
export const NO_SETS: SetPs = [null, null, null, null, null, null];

/** A module of one gene, by its seed enriched in the first set. */
export function aModule(p: NonNullable<SetPs[number]> = 1e-3): Module {
  return { members: [['GENE0'], ['GENE0'], []], enrichment: [[p, ...NO_SETS.slice(1)], NO_SETS, NO_SETS] };
}

/** A public data set of one sample, with these networks of one module. */
export function aDataSet(networks: readonly Partial<Network>[] = [{}]): DataSet {
  const usual: Network = { traits: null, relSignum: 0.99, minSize: 6, modules: [aModule()] };
  return {
    visibility: 'public',
    isOwn: false,
    technology: 'Sequencer',
    samples: [{ Disease: 'glioma', Tumor_Grade: 4 }],
    analysis: {
      visibility: 'public',
      isOwn: false,
      networks: networks.map((network) => ({ ...usual, ...network })),
    },
  };
}
