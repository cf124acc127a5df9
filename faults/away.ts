/**
 * How soon calls are refused while the object store (REL-10) or the database (REL-11) is down, silent, broken, slow,
 * full or locked, what still works, and the recovery time.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { noteMissed } from '../bench/report/figures.ts';
import { CORPUS, requireInput } from '../journeys/harness/corpus-files.ts';
import { startSingle, takeIn, until } from '../journeys/harness/portal.ts';
import { withFolder } from '../journeys/harness/temporary-folder.ts';
import { openDatabase } from '../server/base/postgres/database.ts';
import { startEmbeddedPostgres } from '../server/base/postgres/embedded-postgres.ts';
import { installTool } from '../server/test-support/debian/debian-packages.ts';
import { RADOSGW } from '../server/test-support/debian/debian-tools.ts';
import { makeBucket, toEnvironment } from '../server/test-support/store/buckets.ts';
import { type Fault, type FaultyLink, openFaultyLink } from '../server/test-support/store/faulty-link.ts';
import { type Gateway, startGateway } from '../server/test-support/store/radosgw.ts';
import { type Calls, GIVEN_UP_MS, KINDS, type Kind, makeCalls, openMember } from './five-calls.ts';

const FAULT_MS = 12_000;
const LOCK_MS = 60_000;
const REFUSED_WITHIN_MS = 3000;

/** Responses of one kind of call during a failure. */
interface Answers {
  statuses: Map<number, number>;
  longestMs: number;
  /** refusals without Retry-After */
  without: number;
}

interface Trial {
  what: string;
  /** kinds of calls that must still work */
  goOn: readonly Kind[];
  ms: number;
  recoversWithinMs: number;
  begin(): Promise<unknown>;
  end(): Promise<unknown>;
}

/** Repeats each kind of call independently. */
async function watch(calls: Calls, ms: number): Promise<Map<Kind, Answers>> {
  const ends = performance.now() + ms;
  const watchKind = async (kind: Kind): Promise<[Kind, Answers]> => {
    const answers: Answers = { statuses: new Map(), longestMs: 0, without: 0 };
    while (performance.now() < ends) {
      const began = performance.now();
      const { status, headers } = await calls[kind]();
      answers.statuses.set(status, (answers.statuses.get(status) ?? 0) + 1);
      answers.longestMs = Math.max(answers.longestMs, performance.now() - began);
      if (status === 503 && !headers.has('retry-after')) answers.without += 1;
      await sleep(50);
    }
    return [kind, answers];
  };
  return new Map(await Promise.all(KINDS.map(watchKind)));
}

/** @returns ms until eight concurrent calls of each kind succeed */
async function recover(calls: Calls): Promise<number> {
  const began = performance.now();
  const isWell = async () => {
    const eight = KINDS.flatMap((kind) => Array.from({ length: 8 }, calls[kind]));
    return (await Promise.all(eight)).every(({ ok }) => ok);
  };
  while (!(await isWell())) {
    if (performance.now() - began > GIVEN_UP_MS)
      throw new Error('The portal did not recover within a minute.');
    await sleep(100);
  }
  return performance.now() - began;
}

const isFine = (status: number) => status === 200 || status === 201;

/** Broken promises of a trial, and whether refusals were later than the target, which is only reported. */
function judge({ goOn }: Trial, kind: Kind, { statuses, longestMs, without }: Answers) {
  const others = [...statuses.keys()].filter((status) => !isFine(status));
  const broken: string[] = [];
  if (goOn.includes(kind) ? others.length > 0 : others.some((status) => status !== 503))
    broken.push(`responded with ${others.join(', ')}`);
  if (without > 0) broken.push(`${without} without Retry-After`);
  return { broken, isLate: others.length > 0 && longestMs > REFUSED_WITHIN_MS };
}

/** @returns the promises that were broken */
async function tryOut(trial: Trial, calls: Calls): Promise<string[]> {
  await trial.begin();
  const answered = await watch(calls, trial.ms);
  await trial.end();
  const recoveredMs = await recover(calls);
  console.log(
    `  ${trial.what}: recovered after ${(recoveredMs / 1000).toFixed(1)} s${noteMissed(recoveredMs > trial.recoversWithinMs)}`,
  );
  const promises: string[] = [];
  for (const [kind, answers] of answered) {
    const { broken, isLate } = judge(trial, kind, answers);
    promises.push(...broken.map((each) => `${trial.what}: ${kind}: ${each}`));
    const parts = [...answers.statuses].map(([status, count]) => `${count} x ${status}`);
    parts.push(`longest ${answers.longestMs.toFixed(0)} ms`, ...broken);
    console.log(`    ${kind.padEnd(9)} ${parts.join(', ')}${noteMissed(isLate)}`);
  }
  return promises;
}

interface Setup {
  store: FaultyLink;
  database: FaultyLink;
  /** past the link */
  databaseUrl: string;
  databasePid(): number;
  startDatabase(): Promise<void>;
}

function storeTrials({ store }: Setup): Trial[] {
  const faults: [Fault, string][] = [
    ['refused', 'store refuses connections'],
    ['silent', 'store accepts connections and never responds'],
    ['broken', 'store responds with 503'],
    ['slow', 'store sends 1 KiB a second'],
  ];
  return faults.map(([fault, what]) => ({
    what,
    goOn: ['list', 'search', 'comment'],
    ms: FAULT_MS,
    recoversWithinMs: 30_000,
    begin: () => store.fail(fault),
    end: () => store.fail('whole'),
  }));
}

/** Other clients of the same database. */
function openOthers(url: string) {
  const { pool, close } = openDatabase(url, { connections: 1000, name: 'others' });
  const taken: { release(isBroken: boolean): void }[] = [];
  return {
    async take() {
      const client = await pool.connect();
      taken.push(client);
      return client;
    },
    /** as many connections as the database accepts */
    async takeAll(): Promise<void> {
      try {
        while (true) await this.take();
      } catch {
        // No connections left.
      }
    },
    async letGo(): Promise<void> {
      for (const client of taken) client.release(true);
      await close();
    },
  };
}

function databaseTrials(setup: Setup): Trial[] {
  const { database, databaseUrl } = setup;
  const shared = { goOn: [], ms: FAULT_MS, recoversWithinMs: 10_000 };
  let others = openOthers(databaseUrl);
  return [
    {
      ...shared,
      what: 'database refuses connections',
      begin: () => database.fail('refused'),
      end: () => database.fail('whole'),
    },
    {
      ...shared,
      what: 'database accepts connections and never responds',
      begin: () => database.fail('silent'),
      end: () => database.fail('whole'),
    },
    {
      ...shared,
      what: 'database killed and restarted',
      begin: async () => process.kill(setup.databasePid(), 'SIGKILL'),
      end: () => setup.startDatabase(),
    },
    {
      ...shared,
      what: 'all connections of the database are in use',
      async begin() {
        others = openOthers(databaseUrl);
        const first = await others.take();
        await others.takeAll();
        await first.query(
          `select pg_terminate_backend(pid, 5000) from pg_stat_activity where application_name = 'omicon'`,
        );
        await others.takeAll();
      },
      end: () => others.letGo(),
    },
    {
      ...shared,
      what: 'comments locked for a minute',
      goOn: ['list', 'search', 'upload', 'download'],
      ms: LOCK_MS,
      async begin() {
        others = openOthers(databaseUrl);
        const holder = await others.take();
        await holder.query('begin; lock table comment in access exclusive mode');
      },
      end: () => others.letGo(),
    },
  ];
}

async function tryAll(folder: string, gateway: Gateway): Promise<string[]> {
  let postgres = await startEmbeddedPostgres(folder, { isDurable: true });
  const direct = new URL(postgres.url);
  const database = await openFaultyLink(`${direct.searchParams.get('host')}/.s.PGSQL.5432`);
  const store = await openFaultyLink(gateway.endpoint);
  const bucket = toEnvironment(await makeBucket(gateway));
  const linked = `postgres://${direct.username}@${new URL(database.endpoint).host}${direct.pathname}`;
  const portal = await startSingle({
    args: ['--empty'],
    dataDir: folder,
    env: {
      DATABASE_URL: linked,
      LOG_LEVEL: 'error',
      OMICON_COMMENTS_A_MINUTE: '0',
      OMICON_SEARCH_WAIT_MS: '60000',
      ...bucket,
      S3_ENDPOINT: store.endpoint,
    },
  });
  try {
    takeIn(
      { ...portal, settings: { OMICON_DATA_DIR: folder, DATABASE_URL: postgres.url, ...bucket } },
      CORPUS,
    );
    const calls = await makeCalls(portal, await openMember(postgres.url));
    await until('a quiet start', async () => ((await recover(calls)) < 10_000 ? true : null));
    const setup: Setup = {
      store,
      database,
      databaseUrl: postgres.url,
      databasePid: () => postgres.pid() ?? 0,
      async startDatabase() {
        postgres = await startEmbeddedPostgres(folder, { isDurable: true });
      },
    };
    const broken: string[] = [];
    for (const trial of [...storeTrials(setup), ...databaseTrials(setup)])
      broken.push(...(await tryOut(trial, calls)));
    if (portal.process.exitCode !== null) broken.push('the web process exited');
    return broken;
  } finally {
    await portal.stop();
    await Promise.all([database.close(), store.close()]);
    await postgres.stop();
  }
}

export async function takeAway(): Promise<void> {
  requireInput();
  if (!installTool(RADOSGW)) throw new Error('radosgw is needed: apt-get install ceph-mon ceph-osd radosgw');
  const { gateway, stop: stopGateway } = await startGateway();
  try {
    console.log('\nstore and database unavailable, during five kinds of calls');
    const broken = await withFolder((folder) => tryAll(folder, gateway));
    if (broken.length > 0) throw new Error(broken.join('\n'));
  } finally {
    await stopGateway();
  }
}
