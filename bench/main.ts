/** `npm run bench [-- <name> ...] [--large]`: benchmarks by name, by default all. `--large` adds larger inputs. */
import { parseArgs } from 'node:util';
import { benchAtlas } from './analysis/atlas.ts';
import { benchComparison } from './analysis/comparison.ts';
import { benchCorrelates } from './analysis/correlates.ts';
import { benchExpression } from './analysis/expression.ts';
import { benchMatching } from './analysis/matching.ts';
import { benchGenerator } from './corpus/time-generator.ts';
import { benchBring } from './intake/bring.ts';
import { benchIntake } from './intake/intake.ts';
import { benchAccountTiming } from './pages/account-timing.ts';
import { benchAtlasPages } from './pages/atlas-pages.ts';
import { benchComments } from './pages/comments.ts';
import { benchExplore } from './pages/explore.ts';
import { benchLineage } from './pages/lineage.ts';
import { benchModulePages } from './pages/module-pages.ts';
import { benchPages } from './pages/pages.ts';
import { benchReads } from './pages/reads.ts';
import { benchTreemap } from './pages/treemap.ts';
import { benchPipeline } from './pipeline/pipeline.ts';
import { benchBesidePipeline } from './pipeline/pipeline-beside.ts';
import { runScenarios } from './report/run-scenarios.ts';
import { benchFolds } from './search/folds.ts';
import { benchSearch } from './search/search.ts';
import { benchSearchNodes } from './search/search-nodes.ts';
import { benchSearchParts } from './search/search-parts.ts';
import { benchTraitRule } from './search/trait-rule.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { large: { type: 'boolean', default: false } },
});

await runScenarios(
  {
    intake: () => benchIntake(values.large),
    bring: () => benchBring(values.large),
    'corpus-generator': () => benchGenerator(),
    'account-timing': benchAccountTiming,
    comments: benchComments,
    treemap: benchTreemap,
    lineage: benchLineage,
    'module-pages': benchModulePages,
    matching: benchMatching,
    atlas: benchAtlas,
    'atlas-pages': benchAtlasPages,
    'trait-rule': () => benchTraitRule(),
    comparison: benchComparison,
    correlates: () => benchCorrelates(),
    expression: benchExpression,
    pipeline: benchPipeline,
    'pipeline-beside': () => benchBesidePipeline(),
    pages: () => benchPages(),
    reads: benchReads,
    explore: benchExplore,
    'search-parts': () => benchSearchParts(100),
    async search() {
      for (const networks of values.large ? [100, 1000, 5000] : [100]) await benchSearch(networks);
    },
    folds: () => benchFolds(values.large ? 5000 : 300),
    'search-nodes': () => benchSearchNodes(values.large ? 1000 : 100),
  },
  positionals,
);
