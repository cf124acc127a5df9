/** The two commands of the README, from first start to clean stop. */

import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { removeEmbeddedPostgres } from '@omicon/server/base/postgres/embedded-postgres.ts';
import { REPOSITORY } from '@omicon/server/config.ts';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { freePort, listProcesses, PASSWORD, type Portal, signInByToken, until } from '../harness/portal.ts';
import { startPortal } from '../harness/start-portal.ts';

let portal: Portal;

beforeAll(async () => {
  portal = await startPortal({ args: [] });
});

afterAll(() => portal.remove());

async function countRecords(path: string): Promise<number> {
  const person = await signInByToken(portal.address, 'demo_lab');
  const answer = await person.get(path);
  return ((await answer.json()) as { total: number }).total;
}

test('the first start creates a demo laboratory; if it is killed, the next start completes it', async () => {
  // The kill happens when some of the demo is stored and most of it is not; stored records are complete.
  await until('the first records of the demo', async () =>
    (await countRecords('/api/data-sets/')) > 0 ? true : null,
  );
  portal.process.kill('SIGKILL');
  portal = await startPortal({ args: [], dataDir: portal.dataDir });
  // If the first start had finished, this test would show nothing.
  expect(await countRecords('/api/analyses/')).toBeLessThan(4);
  await until('the demo laboratory', async () =>
    (await countRecords('/api/analyses/')) === 4 ? true : null,
  );
  expect(await countRecords('/api/data-collections/')).toBe(3);
  expect(await countRecords('/api/data-sets/')).toBe(17);
});

test('all sample queries work on the demo laboratory', async () => {
  const person = await signInByToken(portal.address, 'demo_lab');
  const samples = (await (await person.get('/api/search-queries/samples/')).json()) as {
    results: { qId: string }[];
  };
  expect(samples.results).toHaveLength(18);
  for (const { qId } of samples.results) {
    const opened = await person.get(`/api/search-queries/${qId}/link/?queryType=sample`);
    const { query } = (await opened.json()) as { query: unknown };
    const answer = await person.send('POST', '/api/advanced-search/', query);
    expect(answer.status, `${qId}: ${await answer.text()}`).toBe(200);
  }
});

test('a second start finds all data and creates nothing again', async () => {
  portal = await portal.restart();
  expect(await countRecords('/api/analyses/')).toBe(4);
  expect(portal.output()).not.toContain('Building');
});

test('a second process on the same data folder is refused, and the first continues', async () => {
  const { status, stderr } = spawnSync(process.execPath, [path.join(REPOSITORY, 'server/main.ts')], {
    env: { PATH: process.env.PATH, OMICON_DATA_DIR: portal.dataDir, PORT: String(await freePort()) },
    encoding: 'utf8',
  });
  expect([status, stderr]).toEqual([
    1,
    expect.stringContaining(`Another Omicon works in the data folder ${portal.dataDir}.`),
  ]);
  expect(await countRecords('/api/analyses/')).toBe(4);
  expect(portal.output()).not.toContain('The database ended unexpectedly');
});

/** Identifies the processes of an installation: its data folder, and that of its database if it is elsewhere. */
function listMarks(dataDir: string): string[] {
  const location = path.join(dataDir, 'postgres-location.txt');
  return existsSync(location) ? [dataDir, readFileSync(location, 'utf8').trim()] : [dataDir];
}

test('a clean stop leaves no processes', async () => {
  const marks = listMarks(portal.dataDir);
  expect(listProcesses(marks).length).toBeGreaterThan(0);
  expect(await portal.stop()).toBe(0);
  expect(listProcesses(marks)).toEqual([]);
  portal = await startPortal({ args: [], dataDir: portal.dataDir });
});

/** Broken output: a closed pipe, and a file on a full disk. */
const BROKEN_OUTPUTS = { 'by a program that has ended': 'pipe', 'by a full disk': '/dev/full' } as const;

test.each(Object.entries(BROKEN_OUTPUTS))(
  'a portal whose output is taken %s goes on, and stops in order',
  async (_, output) => {
    const dataDir = mkdtempSync(path.join(os.tmpdir(), 'omicon-unheard-'));
    const address = `http://localhost:${await freePort()}`;
    const out = output === 'pipe' ? output : openSync(output, 'w');
    const child = spawn(process.execPath, [path.join(REPOSITORY, 'server/main.ts'), '--empty'], {
      // At this log level every call is a line.
      env: {
        PATH: process.env.PATH,
        NODE_ENV: 'test',
        LOG_LEVEL: 'debug',
        PORT: new URL(address).port,
        OMICON_DATA_DIR: dataDir,
        OMICON_DEMO_PASSWORD: PASSWORD,
      },
      stdio: ['ignore', out, out],
    });
    onTestFinished(() => {
      child.kill('SIGKILL');
    });
    const ended = once(child, 'exit');
    child.stdout?.destroy();
    child.stderr?.destroy();
    await until('the portal', () =>
      fetch(`${address}/readyz`).then(
        ({ ok }) => ok || null,
        () => null,
      ),
    );
    const person = await signInByToken(address, 'demo_lab');
    expect((await person.get('/api/analyses/')).status).toBe(200);
    const marks = listMarks(dataDir);
    expect(listProcesses(marks).length).toBeGreaterThan(0);
    child.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
    expect(listProcesses(marks)).toEqual([]);
    if (typeof out === 'number') closeSync(out);
    removeEmbeddedPostgres(dataDir);
    rmSync(dataDir, { recursive: true });
  },
);

test('a portal that runs out of file descriptors survives, and recovers when it has some again', async () => {
  const { pid = 0 } = portal.process;
  const [, usual = ''] = /^Max open files\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/limits`, 'utf8')) ?? [];
  const allow = (files: string) => execFileSync('prlimit', ['--pid', String(pid), `--nofile=${files}:`]);
  const { port } = new URL(portal.address);
  // Fewer than it has open, so that closing some files is not enough.
  allow('10');
  const crowd = Array.from({ length: 40 }, () => net.connect(Number(port), 'localhost'));
  for (const socket of crowd) socket.on('error', () => undefined);
  // All periodic checks of the portal have run without file descriptors.
  await sleep(3000);
  for (const socket of crowd) socket.destroy();
  allow(usual);
  await until('an answer', async () => ((await countRecords('/api/data-sets/')) === 17 ? true : null));
  expect([portal.process.pid, portal.process.exitCode]).toEqual([pid, null]);
});

test.each([
  [{ PORT: 'eight' }, 'PORT must be a port number.'],
  [{ OMICON_STORE: 'tape' }, 'OMICON_STORE must be "disk" or "s3".'],
  [{ OMICON_ROLE: 'web' }, 'OMICON_ROLE=web needs DATABASE_URL'],
  [{ OMICON_DEMO_PASSWORD: 'short' }, 'OMICON_DEMO_PASSWORD must have at least 8 characters.'],
  [{ NODE_ENV: 'production' }, 'OMICON_PUBLIC_URL must begin with https:// in production.'],
])('the invalid setting %o stops the start with a message', (env, sentence) => {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'omicon-setting-'));
  writeFileSync(path.join(dataDir, 'kept'), '');
  const { status, stderr } = spawnSync(process.execPath, [path.join(REPOSITORY, 'server/main.ts')], {
    env: { PATH: process.env.PATH, OMICON_DATA_DIR: dataDir, ...env },
    encoding: 'utf8',
  });
  rmSync(dataDir, { recursive: true });
  expect(status).toBe(1);
  expect(stderr).toContain(sentence);
});
