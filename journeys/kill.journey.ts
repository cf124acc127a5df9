/** Nothing acknowledged is lost and nothing is half, whichever part of the product is killed while an upload comes in. */
import { spawnSync } from 'node:child_process';
import { existsSync, renameSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { REPOSITORY } from '@omicon/server/config.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Caller, type Portal, readText, signInByToken, startPortal, until } from './portal.ts';
import { sha256, writeSmallCollection, zipFiles } from './small-collection.ts';

const ROUNDS = 10;
const SAMPLES = 60;

let portal: Portal;

beforeAll(async () => {
  portal = await startPortal({ args: ['--empty'] });
});

afterAll(() => portal.remove());

type Victim = 'server' | 'worker' | 'database';

function databaseFolder(): string {
  const location = path.join(portal.dataDir, 'postgres-location.txt');
  return existsSync(location)
    ? path.join(readText(location).trim(), 'data')
    : path.join(portal.dataDir, 'postgres');
}

function databasePid(): number {
  return Number(readText(path.join(databaseFolder(), 'postmaster.pid')).split('\n')[0]);
}

function workerPid(): number {
  const { stdout } = spawnSync('ps', ['-o', 'pid=,args=', '--ppid', String(portal.process.pid), '-ww'], {
    encoding: 'utf8',
  });
  const line = stdout.split('\n').find((candidate) => candidate.includes('server/worker.ts'));
  return Number(line?.trim().split(/\s+/)[0] ?? Number.NaN);
}

async function kill(victim: Victim): Promise<void> {
  if (victim === 'server') {
    portal.process.kill('SIGKILL');
    portal = await startPortal({ args: ['--empty'], dataDir: portal.dataDir });
    return;
  }
  const pid = victim === 'worker' ? workerPid() : databasePid();
  if (Number.isFinite(pid)) process.kill(pid, 'SIGKILL');
}

/** Repeats a call until the product answers it: its outcome may be unknown, so it carries an idempotency key. */
async function persist(what: string, call: (person: Caller) => Promise<Response>): Promise<Response> {
  let last: unknown = null;
  try {
    return await until(what, async () => {
      try {
        const answer = await call(await signInByToken(portal.address, 'demo_lab'));
        last = answer.status < 500 ? null : await answer.text();
        return answer.status < 500 ? answer : null;
      } catch (error) {
        // The product is down or starting again; asking once more is the point.
        last = error;
        return null;
      }
    });
  } catch (error) {
    throw new Error(`The last answer was ${last}. The product printed:\n${portal.output()}`, {
      cause: error,
    });
  }
}

interface Upload {
  upload_id: number;
  status: string;
}

async function createUpload(name: string, size: number, key: string): Promise<number> {
  const answer = await persist('the upload', (person) =>
    fetch(`${portal.address}/api/uploads/`, {
      method: 'POST',
      headers: {
        authorization: `Token ${person.token}`,
        'content-type': 'application/json',
        'idempotency-key': key,
      },
      body: JSON.stringify({ file_name: `${name}.zip`, size_bytes: size, kind: 'collection' }),
    }),
  );
  expect(answer.status).toBe(201);
  return ((await answer.json()) as Upload).upload_id;
}

async function sendAndComplete(id: number, zip: Buffer): Promise<void> {
  const part = await persist('the part', (person) =>
    fetch(`${portal.address}/api/upload-parts/${id}/1`, {
      method: 'PUT',
      headers: { authorization: `Token ${person.token}`, 'content-type': 'application/octet-stream' },
      body: new Uint8Array(zip),
    }),
  );
  expect(part.status).toBe(200);
  const complete = await persist('the completion', (person) =>
    person.send('POST', `/api/uploads/${id}/complete/`, { sha256: sha256(zip) }),
  );
  // 409 says that an earlier try, whose answer was lost, has done it.
  expect([202, 409]).toContain(complete.status);
}

async function expectStored(id: number, name: string): Promise<void> {
  const report = await until(`upload ${id}`, async () => {
    const answer = await persist('the report', (person) => person.get(`/api/uploads/${id}/report/`));
    const found = (await answer.json()) as { status: string; message: string | null };
    return found.status === 'stored' || found.status === 'refused' || found.status === 'failed'
      ? found
      : null;
  });
  expect(report).toMatchObject({ status: 'stored', message: null });
  const answer = await persist('the collections', (person) =>
    person.get(`/api/data-collections/?search=${name}&page_size=100`),
  );
  const { results } = (await answer.json()) as {
    results: { name: string; number_of_samples: number; data_sets: number }[];
  };
  expect(results.filter((row) => row.name === name)).toMatchObject([
    { number_of_samples: SAMPLES, data_sets: 1 },
  ]);
}

function verify(): unknown {
  const { stdout } = spawnSync(
    process.execPath,
    [path.join(REPOSITORY, 'server/commands/verify.ts'), '--json'],
    {
      env: { ...process.env, OMICON_DATA_DIR: portal.dataDir },
      encoding: 'utf8',
    },
  );
  return JSON.parse(stdout);
}

test.each<Victim>(['server', 'worker', 'database'])(
  'the %s killed ten times during upload and intake loses nothing',
  async (victim) => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const name = `KILL_${victim}_${round}`;
      const zip = await zipFiles(writeSmallCollection({ name, samples: SAMPLES, features: 1500 }));
      const uploading = createUpload(name, zip.length, name).then(async (id) => {
        await sendAndComplete(id, zip);
        return id;
      });
      // Early rounds hit the upload, late ones the intake.
      await sleep(40 + round * 60);
      await kill(victim);
      await expectStored(await uploading, name);
    }
    // What was in flight at a kill counts as an orphan only when it stays; nothing may refer to what is not there.
    expect(verify()).toMatchObject({ lost_refs: 0, dangling: 0, mismatches: 0, half: 0, open_uploads: 0 });
  },
);

test('a database that cannot start is tried until it can, and calls are told to come back meanwhile', async () => {
  const needed = path.join(databaseFolder(), 'global/pg_control');
  const pid = databasePid();
  renameSync(needed, `${needed}.aside`);
  process.kill(pid, 'SIGKILL');
  await until('a vain try', async () => (portal.output().includes('does not start') ? true : null));
  const answer = await fetch(`${portal.address}/api/user-login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'demo_lab', password: 'not this one' }),
  });
  expect(answer.status).toBe(503);
  renameSync(`${needed}.aside`, needed);
  const again = await persist('a list', (person) => person.get('/api/data-collections/'));
  expect(again.status).toBe(200);
  expect(portal.process.exitCode).toBeNull();
});
