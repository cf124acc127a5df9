/**
 * An import during fifty searches a second on two search nodes: every response matches the corpus before or after it. Then
 * two nodes become three and four while searches run: no answer is wrong, and nothing of the old nodes is left on the
 * primary.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { randomFrom } from '../../bench/corpus/corpus-generator.ts';
import { runCommand } from '../../journeys/harness/commands.ts';
import { FOLLOW_UP } from '../../journeys/harness/corpus-files.ts';
import { type Portal, signInByToken, until } from '../../journeys/harness/portal.ts';
import { removeSearchNode, type SearchNode, untilReady } from '../../journeys/harness/search-node.ts';
import { openDatabase } from '../../server/base/postgres/database.ts';
import {
  ask,
  countMerged,
  describeSeen,
  keepComparing,
  makeQuestion,
  type Question,
  type SearchCluster,
  type Seen,
  withSearchCluster,
} from './search-cluster.ts';

const SHARDS = [2, 3, 4] as const;
const QUESTIONS = 1500;
const QUESTIONS_A_SECOND = 50;
/** More would wait for a connection rather than for an answer. */
const MOST_WAITING = 32;
/** How long searches run with each number of nodes. */
const BESIDE_MS = 10_000;
const TARGET_MS = 3000;
const FOUND_MS = 2000;

type Pool = ReturnType<typeof openDatabase>['pool'];

async function countNetworks(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ count: number }>('select count(*)::int as count from search_network');
  return rows[0]?.count ?? 0;
}

interface Given {
  question: Question;
  before: string;
  /** ms, as of performance.now() */
  askedAt: number;
  text: string;
  isRefused: boolean;
}

/** Asks at a fixed rate until it is over, slower only while too many questions wait for their answers. */
async function askAtRate(
  web: { address: string; token: string },
  questions: readonly { question: Question; before: string }[],
  isOver: () => boolean,
): Promise<Given[]> {
  const given: Given[] = [];
  const waiting = new Set<Promise<unknown>>();
  const begun = performance.now();
  for (const [index, each] of questions.entries()) {
    if (isOver()) break;
    await sleep(Math.max(0, begun + (index * 1000) / QUESTIONS_A_SECOND - performance.now()));
    if (waiting.size >= MOST_WAITING) await Promise.race(waiting);
    const askedAt = performance.now();
    const answered = ask(web, each.question).then((answer) => {
      given.push({ ...each, ...answer, askedAt });
      waiting.delete(answered);
    });
    waiting.add(answered);
  }
  await Promise.all(waiting);
  return given;
}

/** Every answer during an import is that of before or of after it. */
async function intakeBesideSearches(cluster: SearchCluster, sharded: Portal): Promise<void> {
  const { token } = await signInByToken(cluster.alone.address, 'demo_lab');
  const alone = { address: cluster.alone.address, token };
  const random = randomFrom(20_261_127);
  const questions: { question: Question; before: string }[] = [];
  for (let count = 0; count < QUESTIONS; count += 1) {
    const question = makeQuestion(cluster.symbols, random);
    questions.push({ question, before: (await ask(alone, question)).text });
  }
  const { pool, close } = openDatabase(cluster.databaseUrl, { connections: 1 });
  const networks = await countNetworks(pool);
  const mergedBefore = await countMerged(sharded);
  let isOver = false;
  let storedAt = Number.POSITIVE_INFINITY;
  const watch = async () => {
    while (!isOver && storedAt === Number.POSITIVE_INFINITY) {
      if ((await countNetworks(pool)) > networks) storedAt = performance.now();
      else await sleep(20);
    }
  };
  const begun = performance.now();
  const importing = runCommand('import', [FOLLOW_UP], cluster.alone.settings)
    // Searches after the import show how soon its networks are found.
    .then(() => sleep(FOUND_MS + 1000))
    .finally(() => {
      isOver = true;
    });
  const [given] = await Promise.all([
    askAtRate({ address: sharded.address, token }, questions, () => isOver),
    importing,
    watch(),
  ]);
  const seconds = (performance.now() - begun) / 1000;
  await close();
  if (storedAt === Number.POSITIVE_INFINITY) throw new Error('The import stored no network.');
  let [old, late, fresh, wrong, same] = [0, 0, 0, 0, 0];
  for (const { question, before, text, askedAt } of given) {
    const after = (await ask(alone, question)).text;
    if (text === after && before === after) same += 1;
    else if (text === after) fresh += 1;
    else if (text !== before) wrong += 1;
    else if (askedAt > storedAt + FOUND_MS) late += 1;
    else old += 1;
  }
  const refused = given.filter(({ isRefused }) => isRefused).length;
  const merged = (await countMerged(sharded)) - mergedBefore;
  console.log(
    `\nan import during searches on two nodes: ${given.length} responses in ${seconds.toFixed(0)} s, ${merged} merged from both nodes; ${old} from before the import, ${fresh} from after, ${same} the same in both, ${late} out of date for more than ${FOUND_MS / 1000} s, ${wrong} wrong, ${refused} refused`,
  );
  if (wrong > 0 || refused > 0 || late > 0 || fresh === 0 || old === 0)
    throw new Error('A response during the import mixed versions or was out of date.');
}

/** What the primary keeps for nodes: replication slots and publications of this number of shards. */
async function dropLeftOvers(pool: Pool, of: number): Promise<void> {
  const slots = await pool.query<{ name: string }>(
    `select slot_name as name from pg_replication_slots where slot_name like 'omicon\\_shard\\_%\\_of\\_${of}\\_%'`,
  );
  for (const { name } of slots.rows) {
    const drop = () => pool.query('select pg_drop_replication_slot($1)', [name]);
    // The primary notices after a moment that a node has left.
    await until('a free replication slot', () =>
      drop().then(
        () => true,
        () => null,
      ),
    );
  }
  for (let shard = 0; shard < of; shard += 1)
    await pool.query(`drop publication omicon_shard_${shard}_of_${of}`);
}

async function countSlots(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    'select count(*)::int as count from pg_replication_slots',
  );
  return rows[0]?.count ?? 0;
}

/** Starts the nodes of a number of shards, and a web process that asks them. */
async function startShards(
  cluster: SearchCluster,
  of: number,
): Promise<{ nodes: SearchNode[]; sharded: Portal }> {
  const nodes = await Promise.all(Array.from({ length: of }, (_, shard) => cluster.startNode(shard, of)));
  await untilReady(nodes);
  return { nodes, sharded: await cluster.startSharded(nodes) };
}

export async function growSearchNodes(): Promise<void> {
  await withSearchCluster(async (cluster) => {
    let current = await startShards(cluster, SHARDS[0]);
    await intakeBesideSearches(cluster, current.sharded);
    const { pool, close } = openDatabase(cluster.databaseUrl, { connections: 1 });
    const seen: Seen = { answers: 0, wrong: 0, refused: 0, waits: [] };
    const random = randomFrom(20_261_128);
    let isOver = false;
    const asking = keepComparing(cluster, {
      sharded: () => current.sharded,
      random,
      seen,
      isOver: () => isOver,
    });
    const grow = async () => {
      for (const of of SHARDS.slice(1)) {
        const old = current;
        const begun = performance.now();
        current = await startShards(cluster, of);
        const seconds = ((performance.now() - begun) / 1000).toFixed(0);
        // Questions that the old process still answers.
        await sleep(1000);
        await old.sharded.stop();
        for (const node of old.nodes) await removeSearchNode(node);
        await dropLeftOvers(pool, old.nodes.length);
        await sleep(BESIDE_MS);
        const merged = await countMerged(current.sharded);
        console.log(
          `  ${of} nodes after ${seconds} s; ${merged} searches merged from them; ${await countSlots(pool)} slots`,
        );
        if (merged === 0) throw new Error('The new nodes answered no searches.');
        if ((await countSlots(pool)) !== of)
          throw new Error('The primary still has replication slots of the old nodes.');
      }
    };
    try {
      await grow();
    } finally {
      isOver = true;
      await asking;
      await close();
    }
    console.log(`\ngrowth from two nodes to three and four: ${describeSeen(seen, TARGET_MS)}`);
    if (seen.wrong > 0 || seen.refused > 0) throw new Error('Adding nodes changed results.');
  });
}
