/**
 * Search nodes killed and frozen, and their databases killed, while searches run: every answer equals that of a web
 * process without search nodes, and nobody waits long.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { randomFrom } from '../../bench/corpus/corpus-generator.ts';
import { until } from '../../journeys/harness/portal.ts';
import { killSearchNode, type SearchNode, untilReady } from '../../journeys/harness/search-node.ts';
import { countMerged, describeSeen, keepComparing, type Seen, withSearchCluster } from './search-cluster.ts';

const KILLS = Number(process.env.OMICON_KILLS ?? 40);
const SHARDS = 2;
const ASKERS = 2;
const FROZEN_MS = 4000;
const WAYS = ['killed', 'frozen', 'database killed'] as const;
const TARGET_MS = 3000;

/** Ends a node in one way, and brings it back. */
async function strike(node: SearchNode, way: (typeof WAYS)[number]): Promise<void> {
  if (way !== 'frozen') return killSearchNode(node, way === 'killed' ? 'node' : 'database');
  const { process: child } = node.running;
  child.kill('SIGSTOP');
  await sleep(FROZEN_MS);
  child.kill('SIGCONT');
}

export async function killSearchNodes(): Promise<void> {
  await withSearchCluster(async (cluster) => {
    const nodes = await Promise.all(
      Array.from({ length: SHARDS }, (_, shard) => cluster.startNode(shard, SHARDS)),
    );
    const sharded = await cluster.startSharded(nodes);
    await untilReady(nodes);
    console.log('  the nodes are ready');
    const seen: Seen = { answers: 0, wrong: 0, refused: 0, waits: [] };
    const random = randomFrom(20_261_126);
    let isOver = false;
    const asking = Array.from({ length: ASKERS }, () =>
      keepComparing(cluster, { sharded: () => sharded, random, seen, isOver: () => isOver }),
    );
    try {
      for (let kill = 0; kill < KILLS; kill += 1) {
        const before = await countMerged(sharded);
        // Answers of both nodes, so that each kill strikes a node at work.
        await until(
          'merged results',
          async () => ((await countMerged(sharded)) > before + 2 ? true : null),
          120_000,
        );
        const node = nodes[Math.floor(kill / WAYS.length) % SHARDS];
        if (node) await strike(node, WAYS[kill % WAYS.length] ?? 'killed');
      }
    } finally {
      isOver = true;
      await Promise.all(asking);
    }
    console.log(
      `\nsearch nodes: ${KILLS} kills; ${await countMerged(sharded)} searches merged from both nodes; ${describeSeen(seen, TARGET_MS)}`,
    );
    if (seen.wrong > 0 || seen.refused > 0) throw new Error('Search nodes changed results.');
  });
}
