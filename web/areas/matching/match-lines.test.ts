import { execFile, spawnSync } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { CODE_LANGUAGES, counterpartLines, matrixLines } from './match-lines.ts';

const run = promisify(execFile);
const ADDRESS = 'https://omicon.example.org/api/covariation-networks/5/matches/6/?definition=Seed';
const VIEWS = [true, false].flatMap((isEvery) => [true, false].map((withOwn) => ({ isEvery, withOwn })));

const MATRIX = {
  modules: [{ name: 'green' }, { name: 'blue' }],
  other_modules: [{ name: 'salmon' }, { name: 'tan' }, { name: 'red' }],
  rho: [
    [0.8, -0.25, 0.1],
    [null, 0.5, 0],
  ],
  p_value: [
    [1e-12, 1, 0.1],
    [0, 0.01, 1e-99],
  ],
  reciprocal: [{ module: 0, other: 0 }],
};
const ONE = { ...MATRIX, modules: MATRIX.modules.slice(0, 1), rho: [[0.8, 0.1, 0.2]], reciprocal: [] };

const row = (name: string, rho: number | null, is_best_of_data_set: boolean, is_own_data_set: boolean) => ({
  ...{ name, rho, is_best_of_data_set, is_own_data_set, is_reciprocal: rho === null ? null : true },
  ...{ data_set: { id: 1, title: `set of ${name}` }, overlap: 4, jaccard: 0.1, p_value: 0.01, q_value: 0.02 },
});
const COUNTERPARTS = {
  results: [row('tan', 0.9, true, false), row('red', 0.8, false, false), row('own', 0.7, true, true)].concat(
    row('late', null, false, false),
  ),
};

const everyScript = (language: (typeof CODE_LANGUAGES)[number], address: string) => [
  matrixLines(language, address, 'rho'),
  matrixLines(language, address, 'p'),
  ...VIEWS.map((view) => counterpartLines(language, address, view)),
];

test('the lines of code ask for what the page shows, in each language', () => {
  for (const language of CODE_LANGUAGES)
    for (const script of everyScript(language, ADDRESS)) expect(script).toContain(`"${ADDRESS}"`);
});

const hasPython = spawnSync('python3', ['--version']).status === 0;
test.skipIf(!hasPython)('the lines of Python can be parsed', async () => {
  const parseAll = 'import ast, sys; [ast.parse(script) for script in sys.argv[1:]]';
  await run('python3', ['-c', parseAll, ...everyScript('Python', ADDRESS)]);
});

const hasR = spawnSync('Rscript', ['-e', 'library(httr2)']).status === 0;
describe.skipIf(!hasR)('the lines of R', () => {
  /** Runs a script, without a screen, and writes something of what it has. */
  async function said(reply: object, scriptFor: (address: string) => string, what: string): Promise<string> {
    const server = createServer((_, response) =>
      response.setHeader('content-type', 'application/json').end(JSON.stringify(reply)),
    );
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    const script = `pdf(NULL)
tryCatch(local({
invisible(capture.output({
${scriptFor(address)}
}))
cat(${what})
}), error = function(failure) cat(conditionMessage(failure)))`;
    const { stdout } = await run('Rscript', ['-e', script], { env: { ...process.env, OMICON_TOKEN: 'x' } });
    await new Promise((resolve) => server.close(resolve));
    return stdout.trim();
  }

  test('draw the matrix as shown, also one of a single row', async () => {
    const values = 'rownames(values), colnames(values), t(values)';
    const lines = (colour: 'rho' | 'p') => (address: string) => matrixLines('R', address, colour);
    expect(await said(MATRIX, lines('rho'), values)).toBe('green blue salmon tan red 0.8 -0.25 0.1 NA 0.5 0');
    expect(await said(MATRIX, lines('p'), values)).toBe('green blue salmon tan red 12 0 1 30 2 30');
    expect(await said(ONE, lines('rho'), values)).toBe('green salmon tan red 0.8 0.1 0.2');
  }, 60_000);

  test('draw the counterparts that are shown', async () => {
    const shown = await Promise.all(
      VIEWS.map((view) => said(COUNTERPARTS, (address) => counterpartLines('R', address, view), 'rows$name')),
    );
    expect(shown).toEqual(['tan red own', 'tan red', 'tan own', 'tan']);
  }, 60_000);

  test('say why there is nothing to draw', async () => {
    const [view = { isEvery: true, withOwn: true }] = VIEWS;
    expect(await said({ results: [] }, (address) => counterpartLines('R', address, view), '""')).toBe(
      'No module of another network shares a gene with this one.',
    );
  }, 60_000);
});
