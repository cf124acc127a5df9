/**
 * Nothing that was answered is lost and nothing is half, whichever part of the product is killed or told to stop, whatever
 * is written meanwhile (REL-1, REL-2, REL-19). OMICON_KILLS says how often each part ends during each kind of write; half as
 * often it ends between the commit of a job and the end that the queue learns of.
 */
import { randomBytes } from 'node:crypto';
import { renameSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from '@omicon/server/base/postgres/database.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { until } from '../browser/portal.ts';
import { sha256, writeSmallCollection, zipFiles } from '../records/small-collection.ts';
import { ENDS, type End, type KillablePortal, openKillablePortal } from './killable-portal.ts';

const KILLS = Number(process.env.OMICON_KILLS ?? 2);
/** rounds of stops at a chosen place */
const PLANNED = Math.ceil(KILLS / 2);
const SAMPLES = 60;
const MIB = 1024 ** 2;
const ENDINGS = (Object.keys(ENDS) as End[]).map((end) => ({ end, words: ENDS[end] }));
/** people who write at once */
const LANES = 6;

let killable: KillablePortal;
/** a data collection that is there before anything is killed */
let collection: number;

async function aZip(name: string, paddingBytes = 0): Promise<Buffer> {
  const files = writeSmallCollection({ name, samples: SAMPLES, features: 1500 });
  if (paddingBytes > 0) files.set(`${name}/notes.txt`, randomBytes(paddingBytes / 2).toString('hex'));
  return zipFiles(files, { compress: paddingBytes === 0 });
}

/** A call that makes something, sent under its name. */
async function create<T>(place: string, key: string, body: unknown): Promise<T> {
  const answer = await killable.ask(place, { body, key });
  expect(answer.status, place).toBe(201);
  return (await answer.json()) as T;
}

async function createUpload(name: string, zip: Buffer): Promise<{ upload_id: number; part_size: number }> {
  return create('/api/uploads/', name, {
    file_name: `${name}.zip`,
    size_bytes: zip.length,
    kind: 'collection',
  });
}

async function sendParts(id: number, zip: Buffer, partBytes: number): Promise<void> {
  for (let at = 0, number = 1; at < zip.length; at += partBytes, number += 1) {
    const body = zip.subarray(at, at + partBytes);
    const part = await killable.ask(`/api/upload-parts/${id}/${number}`, { method: 'PUT', body });
    expect(part.status).toBe(200);
  }
}

async function complete(id: number, zip: Buffer): Promise<void> {
  const { status } = await killable.ask(`/api/uploads/${id}/complete/`, { body: { sha256: sha256(zip) } });
  // 409 says that an earlier try, whose answer was lost, has done it.
  expect([202, 409]).toContain(status);
}

/** @returns the number of the collection, which is there once with all that belongs to it */
async function expectStored(id: number, name: string): Promise<number> {
  const report = await until(`upload ${id}`, async () => {
    const answer = await killable.ask(`/api/uploads/${id}/report/`);
    const found = (await answer.json()) as { status: string; message: string | null };
    return ['stored', 'refused', 'failed'].includes(found.status) ? found : null;
  });
  expect(report).toMatchObject({ status: 'stored', message: null });
  const answer = await killable.ask(`/api/data-collections/?search=${name}&page_size=100`);
  const { results } = (await answer.json()) as {
    results: { id: number; name: string; number_of_samples: number; data_sets: number }[];
  };
  const named = results.filter((row) => row.name === name);
  expect(named).toMatchObject([{ number_of_samples: SAMPLES, data_sets: 1 }]);
  return named[0]?.id ?? 0;
}

interface Write {
  /** the kill falls within this time after the write has begun */
  spanMs: number;
  /** Writes until after the kill, then looks at everything that was answered. @returns how many answers that were */
  run(name: string, killSoon: () => Promise<void>): Promise<number>;
}

const WRITES: Record<string, Write> = {
  comment: {
    spanMs: 300,
    async run(name, killSoon) {
      let isOver = false;
      const over = killSoon().then(() => {
        isOver = true;
      });
      const said: string[] = [];
      const lane = async (who: number) => {
        for (let number = 0, after = 0; after < 2; number += 1) {
          if (isOver) after += 1;
          const text = `${name} ${who} ${number}`;
          await create('/api/comment/create/', text, {
            entity_type: 'dc',
            entity_id: collection,
            message: `<p>${text}</p>`,
            comment_page_url: `/home/collections/data-collections/attributes?dcId=${collection}`,
          });
          said.push(text);
        }
      };
      await Promise.all([over, ...Array.from({ length: LANES }, (_, who) => lane(who))]);
      const { rows } = await killable.inDatabase((db) =>
        sql<{
          text: string;
        }>`select plain_text as text from comment where plain_text like ${`${name} %`}`.execute(db),
      );
      expect(rows.map(({ text }) => text).toSorted()).toEqual(said.toSorted());
      return said.length;
    },
  },
  upload: {
    spanMs: 600,
    async run(name, killSoon) {
      const zip = await aZip(name, 17 * MIB);
      const killed = killSoon();
      const { upload_id, part_size } = await createUpload(name, zip);
      await sendParts(upload_id, zip, part_size);
      await complete(upload_id, zip);
      await killed;
      await expectStored(upload_id, name);
      return 1;
    },
  },
  import: {
    spanMs: 1200,
    async run(name, killSoon) {
      const zip = await aZip(name);
      const { upload_id, part_size } = await createUpload(name, zip);
      await sendParts(upload_id, zip, part_size);
      await complete(upload_id, zip);
      await killSoon();
      await expectStored(upload_id, name);
      return 1;
    },
  },
  job: {
    spanMs: 300,
    async run(name, killSoon) {
      const killed = killSoon();
      const folders = [{ entity_type: 'dc', entity_id: collection }];
      const { id } = await create<{ id: string }>('/api/downloads/', name, { type: 'zip', folders });
      await killed;
      await until(`download ${id}`, async () => {
        const { state } = (await (await killable.ask(`/api/downloads/${id}/`)).json()) as { state: string };
        expect(['waiting', 'preparing', 'ready']).toContain(state);
        return state === 'ready' ? state : null;
      });
      const { rows } = await killable.inDatabase((db) =>
        sql`select 1 from notification where kind = 'download' and subject = ${id}`.execute(db),
      );
      expect(rows).toHaveLength(1);
      const link = await killable.ask(`/api/downloads/${id}/link/`, { body: {} });
      const { url } = (await link.json()) as { url: string };
      const { pathname, search } = new URL(url, killable.portal().address);
      const bytes = await (await killable.ask(`${pathname}${search}`)).arrayBuffer();
      expect(Buffer.from(bytes).subarray(0, 2).toString()).toBe('PK');
      return 1;
    },
  },
};

beforeAll(async () => {
  killable = await openKillablePortal();
  const zip = await aZip('BEFORE');
  const { upload_id, part_size } = await createUpload('BEFORE', zip);
  await sendParts(upload_id, zip, part_size);
  await complete(upload_id, zip);
  collection = await expectStored(upload_id, 'BEFORE');
});
afterAll(() => {
  const { secondsAway, secondsToStop } = killable;
  console.log(
    `${secondsAway.length} restarts of the server, ready after at most ${Math.max(...secondsAway).toFixed(1)} s; ` +
      `${secondsToStop.length} stops within ${Math.max(...secondsToStop).toFixed(1)} s`,
  );
  return killable.remove();
});

async function endDuring(write: Write, end: End, { name, waitMs }: { name: string; waitMs: number }) {
  let kills = 0;
  const killSoon = async () => {
    await sleep(waitMs);
    kills += 1;
    await killable.end(end);
  };
  const answered = await write.run(name, killSoon);
  expect(kills).toBe(1);
  return answered;
}

describe.each(ENDINGS)(
  `nothing that was answered is lost and nothing is half with $words ${KILLS} times`,
  ({ end, words }) => {
    test.each(Object.entries(WRITES))(
      'during: %s',
      { timeout: 60_000 + KILLS * 30_000 },
      async (what, write) => {
        let answered = 0;
        for (let round = 0; round < KILLS; round += 1) {
          const waitMs = (write.spanMs * (round + 0.5)) / KILLS;
          answered += await endDuring(write, end, { name: `${what}_${end}_${round}`, waitMs });
        }
        // What was in flight at a kill counts as an orphan only when it stays; nothing may refer to what is not there.
        expect(killable.verify()).toMatchObject({
          lost_refs: 0,
          dangling: 0,
          mismatches: 0,
          half: 0,
          open_uploads: 0,
        });
        // What the product could not answer it refused honestly, or the connection broke.
        expect([...killable.refusals].filter((status) => status !== 503)).toEqual([]);
        console.log(`${what}, ${words} ${KILLS} times: ${answered} answered, none absent`);
      },
    );
  },
);

/** Jobs that stop for good at their very end: their work is committed, the queue does not know yet. */
const STOPPED_TASKS = ['run_intake', 'prepare_download', 'run_search'];

/** Makes the queue wait when it is told that one of the planned jobs has ended, and then fail. */
async function planStops(): Promise<void> {
  await killable.inDatabase((db) =>
    sql`
      create table planned_stop (task text primary key);
      create function stop_at_the_end() returns trigger language plpgsql as $$
      begin
        if exists (select 1 from planned_stop s join graphile_worker._private_tasks t on t.identifier = s.task
                    where t.id = old.task_id) then
          while exists (select 1 from planned_stop) loop
            perform pg_sleep(0.1);
          end loop;
          raise exception 'stopped by plan';
        end if;
        return old;
      end $$;
      create trigger stop_at_the_end before delete on graphile_worker._private_jobs
        for each row execute function stop_at_the_end();`.execute(db),
  );
}

/** Waits until each job stands at its end. */
async function untilStopped(): Promise<void> {
  await until('jobs at their end', () =>
    killable.inDatabase(async (db) => {
      const { rows } = await sql<{ n: number }>`
        select count(*)::int as n from pg_stat_activity where wait_event = 'PgSleep'`.execute(db);
      return rows[0]?.n === STOPPED_TASKS.length ? true : null;
    }),
  );
}

async function countTold(name: string, download: string, search: number) {
  return killable.inDatabase(async (db) => {
    const { rows } = await sql<{ kind: string; n: number }>`
      select kind, count(*)::int as n from notification where subject in (${download}, ${String(search)}) group by kind
      union all select 'mail', count(*)::int from outbox where subject like ${`${name}.zip%`}
      order by kind`.execute(db);
    return rows;
  });
}

describe.each(['worker', 'database'] as const)(
  'jobs whose %s dies between their commit and their end',
  (end) => {
    test(`are told once, ${PLANNED} times`, { timeout: 60_000 + PLANNED * 60_000 }, async () => {
      if (end === 'worker') await planStops();
      for (let round = 0; round < PLANNED; round += 1) {
        const name = `planned_${end}_${round}`;
        await killable.inDatabase((db) =>
          sql`insert into planned_stop select unnest(${STOPPED_TASKS}::text[])`.execute(db),
        );
        const zip = await aZip(name);
        const { upload_id, part_size } = await createUpload(name, zip);
        await sendParts(upload_id, zip, part_size);
        await complete(upload_id, zip);
        const folders = [{ entity_type: 'dc', entity_id: collection }];
        const download = await create<{ id: string }>('/api/downloads/', `${name} zip`, {
          type: 'zip',
          folders,
        });
        const asked = await killable.ask('/api/advanced-search/', {
          body: { result_type: 'data-sets', filters: {}, background: true, description: name },
        });
        const { data } = (await asked.json()) as { data: { notifId: number } };
        await untilStopped();
        await killable.end(end);
        await killable.inDatabase((db) => sql`delete from planned_stop`.execute(db));
        await expectStored(upload_id, name);
        await until('an empty queue', () =>
          killable.inDatabase(async (db) => {
            const { rows } = await sql`
            select 1 from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
             where t.identifier in ('run_intake', 'prepare_download', 'run_search', 'release_upload')`.execute(
              db,
            );
            return rows.length === 0 ? true : null;
          }),
        );
        expect(await countTold(name, download.id, data.notifId), name).toEqual([
          { kind: 'advancedSearch', n: 1 },
          { kind: 'download', n: 1 },
          { kind: 'mail', n: 1 },
        ]);
        const report = await (await killable.ask(`/api/uploads/${upload_id}/report/`)).json();
        expect(report).toMatchObject({
          status: 'stored',
          faults: [],
          units: [{ outcome: 'new' }, { outcome: 'new' }],
        });
        // Not even the bytes of the upload are left, which nobody could find afterwards.
        expect(killable.verify(), name).toMatchObject({ orphans: 0, open_uploads: 0 });
      }
    });
  },
);

test('a database that cannot start is tried until it can, and calls are told to come back meanwhile', async () => {
  const { portal, databaseFolder, databasePid, ask } = killable;
  expect((await ask('/api/data-collections/')).status).toBe(200);
  const needed = path.join(databaseFolder(), 'global/pg_control');
  const pid = databasePid();
  renameSync(needed, `${needed}.aside`);
  process.kill(pid, 'SIGKILL');
  await until('a vain try', async () => (portal().output().includes('does not start') ? true : null));
  const answer = await fetch(`${portal().address}/api/user-login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'demo_lab', password: 'not this one' }),
  });
  expect(answer.status).toBe(503);
  renameSync(`${needed}.aside`, needed);
  expect((await ask('/api/data-collections/')).status).toBe(200);
  expect(portal().process.exitCode).toBeNull();
});
