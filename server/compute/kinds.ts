/** All kinds of computations. A new kind is one file in `kinds/` and one line here. */
import { matchDataSets } from './kinds/atlas/match-data-sets.ts';
import { metaConsensus } from './kinds/atlas/meta-consensus.ts';
import { recurringModules } from './kinds/atlas/recurring-modules.ts';
import { cellTypesOfSet, markersOfType } from './kinds/cell-types.ts';
import { combineCorrelates } from './kinds/combine-correlates.ts';
import { compareSampleGroups } from './kinds/compare-groups.ts';
import { completeKme } from './kinds/complete-kme.ts';
import { computeConsensus } from './kinds/consensus.ts';
import { correlate } from './kinds/correlate.ts';
import { expressionOfGene } from './kinds/gene-expression.ts';
import { matchModules } from './kinds/match-modules.ts';
import { matchNetworks } from './kinds/match-networks.ts';
import { moduleSurvival } from './kinds/module-survival.ts';
import { preserveModules } from './kinds/preserve-modules.ts';
import { outliersByRounds } from './kinds/propose-outliers.ts';
import * as pipeline from './kinds/run-pipeline.ts';
import { networkOfSamples } from './kinds/sample-network.ts';
import { survivalPanels } from './kinds/survival-panels.ts';
import { tabulateTraits } from './kinds/tabulate-traits.ts';
import { testOverlaps } from './kinds/test-overlaps.ts';

export const KINDS = {
  comparison: compareSampleGroups,
  complete_kme: completeKme,
  module_traits: tabulateTraits,
  module_survival: moduleSurvival,
  consensus: computeConsensus,
  survival: survivalPanels,
  sample_network: networkOfSamples,
  outliers: outliersByRounds,
  prepare_data_set: pipeline.prepare,
  preview_modules: pipeline.preview,
  find_modules: pipeline.find,
  gene_expression: expressionOfGene,
  correlate,
  combined_correlates: combineCorrelates,
  module_matches: matchModules,
  network_matches: matchNetworks,
  preservation: preserveModules,
  overlaps: testOverlaps,
  cell_types: cellTypesOfSet,
  cell_type_markers: markersOfType,
  recurring_modules: recurringModules,
  data_set_matches: matchDataSets,
  meta_consensus: metaConsensus,
};
