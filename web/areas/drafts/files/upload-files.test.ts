import { expect, test } from 'vitest';
import { choose, chooseAgain, joinFiles, nameTogether, refuseFiles } from './upload-files.ts';

/** A file as the drop area gives it. */
function dropped(path: string, text = 'x'): File {
  const file = new File([text], path.split('/').at(-1) ?? path);
  return Object.assign(file, { path });
}

test('a file has the path below its folder, without marks of the drop area', () => {
  const paths = ['./counts.tsv', '/study/meta_study.txt', 'a.csv'];
  expect(choose(paths.map((path) => dropped(path))).map(({ path }) => path)).toEqual([
    ...['counts.tsv', 'study/meta_study.txt', 'a.csv'],
  ]);
});

test('the bytes of several files follow each other, under the name of the first', async () => {
  const together = joinFiles(choose([dropped('./a.csv', 'ab'), dropped('./b.csv', 'c'), dropped('./c.csv')]));
  expect(together.name).toBe('a.csv and 2 more');
  expect(await together.text()).toBe('abcx');
});

test('a long name is cut to what an upload can have', () => {
  expect(nameTogether(['a'.repeat(500), 'b'])).toHaveLength(255);
  expect(nameTogether(['a'.repeat(500), 'b'])).toMatch(/a and 1 more$/);
});

test('more than 500 files, or none with bytes, are refused with a sentence', () => {
  expect(refuseFiles(Array.from({ length: 500 }, () => dropped('a')))).toBeNull();
  expect(refuseFiles(Array.from({ length: 501 }, () => dropped('a')))).toMatch(/^These are 501 files/);
  expect(refuseFiles([dropped('a', '')])).toBe('The files are empty. Choose files with data.');
});

test('more than 20 GiB together are refused', () => {
  const half = Object.defineProperty(dropped('a'), 'size', { value: 10 * 1024 ** 3 + 1 });
  expect(refuseFiles([half])).toBeNull();
  expect(refuseFiles([half, half])).toMatch(/At most 20 GiB/);
});

test('files chosen again are sent in their first order, found by path or by name', () => {
  const wanted = [
    { name: 'study/a.txt', size_bytes: 2 },
    { name: 'study/b.txt', size_bytes: 1 },
  ];
  const again = chooseAgain(wanted, [dropped('./b.txt', 'b'), dropped('./a.txt', 'aa')]);
  if (typeof again === 'string') throw new Error(again);
  expect(again.map(({ file }) => file.name)).toEqual(['a.txt', 'b.txt']);
});

test('a missing file, or one of another size, is named', () => {
  const wanted = [{ name: 'a.txt', size_bytes: 2 }];
  expect(chooseAgain(wanted, [dropped('./b.txt')])).toBe('a.txt is missing. Choose it again.');
  expect(chooseAgain(wanted, [dropped('./a.txt')])).toMatch(/^a\.txt is another file now/);
});
