import { execFile, spawnSync } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { CODE_LANGUAGES, type CodeView, codeLines } from './code-lines.ts';
import { arrangeRows, arrangeSamples, type Picture } from './picture-model.ts';

const run = promisify(execFile);
const ADDRESS = 'https://omicon.example.org/api/covariation-modules/5/picture/?rows=30';
const VIEW: CodeView = { by: 'eigengene', order: 'kme', scale: 'z', palette: 'blue-red' };
const VIEWS: CodeView[] = [
  VIEW,
  { ...VIEW, by: 'data', order: 'name', palette: 'purple-green' },
  { ...VIEW, by: 'attribute', scale: 'values' },
  { ...VIEW, by: 'tree', order: 'tree' },
];

const PICTURE: Picture = {
  input_data_set_id: 7,
  values_state: 'ready',
  number_of_members: 4,
  number_of_matching: 4,
  samples: ['s1', 's2', 's3', 's4', 's5'],
  eigengene: [0.5, -0.5, 0.1, -0.1, 0.3],
  rows: ['TOP2A', 'FLAT', 'CDK1', 'AURKA'].map((feature, rank) => ({
    ...{ feature, rank, kme: 0.9 - rank / 10, p_value: 1e-9, percentile: 80 },
  })),
  values: [
    [4, 1, 3, 2, 3.5],
    [5, 5, 5, 5, 5],
    [8, 2, null, 5, 6],
    [7.5, 2.5, 4, 5, 6.5],
  ],
  attributes: ['Grade'],
  strips: [{ attribute: 'Grade', values: ['10', '9', null, '9', '10'], value_labels: {} }],
};
const ONE: Picture = { ...PICTURE, rows: PICTURE.rows.slice(0, 1), values: PICTURE.values.slice(0, 1) };
const EMPTY: Picture = { ...PICTURE, rows: [], values: [], strips: [] };

test('the lines of code ask for the picture, in each language and view', () => {
  for (const view of VIEWS)
    for (const language of CODE_LANGUAGES)
      expect(codeLines(language, ADDRESS, view)).toContain(`"${ADDRESS}"`);
});

const hasPython = spawnSync('python3', ['--version']).status === 0;
test.skipIf(!hasPython)('the lines of Python can be parsed', async () => {
  for (const view of VIEWS)
    await run('python3', [
      '-c',
      'import ast, sys; ast.parse(sys.argv[1])',
      codeLines('Python', ADDRESS, view),
    ]);
});

const hasR = spawnSync('Rscript', ['-e', 'library(httr2)']).status === 0;
describe.skipIf(!hasR)('the lines of R', () => {
  /** Runs the script of every view on one picture. @returns rows and samples as drawn, or the error, for each view */
  async function drawn(picture: Picture): Promise<string[]> {
    const server = createServer((_, response) =>
      response.setHeader('content-type', 'application/json').end(JSON.stringify(picture)),
    );
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/picture/?rows=30`;
    const scripts = VIEWS.map(
      (view) => `tryCatch(local({
${codeLines('R', address, view)}
cat(rev(rownames(shown)), "|", colnames(shown), "\\n")
}), error = function(failure) cat(conditionMessage(failure), "\\n"))`,
    );
    const { stdout } = await run('Rscript', ['-e', ['pdf(NULL)', ...scripts].join('\n')], {
      env: { ...process.env, OMICON_TOKEN: 'x' },
    });
    await new Promise((resolve) => server.close(resolve));
    return stdout.trim().split(/\s*\n/);
  }
  const shown = (picture: Picture, { by, order }: CodeView) => {
    const [rows, samples] = [arrangeRows(picture, order), arrangeSamples(picture, by)];
    return `${rows.map((row) => picture.rows[row]?.feature).join(' ')} | ${samples.map((at) => picture.samples[at]).join(' ')}`;
  };

  test('draw rows and samples in the order of the page', async () => {
    expect(await drawn(PICTURE)).toEqual(VIEWS.map((view) => shown(PICTURE, view)));
  }, 30_000);

  test('draw a module of one member', async () => {
    expect(await drawn(ONE)).toEqual(VIEWS.map((view) => shown(ONE, view)));
  }, 30_000);

  test('say why there is nothing to draw', async () => {
    const [first, ...others] = await drawn(EMPTY);
    expect(first).toBe(
      'This picture has no values: no feature is a member, or you cannot read the data set.',
    );
    expect(new Set(others)).toEqual(new Set([first]));
  }, 30_000);
});
