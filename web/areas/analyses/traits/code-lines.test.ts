import { execFile, spawnSync } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { CODE_LANGUAGES, codeLines } from './code-lines.ts';

const run = promisify(execFile);
const ADDRESS = 'https://omicon.example.org/api/covariation-networks/5/traits/?version=2';

const TRAITS = ['Age', 'Tumor_Grade', 'Batch'].map((attribute) => ({ attribute, n: 72 }));
const REPLY = {
  traits: TRAITS,
  modules: [
    { id: 4, cells: [{ r: 0.9, r2: 0.81, p_value: 1e-9, q_value: 1e-8 }, null, null] },
    {
      id: 11,
      cells: [
        { r: -0.5, r2: 0.25, p_value: 0.001, q_value: 0.004 },
        null,
        { r: null, r2: 0.36, p_value: 0.0001, q_value: 0.0008 },
      ],
    },
  ],
};

test('the lines of code ask for the traits of the network, and take those of the module', () => {
  for (const language of CODE_LANGUAGES) expect(codeLines(language, ADDRESS, 11)).toContain(`"${ADDRESS}"`);
  expect(codeLines('R', ADDRESS, 11)).toContain('module$id == 11');
});

const hasPython = spawnSync('python3', ['--version']).status === 0;
test.skipIf(!hasPython)('the lines of Python can be parsed', async () => {
  await run('python3', ['-c', 'import ast, sys; ast.parse(sys.argv[1])', codeLines('Python', ADDRESS, 11)]);
});

const hasR = spawnSync('Rscript', ['-e', 'library(httr2)']).status === 0;
describe.skipIf(!hasR)('the lines of R', () => {
  /** Runs the script, without a screen. @returns its attributes and bars, or the error */
  async function draw(reply: object): Promise<string[]> {
    const server = createServer((_, response) =>
      response.setHeader('content-type', 'application/json').end(JSON.stringify(reply)),
    );
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/traits/`;
    const script = `pdf(NULL)
tryCatch(local({
invisible(capture.output({
${codeLines('R', address, 11)}
}))
cat(paste(rows$attribute, size), sep = "\\n")
}), error = function(failure) cat(conditionMessage(failure), "\\n"))`;
    const { stdout } = await run('Rscript', ['-e', script], { env: { ...process.env, OMICON_TOKEN: 'x' } });
    await new Promise((resolve) => server.close(resolve));
    return stdout.trim().split('\n');
  }

  test('draw the bars of the module, the closest attribute first', async () => {
    expect(await draw(REPLY)).toEqual(['Batch 0.6', 'Age -0.5']);
  }, 30_000);

  test('say why there is nothing to draw', async () => {
    const [said] = await draw({ traits: [], modules: [{ id: 11, cells: [] }] });
    expect(said?.trim()).toBe(
      'This module has no traits: no attribute varies, or you cannot read the data set.',
    );
  }, 30_000);
});
