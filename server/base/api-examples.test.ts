/** The examples of docs/api.md do what they say: curl and Python are run, R is compared with curl. */
import { execFile, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { createToken } from '@omicon/contract/account.ts';
import { ENDPOINTS } from '@omicon/contract/api.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { REPOSITORY } from '../config.ts';
import { aFileOf } from '../test-support/downloads.ts';
import { aLaboratory, type LaboratoryNumbers } from '../test-support/intake.ts';
import { listen } from '../test-support/pages.ts';
import { aPerson } from '../test-support/people.ts';
import { type Caller, openTestPortal, type TestPortal } from '../test-support/portal.ts';
import { createSession } from './sessions.ts';

const run = promisify(execFile);
const canRun = ['curl', 'python3'].every((program) => spawnSync(program, ['--version']).status === 0);
const PASSWORD = 'Locus coeruleus 7';
const BYTES = Buffer.from('GSM96950,GSM96951\n'.repeat(400));

interface Section {
  title: string;
  sh: string;
  r: string;
  python: string;
}

const text = await readFile(path.join(REPOSITORY, 'docs/api.md'), 'utf8');

function blockOf(part: string, language: string): string {
  return new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``).exec(part)?.[1] ?? '';
}

const parts = text.split(/^## /m).slice(1);
const preamble = blockOf(parts[0] ?? '', 'python');
const sections: Section[] = parts.slice(1).map((part) => ({
  title: part.split('\n')[0] ?? '',
  sh: blockOf(part, 'sh'),
  r: blockOf(part, 'r'),
  python: blockOf(part, 'python'),
}));

let portal: TestPortal;
let lab: Caller;
let numbers: LaboratoryNumbers;
let env: Record<string, string>;
let folder: string;

beforeAll(async () => {
  portal = await openTestPortal();
  numbers = await aLaboratory(portal, { visibility: 'public' });
  await portal.runJobs();
  const person = await aPerson(portal.services, { username: 'script', role: 'LAB', password: PASSWORD });
  lab = {
    person_id: person.id,
    username: 'script',
    role: 'LAB',
    token: await createSession(portal.services.db, person, 'header'),
  };
  const { key } = await aFileOf(portal, numbers.loaded, { name: 'scan.csv', bytes: BYTES });
  const { token } = (await portal.call(createToken, { as: lab, body: { name: 'examples', days: 1 } })).reply;
  env = {
    PATH: process.env.PATH ?? '',
    HOME: process.env.HOME ?? '',
    OMICON: await listen(portal),
    TOKEN: token,
    USERNAME: 'script',
    PASSWORD,
    KEY: key,
    DATA_SET: String(numbers.loaded),
  };
});
afterAll(() => portal.close());

beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'omicon-examples-'));
  return () => rm(folder, { recursive: true, force: true });
});

function sectionOf(title: string): Section {
  const section = sections.find((each) => each.title === title);
  if (!section) throw new Error(`docs/api.md has no section "${title}".`);
  return section;
}

async function runShell(title: string): Promise<string> {
  const script = `set -euo pipefail\n${sectionOf(title).sh}`;
  return (await run('bash', ['-c', script], { cwd: folder, env })).stdout;
}

async function runPython(title: string): Promise<string> {
  const script = `${preamble}\n${sectionOf(title).python}`;
  return (await run('python3', ['-c', script], { cwd: folder, env })).stdout.trim();
}

test('each section has the same in curl, R and Python', () => {
  expect(sections.map(({ title }) => title)).toEqual([
    'Sign in and make a token',
    'List data sets',
    'Files of a data set',
    'Download a file, also a part of it',
    'Search: how many, and which',
    'Search: all rows as a table',
    'Write a comment',
  ]);
  for (const { title, sh, r, python } of sections)
    for (const block of [sh, r, python]) expect(block.length, title).toBeGreaterThan(50);
});

describe.skipIf(!canRun)('run', () => {
  test('a sign-in gives a token that works', async () => {
    for (const token of [
      (await runShell('Sign in and make a token')).trim(),
      await runPython('Sign in and make a token'),
    ]) {
      expect(token).toMatch(/^omicon_/);
      const headers = { authorization: `Token ${token}` };
      expect((await portal.app.inject({ url: '/api/me/', headers })).json()).toMatchObject({
        username: 'script',
      });
    }
  });

  test('the list names the data sets', async () => {
    const { results, total } = JSON.parse(await runShell('List data sets')) as {
      results: { id: number; title: string }[];
      total: number;
    };
    expect(results.map(({ id }) => id)).toContain(numbers.loaded);
    const lines = (await runPython('List data sets')).split('\n');
    expect(lines).toHaveLength(results.length + 1);
    expect(lines.at(-1)).toBe(String(total));
    expect(lines[0]).toContain(results[0]?.title);
  });

  test('the files of a data set come with their keys', async () => {
    const { results } = JSON.parse(await runShell('Files of a data set')) as { results: { key: string }[] };
    expect(results.map(({ key }) => key)).toContain(env.KEY);
    expect(await runPython('Files of a data set')).toContain(`${env.KEY} ${BYTES.length}`);
  });

  test('a download begins with a part, goes on where it was, and is proven', async () => {
    const title = 'Download a file, also a part of it';
    await runShell(title);
    const whole = await readFile(path.join(folder, 'first.part'));
    expect(createHash('sha256').update(whole).digest('hex')).toBe(
      createHash('sha256').update(BYTES).digest('hex'),
    );
    expect(await runPython(title)).toBe('True 2000');
  });

  test('a search counts and lists the same records', async () => {
    const title = 'Search: how many, and which';
    const [, counted = '', found = ''] =
      /^(\{"counts".*?\})(\{"data".*\})$/s.exec(await runShell(title)) ?? [];
    const { total } = JSON.parse(counted) as { total: number };
    const { data } = JSON.parse(found) as { data: { searchResults: { result_count: number } } };
    expect(total).toBeGreaterThan(0);
    expect(data.searchResults.result_count).toBe(total);
    expect(await runPython(title)).toBe(`${total} ${total} ${total}`);
  });

  test('the table has a row for each record', async () => {
    const title = 'Search: all rows as a table';
    await runShell(title);
    const lines = (await readFile(path.join(folder, 'data_sets.csv'), 'utf8')).trimEnd().split(/\r?\n/);
    expect(lines.length).toBeGreaterThan(1);
    expect(await runPython(title)).toBe(String(lines.length - 1));
  });

  test('a comment is written once, however often it is sent', async () => {
    const { id } = JSON.parse(await runShell('Write a comment')) as { id: number };
    await runShell('Write a comment');
    const rows = await portal.services.db
      .selectFrom('comment')
      .select(['id', 'plain_text', 'visibility', 'person_id'])
      .execute();
    expect(rows).toMatchObject([{ id, visibility: 'lab', person_id: lab.person_id }]);
    expect(rows[0]?.plain_text).toContain('Batch 3 looks shifted.');
    expect(await runPython('Write a comment')).toBe(String(id));
  });
});

describe('R asks the same as curl', () => {
  interface Asked {
    method: string;
    address: string;
    body: string | null;
  }

  /** Values that a script reads from its environment are one mark in both. */
  function askedByShell(script: string): Asked[] {
    return script
      .split(/\bcurl /)
      .slice(1)
      .map((command) => {
        const address = /"\$OMICON([^"]*)"/.exec(command)?.[1] ?? '';
        const body = /--data '((?:[^']|'"\$\w+"')*)'/.exec(command)?.[1];
        return {
          method: body === undefined ? 'GET' : 'POST',
          address: address.replaceAll(/\$\w+/g, '%s'),
          body: body?.replaceAll(/'"\$\w+"'/g, '%s') ?? null,
        };
      });
  }

  function askedByR(script: string): Asked[] {
    return script
      .split(/\brequest\(/)
      .slice(1)
      .map((pipe) => {
        const [, fixed = '', variable] =
          /^paste0\(omicon(?:, "([^"]*)")?(?:, ([\w$.()"]+))?\)/.exec(pipe) ?? [];
        const body = /req_body_raw\((?:sprintf\()?'([^']*)'/.exec(pipe)?.[1];
        return {
          method: body === undefined ? 'GET' : 'POST',
          address: `${fixed}${variable === undefined ? '' : '%s'}`,
          body: body ?? null,
        };
      });
  }

  test.each(sections)('$title', ({ sh, r }) => {
    const asked = askedByShell(sh);
    expect(asked.length).toBeGreaterThan(0);
    expect(askedByR(r)).toEqual(asked);
    for (const { body } of asked) if (body !== null) JSON.parse(body.replaceAll('%s', '1'));
    const known = [...ENDPOINTS.values()].map(({ method, path: address }) => `${method} ${address}`);
    for (const { method, address } of asked)
      if (address !== '%s') expect(known).toContain(`${method} ${address.split('?')[0]}`);
  });
});
