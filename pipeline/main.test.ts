/** The command line: what it prints and how it ends. */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, expect, test } from 'vitest';
import { removeLaboratories, writeLaboratory } from './test-laboratory.ts';

const MAIN = path.join(import.meta.dirname, 'main.ts');

interface Ended {
  code: number | null;
  out: string;
  told: string;
}

function start(args: string[]): { child: ChildProcess; ended: Promise<Ended> } {
  const { INIT_CWD: _, ...env } = process.env;
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', MAIN, ...args], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const closed = new Promise<number | null>((resolve) => child.on('close', resolve));
  const ended = Promise.all([closed, text(child.stdout), text(child.stderr)]).then(([code, out, told]) => ({
    code,
    out,
    told,
  }));
  return { child, ended };
}

const run = (...args: string[]) => start(args).ended;

afterAll(removeLaboratories);

test('the whole pipeline runs, prints networks and folders, and a preview writes no analysis', async () => {
  const { root, input } = await writeLaboratory();
  const shared = [input, '--out', root, '--collection', 'TEST', '--thresholds', '.95,.9', '--sizes', '4,8'];
  const preview = await run(...shared, '--steps', 'FM', '--preview');
  expect([preview.code, preview.out.trim().split('\n')]).toEqual([
    0,
    Array.from({ length: 5 }, () => expect.any(String)),
  ]);
  expect(preview.out).toMatch(/^0\.95 \(0\.\d{3}\), at least 4: \d+ modules, \d+ members$/m);
  expect(preview.out).toContain('1 feature without variance left out: GENE8.');
  expect(globSync('**/makeFM', { cwd: root })).toEqual([]);
  const geneSets = ['--gene-sets', path.join(root, 'resources/genesets')];
  const whole = await run(
    ...shared,
    '--steps',
    'OR,QN,BC,FM,EA',
    ...geneSets,
    '--owner',
    'Marit Solheim',
    '--date',
    '2026-11-25',
  );
  expect([whole.code, whole.told.includes('Error')]).toEqual([0, false]);
  expect(whole.out).toMatch(
    /^Bicor-None_signum\S+_minSize4_merge_ME_0\.85_\d+: \d+ branches, \d+ modules, \d+ members$/m,
  );
  const analysis = whole.out.trim().split('\n').at(-1) ?? '';
  expect(existsSync(path.join(analysis, 'TEST_project_attributes.csv'))).toBe(true);
  expect(globSync('*/GSHyperG_MY_SETS_*_SEED/*.csv', { cwd: analysis }).length).toBeGreaterThan(0);
});

test('what is refused is one sentence, and a wrong command shows how to use it', async () => {
  const { root, input } = await writeLaboratory();
  const refused = await run(input, '--steps', 'BC', '--batch', 'Plate', '--out', root);
  expect([refused.code, refused.told.trim().split('\n').at(-1)]).toEqual([
    1,
    'The samples have no attribute Plate.',
  ]);
  for (const args of [[], [input], [input, '--steps', 'QN,OR'], [input, '--steps', 'XX']]) {
    const wrong = await run(...args);
    expect([wrong.code, wrong.told]).toEqual([2, expect.stringMatching(/^Usage: npm run pipeline/)]);
  }
});

const ATTEMPTS = 10;

/** Interrupts a run of a laboratory of its own; on a busy machine a run may end before the signal reaches it. */
async function interruptRun() {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const { root, input } = await writeLaboratory();
    const named = ['--out', root, '--collection', 'TEST', '--thresholds', '.95', '--sizes', '4'];
    const args = [input, '--steps', 'OR,QN,BC,FM', ...named];
    const { child, ended } = start(args);
    child.stderr?.once('data', () => child.kill('SIGINT'));
    const { code, told } = await ended;
    if (code !== 0) return { root, args, code, told };
  }
  throw new Error(`No run of ${ATTEMPTS} was still going on when it was interrupted.`);
}

test('Ctrl-C stops a run, and the same command finishes it', async () => {
  const { root, args, code, told } = await interruptRun();
  expect([code, told]).toEqual([
    130,
    expect.stringContaining('The same command continues after the last finished step.'),
  ]);
  expect((await run(...args)).code).toBe(0);
  expect(globSync('**/*.unfinished', { cwd: root })).toEqual([]);
});
