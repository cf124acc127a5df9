/**
 * `npm run faults [-- <name> ...]`: the product under load and with failing infrastructure, by default all runs. Exits
 * with code 1 if a guarantee is broken; missed speed targets are only printed.
 */
import { runScenarios } from '../bench/report/run-scenarios.ts';
import { takeAway } from './away.ts';
import { loadBesideWork } from './beside.ts';
import { fillTheDisk } from './disk-full.ts';
import { bringHostileFiles } from './hostile-files.ts';
import { killAtlas } from './kills/atlas-kills.ts';
import { killCluster } from './kills/cluster-kills.ts';
import { killEverything } from './kills/kills.ts';
import { killPipeline } from './kills/pipeline-kills.ts';
import { lookForLeaks } from './leaks.ts';
import { mixReadsAndComments } from './mix.ts';
import { askAtRandom } from './random-requests.ts';
import { loadReads } from './reads.ts';
import { restartWithMillion } from './restart.ts';
import { restoreOnEmptyHost } from './restore.ts';
import { growSearchNodes } from './search/node-growth.ts';
import { killSearchNodes } from './search/node-kills.ts';
import { runSideBySide } from './side-by-side.ts';
import { holdSockets } from './sockets.ts';
import { storm } from './storm.ts';
import { upgradeOldest } from './upgrade.ts';

await runScenarios(
  {
    kills: killEverything,
    pipeline: killPipeline,
    atlas: killAtlas,
    nodes: killSearchNodes,
    growth: growSearchNodes,
    cluster: killCluster,
    restart: restartWithMillion,
    restore: restoreOnEmptyHost,
    sockets: holdSockets,
    reads: loadReads,
    mix: mixReadsAndComments,
    beside: loadBesideWork,
    storm,
    'hostile-files': bringHostileFiles,
    random: askAtRandom,
    leaks: lookForLeaks,
    away: takeAway,
    'disk-full': fillTheDisk,
    'side-by-side': runSideBySide,
    upgrade: upgradeOldest,
  },
  process.argv.slice(2),
);
