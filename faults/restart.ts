/**
 * Ready within ten seconds after server and database are killed together while comments are written, with a million
 * records (REL-9); and the recovery time if only the database is killed (REL-11).
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { keepDoing } from '../bench/load/keep-doing.ts';
import { makeCollection } from '../bench/records.ts';
import { ascending, quantile } from '../bench/report/figures.ts';
import { commentOn } from '../journeys/harness/calls.ts';
import { type KillablePortal, openKillablePortal } from '../journeys/harness/killable-portal.ts';
import { until } from '../journeys/harness/portal.ts';
import { type Database, sql } from '../server/base/postgres/database.ts';

const RECORDS = 1_000_000;
const RESTARTS = Number(process.env.OMICON_RESTARTS ?? 50);
const LANES = 6;
const TARGET_SECONDS = 10;

/** Creates a data collection with a million comments. @returns its number */
function fill(db: Database): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const { number } = await makeCollection(tx, 'GSE90000');
    await sql`
      with thread as (
        insert into comment_thread (entity_type, entity_number) values ('dc', ${number}) returning id)
      insert into comment (comment_thread_id, person_id, visibility, message, plain_text, page_url)
      select thread.id, (select min(id) from person), 'public', '<p>Said ' || n || '</p>', 'Said ' || n, '/home'
        from thread, generate_series(1, ${RECORDS}::int) n`.execute(tx);
    return number;
  });
}

/** People who write comments until stopped. @returns a function that stops them and counts acknowledged comments */
function startWriters(product: KillablePortal, collection: number, name: string): () => Promise<number> {
  const body = commentOn('dc', collection, name);
  return keepDoing(async () => {
    const { status } = await product.ask('/api/comment/create/', { body, key: randomUUID() });
    if (status !== 201) throw new Error(`Creating a comment returned ${status}.`);
  }, LANES);
}

async function expectKept(product: KillablePortal, name: string, answered: number): Promise<void> {
  const { rows } = await product.inDatabase((db) =>
    sql<{ n: number }>`select count(*)::int as n from comment where plain_text = ${name}`.execute(db),
  );
  if (rows[0]?.n !== answered)
    throw new Error(`${answered} comments were acknowledged, ${rows[0]?.n} are stored.`);
}

async function killBoth(product: KillablePortal, collection: number): Promise<number> {
  let kept = 0;
  for (let round = 0; round < RESTARTS; round += 1) {
    const name = `restart ${round}`;
    const stop = startWriters(product, collection, name);
    await sleep(200 + (round % 10) * 100);
    process.kill(product.databasePid(), 'SIGKILL');
    await product.end('server');
    const answered = await stop();
    await expectKept(product, name, answered);
    kept += answered;
  }
  return kept;
}

/** False also while the new database replaces the file with its process number. */
function hasOtherPid(product: KillablePortal, before: number): boolean {
  try {
    return product.databasePid() !== before;
  } catch {
    return false;
  }
}

/** @returns seconds from each kill of the database to the first successful list */
async function killDatabase(product: KillablePortal): Promise<number[]> {
  const seconds: number[] = [];
  for (let round = 0; round < 10; round += 1) {
    const before = product.databasePid();
    await product.end('database');
    const killed = performance.now();
    // Connections of a killed database may respond for a moment longer.
    await until('another database', async () => hasOtherPid(product, before) || null);
    await product.ask('/api/data-collections/');
    seconds.push((performance.now() - killed) / 1000);
  }
  return seconds;
}

function describeSeconds(seconds: readonly number[]): string {
  const sorted = ascending(seconds);
  return `p50 ${quantile(sorted, 0.5).toFixed(1)} s, longest ${quantile(sorted, 1).toFixed(1)} s`;
}

export async function restartWithMillion(): Promise<void> {
  const product = await openKillablePortal();
  try {
    const collection = await product.inDatabase(fill);
    console.log(`\n${RECORDS} comments, server and database killed together while more are written`);
    const kept = await killBoth(product, collection);
    const { secondsAway } = product;
    console.log(`  ${RESTARTS} restarts         ready after ${describeSeconds(secondsAway)} (target ${TARGET_SECONDS} s)
  acknowledged        ${kept} comments, none missing
  database alone      recovered after ${describeSeconds(await killDatabase(product))}`);
    const refused = [...product.refusals].filter((status) => status !== 503);
    if (refused.length > 0) throw new Error(`Calls failed with ${refused.join(', ')}.`);
    if (Math.max(...secondsAway) > TARGET_SECONDS) throw new Error('The portal was not ready in time.');
  } finally {
    await product.remove();
  }
}
