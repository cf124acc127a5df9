import { expect, test } from 'vitest';
import { decodeSource, readSource, sourceOfComparison, sourceOfList, writeSource } from './ranked-source.ts';

test('every source is read back from the address that it is written to', async () => {
  const comparison = {
    groups: [
      { name: 'M', rules: [{ attribute: 'Sex', values: ['M'] }] },
      { name: 'F', rules: [{ attribute: 'Sex', values: ['F'] }] },
    ],
    test: 'welch' as const,
    is_paired: false,
    adjust_for: ['Age'],
  };
  const list = { genes: ['AIF1', 'HLA-DRA'], values: [2.5, -1e-7] };
  const sources = [
    { kind: 'module' as const, id: 12 },
    await sourceOfComparison(7, comparison),
    await sourceOfList(list, 1),
  ];
  expect(sources.map((source) => readSource(writeSource(source)))).toEqual(sources);
  const [module, compared, pasted] = await Promise.all(sources.map((source) => decodeSource(source, 1)));
  expect(module?.known).toEqual({ kind: 'module', id: 12 });
  expect(compared?.known).toMatchObject({ kind: 'comparison', id: 7, body: comparison });
  expect(pasted?.known).toEqual({ kind: 'list', ...list });
});

test('an address that is cut off or made up names no ranking', async () => {
  for (const text of ['', 'module:', 'module:x', 'comparison:7', 'gene:1', 'list:'])
    expect(readSource(text)).toBeNull();
  const cut = { kind: 'comparison' as const, id: 7, packed: 'abc' };
  expect((await decodeSource(cut, 1)).problem).toMatch(/cannot be read/);
});
