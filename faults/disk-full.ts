/**
 * A full disk (REL-12), of the objects and of the database, each on a small file system in memory: writes get 507 or
 * 503 with a sentence within 5 s, reads work, the process survives, everything works without a restart within 30 s
 * after space is freed, and nothing acknowledged is lost. Needs root to mount.
 */
import { spawnSync } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { withCalibration } from '../bench/report/calibration.ts';
import { commentOn } from '../journeys/harness/calls.ts';
import { type Caller, type Portal, signInByToken, startSingle, until } from '../journeys/harness/portal.ts';
import { sha256, writeSmallCollection, zipFiles } from '../journeys/harness/small-collection.ts';
import { verifyClean } from './restore.ts';

const MIB = 1024 ** 2;
const STORE_BYTES = 256 * MIB;
const DATABASE_BYTES = 300 * MIB;
const NOBODY = 65_534;
const PART_BYTES = 8 * MIB;

function mount(folder: string, bytes: number): void {
  mkdirSync(folder, { recursive: true });
  const { status, stderr } = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${bytes}`, 'tmpfs', folder], {
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`Could not mount a file system: ${stderr}`);
}

/** Fills the disk except for some bytes. @returns a function that frees it */
function fill(folder: string, leave: number): () => void {
  const { bavail, bsize } = statfsSync(folder);
  const ballast = path.join(folder, 'ballast');
  writeFileSync(ballast, Buffer.alloc(Math.max(0, bavail * bsize - leave)));
  return () => rmSync(ballast);
}

interface Answer {
  status: number;
  detail: string | undefined;
  ms: number;
}

async function timed(call: () => Promise<Response>): Promise<Answer> {
  const started = performance.now();
  const answer = await call();
  const text = await answer.text();
  const { detail } = (text.startsWith('{') ? JSON.parse(text) : {}) as { detail?: string };
  return { status: answer.status, detail, ms: performance.now() - started };
}

/** Prints a result, and fails the run if it breaks a promise. */
function expectThat(isSo: boolean, what: string, found: unknown): void {
  console.log(
    `  ${isSo ? 'ok    ' : 'BROKEN'} ${what}: ${typeof found === 'string' ? found : JSON.stringify(found)}`,
  );
  if (!isSo) throw new Error(what);
}

function expectRefusal(what: string, { status, detail, ms }: Answer): void {
  const isSo = [503, 507].includes(status) && /^[A-Z].+\.$/.test(detail ?? '') && ms <= 5000;
  expectThat(isSo, what, `${status} after ${ms.toFixed(0)} ms: ${detail}`);
}

/** A connection whose part was refused unread is closed; the client sends the part again, which is harmless. */
async function putPart(
  address: string,
  { token }: Caller,
  id: number,
  number: number,
  bytes: Buffer,
): Promise<Answer> {
  const put = () =>
    timed(() =>
      fetch(`${address}/api/upload-parts/${id}/${number}`, {
        method: 'PUT',
        headers: { authorization: `Token ${token}`, 'content-type': 'application/octet-stream' },
        body: new Uint8Array(bytes),
      }),
    );
  return put().catch(put);
}

/** @returns seconds until the call succeeded */
async function untilCreated(call: () => Promise<Response>): Promise<number> {
  const started = performance.now();
  const isCreated = () =>
    call().then(
      ({ status }) => status === 201 || null,
      () => null,
    );
  await until('the first comment', isCreated, 120_000);
  return (performance.now() - started) / 1000;
}

async function expectReads(person: Caller): Promise<void> {
  const answers = await Promise.all(
    ['/api/data-collections/', '/api/data-sets/', '/healthz'].map((url) => timed(() => person.get(url))),
  );
  expectThat(
    answers.every(({ status }) => status === 200),
    'reads still work',
    answers.map(({ status, ms }) => `${status} after ${ms.toFixed(0)} ms`).join(', '),
  );
}

interface Report {
  status: string;
  message: string | null;
}

async function waitForReport(person: Caller, id: number, ms: number): Promise<Report> {
  for (let waited = 0; ; waited += 500) {
    const report = (await (await person.get(`/api/uploads/${id}/report/`)).json()) as Report;
    if (waited >= ms || !['open', 'checking', 'storing'].includes(report.status)) return report;
    await sleep(500);
  }
}

async function fillStore(portal: Portal, objects: string): Promise<void> {
  const person = await signInByToken(portal.address, 'demo_lab');
  const name = 'GSE91000';
  const zip = await zipFiles(writeSmallCollection({ name, samples: 200, features: 8000 }), {
    compress: false,
  });
  const parts = [zip.subarray(0, PART_BYTES), zip.subarray(PART_BYTES)];
  const created = await person.send('POST', '/api/uploads/', {
    file_name: `${name}.zip`,
    size_bytes: zip.length,
    kind: 'collection',
  });
  const { upload_id: id } = (await created.json()) as { upload_id: number };
  const first = await putPart(portal.address, person, id, 1, parts[0] ?? zip);
  expectThat(first.status === 200, 'part uploaded before the disk is full', first.status);

  let empty = fill(objects, 64 * 1024);
  expectRefusal(
    'part uploaded on a full disk',
    await putPart(portal.address, person, id, 2, parts[1] ?? zip),
  );
  const left = readdirSync(path.join(objects, 'objects/incoming'));
  expectThat(left.length === 0, 'partial files left behind', left.length);
  await expectReads(person);
  empty();
  const again = await putPart(portal.address, person, id, 2, parts[1] ?? zip);
  expectThat(again.status === 200, 'the same part after space is freed, without a restart', again.status);

  // The upload is complete; its import needs space that is missing at first.
  empty = fill(objects, 64 * 1024);
  const complete = await timed(() =>
    person.send('POST', `/api/uploads/${id}/complete/`, { sha256: sha256(zip) }),
  );
  const during = await waitForReport(person, id, 6000);
  expectThat(
    complete.status === 202,
    'upload completed on a full disk',
    `${complete.status}, ${during.status}`,
  );
  await expectReads(person);
  empty();
  const report = await waitForReport(person, id, 120_000);
  expectThat(report.status === 'stored', 'import continues after space is freed', report);
}

/** Writes comments until the disk is full, and a few more. @returns numbers of acknowledged ones */
async function commentUntilFull(
  person: Caller,
  collection: number,
): Promise<{ kept: number[]; refused: Answer[] }> {
  const kept: number[] = [];
  const refused: Answer[] = [];
  for (let number = 0; number < 3000 && refused.length < 40; number += 1) {
    const started = performance.now();
    // Incompressible text, so that every comment takes space in log and table.
    const body = commentOn('dc', collection, `${number} ${randomBytes(24_000).toString('base64')}`);
    const answer = await person.send('POST', '/api/comment/create/', body);
    const { id, detail } = (await answer.json()) as { id?: number; detail?: string };
    if (answer.status === 201 && id !== undefined) kept.push(id);
    else refused.push({ status: answer.status, detail, ms: performance.now() - started });
  }
  return { kept, refused };
}

async function countComments(person: Caller, ids: readonly number[]): Promise<number> {
  let found = 0;
  for (const id of ids) {
    const answer = await person.get(`/api/comments/${id}/`);
    await answer.text();
    if (answer.status === 200) found += 1;
  }
  return found;
}

async function fillDatabase(portal: Portal, home: string): Promise<void> {
  const person = await signInByToken(portal.address, 'demo_lab');
  const { results } = (await (await person.get('/api/data-collections/')).json()) as {
    results: { id: number }[];
  };
  const collection = results[0]?.id ?? 0;
  const empty = fill(home, 12 * MIB);
  const { kept, refused } = await commentUntilFull(person, collection);
  const slowest = refused.reduce((most, { ms }) => Math.max(most, ms), 0);
  const kinds = [...new Set(refused.map(({ status, detail }) => `${status} ${detail}`))];
  expectThat(
    refused.length > 0 &&
      refused.every(
        ({ status, detail }) => [503, 507].includes(status) && /^[A-Z].+\.$/.test(detail ?? ''),
      ) &&
      slowest <= 5000,
    `after ${kept.length} comments the disk is full; ${refused.length} refusals, slowest ${slowest.toFixed(0)} ms`,
    kinds,
  );
  expectThat(portal.process.exitCode === null, 'the process is alive', portal.process.exitCode === null);
  const reads = await timed(() => person.get('/api/data-collections/'));
  expectThat(
    [200, 503].includes(reads.status) && reads.ms <= 5000,
    'a list meanwhile',
    `${reads.status} after ${reads.ms.toFixed(0)} ms`,
  );
  // Longer than the first reconnection attempts to a database that may have ended.
  await sleep(5000);
  expectThat(
    portal.process.exitCode === null,
    'the process is still alive',
    portal.process.exitCode === null,
  );
  empty();
  const seconds = await untilCreated(() =>
    person.send('POST', '/api/comment/create/', commentOn('dc', collection, 'Space was freed.')),
  );
  expectThat(
    seconds <= 30,
    'first comment after space is freed, without a restart',
    `after ${seconds.toFixed(1)} s`,
  );
  const there = await countComments(person, kept);
  expectThat(there === kept.length, 'acknowledged comments stored', `${there} of ${kept.length}`);
}

async function fillDisks(folder: string, home: string): Promise<void> {
  chownSync(home, NOBODY, NOBODY);
  chmodSync(home, 0o700);
  // This file has the location of root's database.
  writeFileSync(path.join(folder, 'postgres-location.txt'), `${home}\n`);
  const portal = await startSingle({ args: ['--empty'], dataDir: folder });
  try {
    await fillStore(portal, folder);
    await fillDatabase(portal, home);
    console.log(
      `  ok     the consistency check is clean (${(await verifyClean(portal.settings)).toFixed(1)} s)`,
    );
  } catch (error) {
    throw new Error(`The product printed:\n${portal.output().slice(-4000)}`, { cause: error });
  } finally {
    await portal.stop();
  }
}

export async function fillTheDisk(): Promise<void> {
  if (process.getuid?.() !== 0) throw new Error('Mounting a file system needs root.');
  const folder = mkdtempSync(path.join(os.tmpdir(), 'omicon-full-'));
  const home = `/var/lib/omicon/full-${randomUUID()}`;
  const mounted: string[] = [];
  try {
    for (const [mountPoint, bytes] of [
      [folder, STORE_BYTES],
      [home, DATABASE_BYTES],
    ] as const) {
      mount(mountPoint, bytes);
      mounted.push(mountPoint);
    }
    await withCalibration(
      `full disks: ${STORE_BYTES / MIB} MiB for objects, ${DATABASE_BYTES / MIB} MiB for the database`,
      () => fillDisks(folder, home),
    );
  } finally {
    for (const mountPoint of mounted) spawnSync('umount', [mountPoint]);
    for (const mountPoint of [folder, home]) rmSync(mountPoint, { recursive: true, force: true });
  }
}
