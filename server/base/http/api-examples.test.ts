/** Runs the examples of docs/api.md, in every language. */
import { execFile, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { createToken } from '@omicon/contract/areas/people/account.ts';
import { type QUICK_START, quickStartFor } from '@omicon/contract/base/quick-start.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { REPOSITORY } from '../../config.ts';
import { aFileOf } from '../../test-support/downloads.ts';
import { aLaboratory, type LaboratoryNumbers } from '../../test-support/intake.ts';
import { listen } from '../../test-support/pages.ts';
import { aPerson } from '../../test-support/people.ts';
import { type Caller, openTestPortal, type TestPortal } from '../../test-support/portal.ts';
import { sql } from '../postgres/database.ts';
import { createSession } from '../sign-in/sessions.ts';

const run = promisify(execFile);
const canRun = (program: string, args: string[]) => spawnSync(program, args).status === 0;
const canRunScripts = canRun('curl', ['--version']) && canRun('python3', ['--version']);
const canRunR = canRun('Rscript', ['--vanilla', '-e', 'library(httr2)']);
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
const IN_CURL = 'Statistics, in curl';
const [before = '', ...all] = parts;
const examples = all.filter((part) => !part.startsWith(IN_CURL));
/** Sections with one example in curl only. */
const curlSections = (all.find((part) => part.startsWith(IN_CURL)) ?? '')
  .split(/^### /m)
  .slice(1)
  .map((part) => ({ title: part.split('\n')[0] ?? '', sh: blockOf(part, 'sh') }));
const preambles = { r: blockOf(before, 'r'), python: blockOf(before, 'python') };
const sections: Section[] = examples.map((part) => ({
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

/** A network of the analysis and one of its modules. */
async function networkAndModule(analysis: number): Promise<Record<string, string>> {
  const { rows } = await sql<{ network: number; module: number }>`
    select n.number as network, m.number as module from analysis a
      join covariation_network n on n.analysis_id = a.id join covariation_module m on m.covariation_network_id = n.id
     where a.number = ${analysis} order by m.page limit 1`.execute(portal.services.db);
  return { NETWORK: String(rows[0]?.network), MODULE: String(rows[0]?.module) };
}

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
    COLLECTION: String(numbers.collection),
    SAMPLE: 'GSM96951',
    ...(await networkAndModule(numbers.analysis)),
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

async function runLines(sh: string): Promise<string> {
  return (await run('bash', ['--norc', '-c', `set -euo pipefail\n${sh}`], { cwd: folder, env })).stdout;
}

function runShell(title: string): Promise<string> {
  return runLines(sectionOf(title).sh);
}

async function runPython(title: string): Promise<string> {
  const script = `${preambles.python}\n${sectionOf(title).python}`;
  return (await run('python3', ['-c', script], { cwd: folder, env })).stdout.trim();
}

async function runR(title: string): Promise<string> {
  const script = path.join(folder, 'example.R');
  await writeFile(script, `${preambles.r}\n${sectionOf(title).r}`);
  return (await run('Rscript', ['--vanilla', script], { cwd: folder, env })).stdout.trim();
}

async function expectToken(token: string): Promise<void> {
  expect(token).toMatch(/^omicon_/);
  const headers = { authorization: `Token ${token}` };
  expect((await portal.app.inject({ url: '/api/me/', headers })).json()).toMatchObject({
    username: 'script',
  });
}

async function listDataSets() {
  return JSON.parse(await runShell('List data sets')) as {
    results: { id: number; title: string; number_of_samples: number }[];
    total: number;
  };
}

async function searchDataSets() {
  const answers = await runShell('Search: how many, and which');
  const [, counted = '', found = ''] = /^(\{"counts".*?\})(\{"data".*\})$/s.exec(answers) ?? [];
  const { total } = JSON.parse(counted) as { total: number };
  const { data } = JSON.parse(found) as { data: { searchResults: { result_count: number } } };
  return { total, data };
}

/** Lines of the table, that of its columns first. */
async function exportDataSets(): Promise<string[]> {
  await runShell('Search: all rows as a table');
  return (await readFile(path.join(folder, 'data_sets.csv'), 'utf8')).trimEnd().split(/\r?\n/);
}

/** The examples of all languages name the same comment, so they write one. */
async function expectOneComment(id: number): Promise<void> {
  const rows = await portal.services.db
    .selectFrom('comment')
    .select(['id', 'plain_text', 'visibility', 'person_id'])
    .execute();
  expect(rows).toMatchObject([{ id, visibility: 'lab', person_id: lab.person_id }]);
  expect(rows[0]?.plain_text).toContain('Batch 3 looks shifted.');
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

/** Output of a quick start, with the portal and a token of this test. */
async function runQuickStart(language: keyof typeof QUICK_START): Promise<string> {
  const code = quickStartFor(language, env.OMICON ?? '');
  const script = path.join(folder, 'script');
  await writeFile(script, language === 'curl' ? `set -euo pipefail\n${code}` : code);
  const program = { curl: ['bash'], r: ['Rscript', '--vanilla'], python: ['python3'] }[language];
  const [name = '', ...args] = program;
  const started = { cwd: folder, env: { ...env, OMICON_TOKEN: env.TOKEN } };
  return (await run(name, [...args, script], started)).stdout;
}

describe('the quick start of the account page lists data sets and runs a search', () => {
  test.skipIf(!canRunScripts)('in curl', async () => {
    const printed = await runQuickStart('curl');
    expect(printed).toContain(`"omicon_id":"OM.DS.${numbers.loaded}"`);
    expect(printed).toMatch(/"result_count":[1-9]/);
  });

  test.skipIf(!canRunScripts)('in Python', async () => {
    const lines = (await runQuickStart('python')).trim().split('\n');
    expect(lines.filter((line) => line.startsWith(`OM.DS.${numbers.loaded} `))).toHaveLength(1);
    expect(lines).toContain('3 data sets hold female samples');
  });

  test.skipIf(!canRunR)('in R', async () => {
    const lines = (await runQuickStart('r')).trim().split(/ *\n/);
    expect(lines.filter((line) => line.startsWith(`OM.DS.${numbers.loaded} `))).toHaveLength(1);
    expect(lines).toContain('3 data sets hold female samples');
  });
});

/** A name that the last reply of each section in curl has. */
const REPLY_HAS: Record<string, string> = {
  'A gene': 'networks_without_kme',
  'One sample': 'z_connectivity',
  'Expression by a sample attribute': 'statistic_name',
  'Compare groups of samples': 'log10_p',
  Survival: 'possible_times',
  Correlates: 'combined_r',
  'The same module elsewhere': 'results',
  Consensus: 'fidelity',
};

test('each section of statistics has an example', () => {
  expect(curlSections.map(({ title }) => title)).toEqual(Object.keys(REPLY_HAS));
});

test.skipIf(!canRunScripts).each(curlSections)('$title in curl', async ({ title, sh }) => {
  const replies = (await runLines(sh)).split(/(?<=\})(?=\{"(?:results|label|number_of_samples|data_set)")/);
  const last = replies.at(-1) ?? '';
  expect(() => JSON.parse(last)).not.toThrow();
  expect(last).toContain(`"${REPLY_HAS[title]}"`);
});

describe.skipIf(!canRunScripts)('curl', () => {
  test('a sign-in gives a token that works', async () => {
    await expectToken((await runShell('Sign in and make a token')).trim());
  });

  test('the list names the data sets', async () => {
    const { results } = await listDataSets();
    expect(results.map(({ id }) => id)).toContain(numbers.loaded);
  });

  test('the files of a data set come with their keys', async () => {
    const { results } = JSON.parse(await runShell('Files of a data set')) as { results: { key: string }[] };
    expect(results.map(({ key }) => key)).toContain(env.KEY);
  });

  test('a partial download is resumed and verified', async () => {
    await runShell('Download a file, also a part of it');
    const whole = await readFile(path.join(folder, 'first.part'));
    expect(createHash('sha256').update(whole).digest('hex')).toBe(
      createHash('sha256').update(BYTES).digest('hex'),
    );
  });

  test('a search counts and lists the same records', async () => {
    const { total, data } = await searchDataSets();
    expect(total).toBeGreaterThan(0);
    expect(data.searchResults.result_count).toBe(total);
  });

  test('the table has a row for each record', async () => {
    expect(await exportDataSets()).toHaveLength((await searchDataSets()).total + 1);
  });

  test('a repeated comment is written once', async () => {
    const { id } = JSON.parse(await runShell('Write a comment')) as { id: number };
    await runShell('Write a comment');
    await expectOneComment(id);
  });
});

describe.each([
  { language: 'Python', runExample: runPython, isHere: canRunScripts },
  { language: 'R', runExample: runR, isHere: canRunScripts && canRunR },
])('$language', ({ runExample, isHere }) => {
  describe.skipIf(!isHere)('does what curl does', () => {
    test('a sign-in gives a token that works', async () => {
      await expectToken(await runExample('Sign in and make a token'));
    });

    test('the list names the data sets', async () => {
      const { results, total } = await listDataSets();
      const lines = (await runExample('List data sets')).split('\n').map((line) => line.trim());
      expect(lines).toEqual([
        ...results.map(({ id, title, number_of_samples }) => `${id} ${title} ${number_of_samples}`),
        String(total),
      ]);
    });

    test('the files of a data set come with their keys', async () => {
      expect(await runExample('Files of a data set')).toContain(`${env.KEY} ${BYTES.length}`);
    });

    test('a download is verified, also after resuming', async () => {
      expect((await runExample('Download a file, also a part of it')).toLowerCase()).toBe('true 2000');
      expect(await readFile(path.join(folder, 'whole.file'))).toEqual(BYTES);
    });

    test('a search counts and lists the same records', async () => {
      const { total } = await searchDataSets();
      expect(await runExample('Search: how many, and which')).toBe(`${total} ${total} ${total}`);
    });

    test('the table has a row for each record', async () => {
      const rows = (await exportDataSets()).length - 1;
      expect(await runExample('Search: all rows as a table')).toBe(String(rows));
    });

    test('a repeated comment is written once', async () => {
      const id = await runExample('Write a comment');
      expect(await runExample('Write a comment')).toBe(id);
      await expectOneComment(Number(id));
    });
  });
});
