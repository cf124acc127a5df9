/** The list of planted faults fits the code, so that `npm run planted-faults` can plant each of them. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');

const list: { file: string; tests: string[]; faults: [name: string, text: string, fault: string][] }[] =
  JSON.parse(read('scripts/planted-faults.json'));

test('the text of every planted fault occurs exactly once in its file', () => {
  const unfit = list.flatMap(({ file, faults }) => {
    const code = read(file);
    return faults.filter(([, text]) => code.split(text).length !== 2).map(([name]) => `${file}: ${name}`);
  });
  expect(unfit).toEqual([]);
});

test('every planted fault has test files that exist', () => {
  expect(list.filter(({ tests }) => tests.length === 0)).toEqual([]);
  const files = new Set(list.flatMap(({ tests }) => tests));
  expect([...files].filter((file) => !existsSync(path.join(root, file)))).toEqual([]);
});
