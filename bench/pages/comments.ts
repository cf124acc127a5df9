/**
 * Durable comments over HTTP, each with a mention: `RATE` a second for `SECONDS`, sent on schedule even if earlier ones
 * are not answered yet, so that a pause of the server counts for all that wait (REL-13: p99 within 250 ms).
 * Calibrations before and after measure the machine: replies a second of a bare Node server, and rows a second
 * committed by one connection. The run is void if they differ by more than 20 %.
 */
import { randomUUID } from 'node:crypto';
import { sql } from '@omicon/server/base/postgres/database.ts';
import { commentOn, jsonHeaders } from '../../journeys/harness/calls.ts';
import { type Member, makeMembers } from '../../journeys/harness/members.ts';
import { type Product, withProduct } from '../../journeys/harness/product.ts';
import { type Calls, openLoop } from '../load/http-load.ts';
import { makeCollection } from '../records.ts';
import { isVoid, measureHttp } from '../report/calibration.ts';
import { quantile } from '../report/figures.ts';
import { runScenarios } from '../report/run-scenarios.ts';

const RATE = 200;
const SECONDS = 20;
const PEOPLE = 50;
const CONNECTIONS = 64;
const CALIBRATION_MS = 3000;
/** Warm-up seconds, not measured, in which server and client code is compiled. */
const WARM_UP = 3;

/** Rows a second that one connection commits, each flushed to disk. */
async function calibrateDatabase({ opened }: Product): Promise<number> {
  await sql`create table if not exists bench_row (id integer generated always as identity, text text)`.execute(
    opened.db,
  );
  const end = performance.now() + CALIBRATION_MS;
  let rows = 0;
  for (; performance.now() < end; rows += 1)
    await sql`insert into bench_row (text) values (${'x'.repeat(200)})`.execute(opened.db);
  return (rows * 1000) / CALIBRATION_MS;
}

interface Calibration {
  http: number;
  database: number;
}

async function calibrate(product: Product): Promise<Calibration> {
  return { http: await measureHttp(), database: await calibrateDatabase(product) };
}

/** Comments of one member after the other, each of which mentions the next member. */
function mentions({ address }: Product, collection: number, members: readonly Member[]): Calls {
  return (number) => {
    const author = members[number % PEOPLE];
    const mentioned = members[(number + 1) % PEOPLE];
    const span = `<span class="mention" data-type="mention" data-id="${mentioned?.id}" data-label="x">@x</span>`;
    return {
      url: `${address}/api/comment/create/`,
      headers: jsonHeaders(author?.token ?? '', randomUUID()),
      body: JSON.stringify(commentOn('dc', collection, `Batch <strong>${number}</strong> differs, ${span}.`)),
    };
  };
}

/** Checks that every acknowledged comment exists, with its mention and its notification. */
async function refuseLost({ opened }: Product, sent: number): Promise<void> {
  const { rows } = await sql<{ comments: number; mentions: number; notified: number }>`
    select (select count(*) from comment)::int as comments, (select count(*) from comment_mention)::int as mentions,
           (select count(*) from notification where kind = 'mention')::int as notified`.execute(opened.db);
  const found = rows[0];
  if (found?.comments !== sent || found.mentions !== sent || found.notified !== sent)
    throw new Error(`Of ${sent} comments there are ${JSON.stringify(found)}.`);
}

async function measure(product: Product): Promise<void> {
  const { db } = product.opened;
  const { number } = await db.transaction().execute((tx) => makeCollection(tx, 'TALK'));
  const calls = mentions(product, number, await makeMembers(db, PEOPLE));
  const send = (seconds: number) =>
    openLoop(calls, { connections: CONNECTIONS, ms: seconds * 1000, rate: RATE });
  const warmUp = await send(WARM_UP);
  const before = await calibrate(product);
  const { answers, seconds, times } = await send(SECONDS);
  if (times.length !== answers) throw new Error(`${answers - times.length} comments were refused.`);
  await refuseLost(product, warmUp.answers + answers);
  const after = await calibrate(product);
  const isWorthless = isVoid(before.http, after.http) || isVoid(before.database, after.database);
  const rates = ({ http, database }: Calibration) =>
    `${http.toFixed(0)} responses/s of a bare server, ${database.toFixed(0)} bare commits/s`;
  const share = (part: number) => `${quantile(times, part).toFixed(1)} ms`;
  console.log(`\ncomments with a mention, ${RATE} a second for ${SECONDS} s${isWorthless ? ': VOID, the calibrations differ' : ''}
    from due time to reply     p50 ${share(0.5)}, p99 ${share(0.99)}, longest ${share(1)}
    all completed after        ${seconds.toFixed(1)} s
    before                     ${rates(before)}
    after                      ${rates(after)}
    web process                ${product.memory().nowMiB.toFixed(0)} MiB`);
}

export async function benchComments(): Promise<void> {
  await withProduct(measure);
}

if (import.meta.main) await runScenarios({ comments: benchComments });
