/**
 * Acknowledged writes are never lost and no write is partial, whichever part of the product is killed or stopped during
 * which write (REL-1, REL-2, REL-7, REL-19). OMICON_KILLS is how many times each part ends during each kind of
 * write; worker and database each end half as often between the commit of jobs and their acknowledgement in the queue.
 * If it is set, they also end half as often while an image is built and mails are sent, which takes about 20 s each.
 */
import { randomBytes } from 'node:crypto';
import { readdirSync, renameSync, utimesSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { addJob } from '@omicon/server/base/jobs/jobs.ts';
import { addMail } from '@omicon/server/base/jobs/outbox.ts';
import { sql } from '@omicon/server/base/postgres/database.ts';
import { smallLaboratory } from '@omicon/server/test-support/laboratories/small-laboratory.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ENDS, type End, type KillablePortal, openKillablePortal } from '../harness/killable-portal.ts';
import { endPlan, planStops, untilDone, untilStopped } from '../harness/planned-stops.ts';
import { until } from '../harness/portal.ts';
import { sha256, writeSmallCollection, zipFiles } from '../harness/small-collection.ts';

const KILLS = Number(process.env.OMICON_KILLS ?? 2);
/** rounds of planned stops */
const PLANNED = Math.ceil(KILLS / 2);
const SAMPLES = 60;
const FEATURES = 1500;
const MIB = 1024 ** 2;
const ENDINGS = (Object.keys(ENDS) as End[]).map((end) => ({ end, words: ENDS[end] }));
/** concurrent writers */
const LANES = 6;
/** mails sent while an image is built */
const MAILS = 100;
/** less than a worker needs for its first image */
const PACKING_MS = 3000;
/** about as long as the mails take */
const SENDING_MS = 600;

let killable: KillablePortal;
/** a data collection that exists before the first kill */
let collection: number;
/** a covariation network for which images can be built */
let network: number;
/** SHA-256 of all downloaded images: the same network gives the same bytes */
const images = new Set<string>();

async function aZip(name: string, paddingBytes = 0): Promise<Buffer> {
  const files = writeSmallCollection({ name, samples: SAMPLES, features: FEATURES });
  if (paddingBytes > 0) files.set(`${name}/notes.txt`, randomBytes(paddingBytes / 2).toString('hex'));
  return zipFiles(files, { compress: paddingBytes === 0 });
}

/** A create call, with its idempotency key. */
async function create<T>(path: string, key: string, body: unknown): Promise<T> {
  const answer = await killable.ask(path, { body, key });
  expect(answer.status, path).toBe(201);
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
  // 409: an earlier attempt succeeded, but its response was lost.
  expect([202, 409]).toContain(status);
}

/** @returns the number of the collection, which exists once and is complete */
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

async function askForZip(key: string): Promise<string> {
  const folders = [{ entity_type: 'dc', entity_id: collection }];
  return (await create<{ id: string }>('/api/downloads/', key, { type: 'zip', folders })).id;
}

async function askForImage(key: string): Promise<string> {
  const body = { type: 'docker', co_variation_network_id: network };
  return (await create<{ id: string }>('/api/downloads/', key, body)).id;
}

async function stateOf(download: string): Promise<string> {
  const { state } = (await (await killable.ask(`/api/downloads/${download}/`)).json()) as { state: string };
  expect(['waiting', 'preparing', 'ready']).toContain(state);
  return state;
}

/** Waits until a download is ready, with one notification and complete content. */
async function fetchReady(download: string): Promise<Buffer> {
  await until(`download ${download}`, async () => ((await stateOf(download)) === 'ready' ? true : null));
  const { rows } = await killable.inDatabase((db) =>
    sql`select 1 from notification where kind = 'download' and subject = ${download}`.execute(db),
  );
  expect(rows).toHaveLength(1);
  const link = await killable.ask(`/api/downloads/${download}/link/`, { body: {} });
  const { url } = (await link.json()) as { url: string };
  const { pathname, search } = new URL(url, killable.portal().address);
  return Buffer.from(await (await killable.ask(`${pathname}${search}`)).arrayBuffer());
}

async function expectTheImage(download: string): Promise<void> {
  images.add(sha256(await fetchReady(download)));
  expect([...images]).toHaveLength(1);
}

interface SentMail {
  id: number;
  is_delivered: boolean;
  attempts: number;
}

/** The mails with these subjects in the outbox. */
async function listMails(subject: string): Promise<SentMail[]> {
  const { rows } = await killable.inDatabase((db) =>
    sql<SentMail>`
      select id, delivered_at is not null as is_delivered, attempts from outbox where subject like ${`${subject}%`}
       order by id`.execute(db),
  );
  return rows;
}

/** How often the mail server received a mail. */
function countCopies(id: number): number {
  return killable.mails.filter((mail) => mail.includes(`Message-ID: <omicon-${id}@`)).length;
}

/**
 * Expects that all mails have arrived. One in flight at a kill may have been sent again with the same message id, since
 * a delivery is known only after the mail server's response has been committed.
 * @returns how many mails arrived more than once
 */
async function expectMails(subject: string, { mails, kills }: { mails: number; kills: number }) {
  await untilDone(killable, ['deliver_mail']);
  const sent = await listMails(subject);
  expect(sent.map(({ is_delivered }) => is_delivered)).toEqual(Array(mails).fill(true));
  const again = sent.filter(({ id }) => countCopies(id) !== 1);
  for (const { id, attempts } of again) expect([countCopies(id), attempts]).toEqual([2, 2]);
  expect(again.length).toBeLessThanOrEqual(kills);
  return again.length;
}

interface Write {
  /** the kill happens within this time after the start of the write */
  spanMs: number;
  /** Writes until after the kill, then checks all acknowledged writes. @returns the number of acknowledged writes */
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
      const written: string[] = [];
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
          written.push(text);
        }
      };
      await Promise.all([over, ...Array.from({ length: LANES }, (_, who) => lane(who))]);
      const { rows } = await killable.inDatabase((db) =>
        sql<{
          text: string;
        }>`select plain_text as text from comment where plain_text like ${`${name} %`}`.execute(db),
      );
      expect(rows.map(({ text }) => text).toSorted()).toEqual(written.toSorted());
      return written.length;
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
      await expectMails(`${name}.zip`, { mails: 1, kills: 1 });
      return 1;
    },
  },
  job: {
    spanMs: 300,
    async run(name, killSoon) {
      const killed = killSoon();
      const id = await askForZip(name);
      await killed;
      expect((await fetchReady(id)).subarray(0, 2).toString()).toBe('PK');
      return 1;
    },
  },
};

/** A collection, and a small laboratory with a network. */
async function zipBefore(): Promise<Buffer> {
  const files = writeSmallCollection({ name: 'BEFORE', samples: SAMPLES, features: FEATURES });
  for (const [file, content] of Object.entries(smallLaboratory())) files.set(file, content.toString());
  return zipFiles(files);
}

beforeAll(async () => {
  killable = await openKillablePortal();
  const zip = await zipBefore();
  const { upload_id, part_size } = await createUpload('BEFORE', zip);
  await sendParts(upload_id, zip, part_size);
  await complete(upload_id, zip);
  collection = await expectStored(upload_id, 'BEFORE');
  const { rows } = await killable.inDatabase((db) =>
    sql<{ number: number }>`select number from covariation_network`.execute(db),
  );
  network = rows[0]?.number ?? 0;
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
        // Data in flight at a kill is an orphan only if it stays; nothing may refer to missing data.
        expect(killable.verify()).toMatchObject({
          lost_refs: 0,
          dangling: 0,
          mismatches: 0,
          half: 0,
          open_uploads: 0,
        });
        // Other calls were refused, or their connection broke.
        expect([...killable.refusals].filter((status) => status !== 503)).toEqual([]);
        console.log(`${what}, ${words} ${KILLS} times: ${answered} answered, none absent`);
      },
    );
  },
);

async function addMails(subject: string): Promise<void> {
  await killable.inDatabase((db) =>
    db.transaction().execute(async (tx) => {
      for (let number = 0; number < MAILS; number += 1)
        await addMail(tx, { recipient: 'reader@example.org', subject: `${subject} ${number}`, body: 'new' });
    }),
  );
}

/** Sweeps leftovers in the store as if they were two hours old. */
async function sweepStore(): Promise<void> {
  const objects = path.join(killable.portal().dataDir, 'objects');
  const before = new Date(Date.now() - 2 * 60 * 60 * 1000);
  for (const entry of readdirSync(objects, { recursive: true, withFileTypes: true }))
    if (entry.isFile()) utimesSync(path.join(entry.parentPath, entry.name), before, before);
  await killable.inDatabase((db) => addJob(db, 'sweep', { key: 'sweep', payload: {} }));
  await untilDone(killable, ['sweep']);
}

async function endInTheMiddle(): Promise<void> {
  const fell = { packing: 0, sending: 0 };
  let again = 0;
  for (let round = 0; round < PLANNED; round += 1) {
    // A worker builds its second image very fast.
    if (round > 0) await killable.end('worker');
    const name = `middle_${round}`;
    const image = await askForImage(name);
    await until('the job of an image', async () => ((await stateOf(image)) === 'waiting' ? null : true));
    await sleep((PACKING_MS * (round + 0.5)) / PLANNED);
    await addMails(name);
    // Steps of the golden ratio: evenly spread and independent of the previous wait.
    await sleep(SENDING_MS * ((0.5 + round * 0.618) % 1));
    await killable.end(round % 2 === 0 ? 'worker' : 'database');
    const left = (await listMails(name)).filter(({ is_delivered }) => !is_delivered).length;
    if (left > 0 && left < MAILS) fell.sending += 1;
    if ((await stateOf(image)) === 'preparing') fell.packing += 1;
    await expectTheImage(image);
    again += await expectMails(`${name} `, { mails: MAILS, kills: 1 });
  }
  await sweepStore();
  expect(killable.verify()).toMatchObject({ lost_refs: 0, orphans: 0, mismatches: 0 });
  console.log(
    `image and mails: ${fell.packing} of ${PLANNED} kills while the image was made, ${fell.sending} while mails were ` +
      `sent; ${PLANNED * MAILS} mails, none absent, ${again} came twice`,
  );
}

if (process.env.OMICON_KILLS !== undefined)
  test(
    `an image is made and ${MAILS} mails arrive with the worker or the database killed in the middle ${PLANNED} times`,
    { timeout: 60_000 + PLANNED * 60_000 },
    endInTheMiddle,
  );

/** Jobs that are stopped at their end, each in its own queue line. */
const STOPPED_TASKS = ['run_intake', 'deliver_mail', 'run_search'] as const;
/** These two share a line and alternate; with the worker the first round has the image, with the database the zip. */
const STOPPED_DOWNLOADS = [
  { task: 'prepare_image', ask: askForImage, look: expectTheImage },
  { task: 'prepare_download', ask: askForZip, look: fetchReady },
] as const;

async function countDownloads(): Promise<number> {
  return killable.inDatabase(async (db) => {
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from download_request`.execute(db);
    return rows[0]?.n ?? 0;
  });
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

/** An import, its mail, a search and a download commit their work, then their worker or database is killed. */
async function stopAtTheirEnd(end: 'worker' | 'database', round: number): Promise<void> {
  const name = `planned_${end}_${round}`;
  const [image, folder] = STOPPED_DOWNLOADS;
  const download = (end === 'worker') === (round % 2 === 0) ? image : folder;
  const stopped = [...STOPPED_TASKS, download.task];
  // Otherwise an earlier job would be stopped instead of one of these.
  await untilDone(killable, stopped);
  await planStops(killable, stopped);
  const downloadsBefore = await countDownloads();
  const zip = await aZip(name);
  const { upload_id, part_size } = await createUpload(name, zip);
  await sendParts(upload_id, zip, part_size);
  await complete(upload_id, zip);
  const id = await download.ask(`${name} download`);
  const asked = await killable.ask('/api/advanced-search/', {
    body: { result_type: 'data-sets', filters: {}, background: true, description: name },
  });
  const { data } = (await asked.json()) as { data: { notifId: number } };
  await untilStopped(killable, stopped.length);
  await killable.end(end);
  await endPlan(killable);
  await expectStored(upload_id, name);
  await untilDone(killable, [...stopped, 'release_upload']);
  expect(await countTold(name, id, data.notifId), name).toEqual([
    { kind: 'advancedSearch', n: 1 },
    { kind: 'download', n: 1 },
    { kind: 'mail', n: 1 },
  ]);
  expect(await expectMails(`${name}.zip`, { mails: 1, kills: 0 }), name).toBe(0);
  expect(await countDownloads()).toBe(downloadsBefore + 1);
  await download.look(id);
  const report = await (await killable.ask(`/api/uploads/${upload_id}/report/`)).json();
  expect(report).toMatchObject({
    status: 'stored',
    faults: [],
    units: [{ outcome: 'new' }, { outcome: 'new' }],
  });
  // Not even the bytes of the upload remain, which would be unreachable.
  expect(killable.verify(), name).toMatchObject({ lost_refs: 0, orphans: 0, open_uploads: 0 });
}

describe.each(['worker', 'database'] as const)(
  'jobs whose %s dies between their commit and their end',
  (end) => {
    test(`cause one notification each, ${PLANNED} times`, {
      timeout: 60_000 + PLANNED * 60_000,
    }, async () => {
      // Ignore leftovers of other kills.
      await sweepStore();
      for (let round = 0; round < PLANNED; round += 1) await stopAtTheirEnd(end, round);
    });
  },
);

test('a database that cannot start is retried, and until then calls are answered with 503', async () => {
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
