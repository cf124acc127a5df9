/**
 * Each part of a cluster killed in turn, while people comment, search, read files and ask for zips through its proxy:
 * nothing acknowledged is lost, every answer equals that of a web process without replica and search nodes, and what
 * was asked for comes.
 */
import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { randomFrom } from '../../bench/corpus/corpus-generator.ts';
import { commentOn, jsonHeaders } from '../../journeys/harness/calls.ts';
import { type Cluster, type Killable, startCluster } from '../../journeys/harness/cluster.ts';
import { CORPUS } from '../../journeys/harness/corpus-files.ts';
import { type Caller, signInByToken, until } from '../../journeys/harness/portal.ts';
import { openDatabase, sql } from '../../server/base/postgres/database.ts';
import { startGateway } from '../../server/test-support/store/radosgw.ts';
import { ask, countMerged, listSymbols, makeQuestion, type Question } from '../search/search-cluster.ts';

const KILLS = Number(process.env.OMICON_KILLS ?? 40);
/** asked by random, so that most are in no cache of the process that answers */
const QUESTIONS = 200;
const ASKERS = 2;
/** between two kills, while everything works */
const QUIET_MS = 2000;
const TARGET_MS = 3000;
const PATIENCE_MS = 120_000;

interface Wait {
  what: string;
  ms: number;
  /** the part that was killed last */
  killed: string;
}

interface Run {
  cluster: Cluster;
  person: Caller;
  waits: Wait[];
  killed: string;
  isOver: boolean;
  faults: string[];
}

/** Repeats a call until it succeeds, as a person would, and notes how long that took. */
async function patiently<T>(run: Run, what: string, call: () => Promise<T | null>): Promise<T> {
  const begun = performance.now();
  let last: unknown = 'no success';
  for (;;) {
    const result = await call().catch((error: unknown) => {
      last = error;
      return null;
    });
    const ms = performance.now() - begun;
    if (result !== null) {
      run.waits.push({ what, ms, killed: run.killed });
      return result;
    }
    if (ms > PATIENCE_MS)
      throw new Error(
        `${what}: no success for ${ms.toFixed(0)} ms after ${run.killed} was killed (${last}).\n${run.cluster.output()}`,
      );
    await sleep(50);
  }
}

async function readJson<T>(answer: Response, status: number): Promise<T | null> {
  return answer.status === status ? ((await answer.json()) as T) : null;
}

/** A create call: with the same key it takes effect once. */
function create({ cluster, person }: Run, path: string, key: string, body: unknown): Promise<Response> {
  return fetch(`${cluster.address}${path}`, {
    method: 'POST',
    headers: jsonHeaders(person.token, key),
    body: JSON.stringify(body),
  });
}

/** Comments one after the other. @returns the texts that were acknowledged */
async function keepCommenting(run: Run, collection: number): Promise<string[]> {
  const written: string[] = [];
  while (!run.isOver) {
    const text = `kept ${randomUUID()}`;
    await patiently(run, 'comment', async () => {
      const body = commentOn('dc', collection, text);
      const answer = await create(run, '/api/comment/create/', text, body);
      return answer.status === 201 ? true : null;
    });
    written.push(text);
    await sleep(100);
  }
  return written;
}

/** Asks questions of which the answers are known. @returns the number of answers */
async function keepSearching(run: Run, known: readonly [Question, string][], random: () => number) {
  let answers = 0;
  while (!run.isOver) {
    const [question, expected] = known[Math.floor(random() * known.length)] ?? [];
    if (question === undefined) throw new Error('There are no questions.');
    const text = await patiently(run, 'search', async () => {
      const answer = await ask({ address: run.cluster.address, token: run.person.token }, question);
      return answer.isRefused ? null : answer.text;
    });
    answers += 1;
    if (text !== expected)
      run.faults.push(
        `after ${run.killed}: ${JSON.stringify(question).slice(0, 200)}: ${text.slice(0, 200)}`,
      );
  }
  return answers;
}

/** Reads files of the store by links. */
async function keepReading(run: Run, keys: readonly string[]): Promise<number> {
  let files = 0;
  while (!run.isOver) {
    const key = keys[files % keys.length];
    await patiently(run, 'file', async () => {
      const answer = await run.person.send('POST', '/api/files/link/', { key, purpose: 'download' });
      const link = await readJson<{ url: string; sha256: string }>(answer, 200);
      if (link === null) return null;
      const content = await fetch(new URL(link.url, run.cluster.address), {
        headers: { authorization: `Token ${run.person.token}` },
      });
      if (!content.ok) return null;
      const hash = createHash('sha256')
        .update(Buffer.from(await content.arrayBuffer()))
        .digest('hex');
      if (hash !== link.sha256) run.faults.push(`other bytes of ${key} after ${run.killed}`);
      return true;
    });
    files += 1;
    await sleep(100);
  }
  return files;
}

/** Asks for zips one after the other, until each is ready. */
async function keepZipping(run: Run, collection: number): Promise<number> {
  let zips = 0;
  while (!run.isOver) {
    const key = randomUUID();
    const body = { type: 'zip', folders: [{ entity_type: 'dc', entity_id: collection }] };
    const { id } = await patiently(run, 'zip request', async () =>
      readJson<{ id: string }>(await create(run, '/api/downloads/', key, body), 201),
    );
    await patiently(run, 'zip', async () => {
      const found = await readJson<{ state: string }>(await run.person.get(`/api/downloads/${id}/`), 200);
      if (found !== null && !['waiting', 'preparing', 'ready'].includes(found.state)) {
        run.faults.push(`a zip is ${found.state} after ${run.killed}`);
        return true;
      }
      return found?.state === 'ready' ? true : null;
    });
    zips += 1;
  }
  return zips;
}

async function findKeys(person: Caller): Promise<string[]> {
  const answer = await person.get('/api/files/recent/?page_size=10');
  const { results } = (await answer.json()) as { results: { key: string }[] };
  return results.map(({ key }) => key);
}

/** How often each of the comments is stored. */
async function countComments({ databaseUrl }: Cluster): Promise<Map<string, number>> {
  const { db, close } = openDatabase(databaseUrl, { connections: 1 });
  const { rows } = await sql<{ text: string; n: number }>`
    select plain_text as text, count(*)::int as n from comment where plain_text like 'kept %' group by 1`.execute(
    db,
  );
  await close();
  return new Map(rows.map(({ text, n }) => [text, n]));
}

/** The longest wait after kills of each part, and how many were over the target. */
function printWaits(waits: readonly Wait[], parts: readonly Killable[]): void {
  for (const { name } of parts) {
    const after = waits
      .filter(({ killed, what }) => killed === name && what !== 'zip')
      .toSorted((a, b) => b.ms - a.ms);
    const late = after.filter(({ ms }) => ms > TARGET_MS).length;
    const [longest] = after;
    console.log(
      `  ${name.padEnd(20)} ${String(after.length).padStart(5)} calls, ${late} over ${TARGET_MS / 1000} s, longest ${((longest?.ms ?? 0) / 1000).toFixed(1)} s (${longest?.what ?? 'none'})`,
    );
  }
}

/** The recovery of a killed database repeats what was written since; right after an import that is all of it. */
async function checkpoint({ databaseUrl }: Cluster): Promise<void> {
  const { db, close } = openDatabase(databaseUrl, { connections: 1 });
  await sql`checkpoint`.execute(db);
  await close();
}

async function killInTurn(cluster: Cluster, parts: readonly Killable[]): Promise<void> {
  const person = await signInByToken(cluster.address, 'demo_lab');
  const random = randomFrom(20_261_127);
  const symbols = await listSymbols(cluster.databaseUrl, cluster.dataDir);
  const alone = await cluster.startAlone();
  const known: [Question, string][] = [];
  for (let asked = 0; asked < QUESTIONS; asked += 1) {
    const question = makeQuestion(symbols, random);
    const { isRefused, text } = await ask({ address: alone.address, token: person.token }, question);
    if (isRefused) throw new Error(text);
    known.push([question, text]);
  }
  await alone.stop();
  // Otherwise web processes might have given every answer by themselves.
  await until('an answer of the search nodes', async () => {
    for (const [question] of known.slice(0, 9))
      await ask({ address: cluster.address, token: person.token }, question);
    const merged = await Promise.all(cluster.webAddresses.map((address) => countMerged({ address })));
    return merged.some((count) => count > 0) ? true : null;
  });
  const { results } = (await (await person.get('/api/data-collections/?page_size=1')).json()) as {
    results: { id: number }[];
  };
  const collection = results[0]?.id ?? 0;
  const run: Run = { cluster, person, waits: [], killed: 'none', isOver: false, faults: [] };
  const commenting = keepCommenting(run, collection);
  const others = Promise.all([
    ...Array.from({ length: ASKERS }, () => keepSearching(run, known, random)),
    keepReading(run, await findKeys(person)),
    keepZipping(run, collection),
  ]);
  try {
    for (let kill = 0; kill < KILLS; kill += 1) {
      await sleep(QUIET_MS);
      const part = parts[kill % parts.length];
      if (part === undefined) break;
      run.killed = part.name;
      const begun = performance.now();
      await part.kill();
      console.log(`  ${part.name} killed, back after ${((performance.now() - begun) / 1000).toFixed(1)} s`);
    }
    await sleep(QUIET_MS);
  } finally {
    run.isOver = true;
  }
  const [written, counts] = [await commenting, await others];
  const stored = await countComments(cluster);
  const absent = written.filter((text) => !stored.has(text)).length;
  const twice = written.filter((text) => (stored.get(text) ?? 0) > 1).length;
  const [searches, files, zips] = [(counts[0] ?? 0) + (counts[1] ?? 0), counts[2], counts[3]];
  console.log(
    `\ncluster: ${KILLS} kills in turn; ${written.length} comments acknowledged, ${absent} missing, ${twice} duplicated; ${searches} searches, ${files} files, ${zips} zips; ${run.faults.length} wrong`,
  );
  printWaits(run.waits, parts);
  if (absent + twice + run.faults.length > 0)
    throw new Error(`The cluster lost or changed something.\n${run.faults.join('\n')}`);
}

async function untilTakenIn(cluster: Cluster): Promise<void> {
  const person = await signInByToken(cluster.address, 'demo_lab');
  await until(
    'the corpus',
    async () => {
      const answer = await person.get('/api/gene-sets/?page_size=1');
      const analyses = await person.get('/api/analyses/?page_size=1');
      const [sets, networks] = (await Promise.all([answer.json(), analyses.json()])) as { total: number }[];
      return sets?.total === 3130 && networks?.total === 8 ? true : null;
    },
    600_000,
  );
}

export async function killCluster(): Promise<void> {
  const { gateway, kill, stop } = await startGateway();
  try {
    const cluster = await startCluster(
      // A search that waits for a killed part is answered late, not in the background.
      { args: ['--empty', '--import', CORPUS], env: { OMICON_SEARCH_WAIT_MS: '60000' } },
      gateway,
    );
    try {
      await untilTakenIn(cluster);
      await checkpoint(cluster);
      await killInTurn(cluster, [...cluster.killables, { name: 'radosgw', kill }]);
    } finally {
      await cluster.remove();
    }
  } finally {
    await stop();
  }
}
