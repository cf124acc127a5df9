/**
 * `npm run faults [-- <name> ...]`: the product under load and with failing infrastructure. Prints figures with a
 * calibration of the machine, and exits with code 1 if a promise is broken.
 */
import { describeMachine } from '../journeys/harness/product.ts';
import { takeAway } from './away.ts';
import { loadBesideWork } from './beside.ts';
import { killCluster } from './cluster-kills.ts';
import { fillTheDisk } from './disk-full.ts';
import { killEverything } from './kills.ts';
import { lookForLeaks } from './leaks.ts';
import { mixReadsAndComments } from './mix.ts';
import { growSearchNodes } from './node-growth.ts';
import { killSearchNodes } from './node-kills.ts';
import { killPipeline } from './pipeline-kills.ts';
import { askAtRandom } from './random-requests.ts';
import { loadReads } from './reads.ts';
import { restartWithMillion } from './restart.ts';
import { restoreOnEmptyHost } from './restore.ts';
import { runSideBySide } from './side-by-side.ts';
import { holdSockets } from './sockets.ts';
import { storm } from './storm.ts';
import { upgradeOldest } from './upgrade.ts';

const FAULTS: Record<string, () => Promise<void>> = {
  kills: killEverything,
  pipeline: killPipeline,
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
  random: askAtRandom,
  leaks: lookForLeaks,
  away: takeAway,
  'disk-full': fillTheDisk,
  'side-by-side': runSideBySide,
  upgrade: upgradeOldest,
};

const named = process.argv.slice(2);
const unknown = named.filter((name) => !Object.hasOwn(FAULTS, name));
if (unknown.length > 0) {
  console.error(`There is no ${unknown.join(', ')}. There are: ${Object.keys(FAULTS).join(', ')}`);
  process.exit(2);
}
console.log(`${new Date().toISOString().slice(0, 10)}, ${describeMachine()}`);
for (const [name, run] of Object.entries(FAULTS)) {
  if (named.length > 0 && !named.includes(name)) continue;
  try {
    await run();
  } catch (error) {
    console.error(`  BROKEN: ${name}:`, error);
    process.exitCode = 1;
  }
}
