import { expect, test } from 'vitest';
import { packList } from '../../base/gene-list.ts';
import { readChosen, toCompared, writeChosen } from './list-text.ts';

test('a list of the address is read as it was written', () => {
  for (const text of [
    'set:12',
    'module:34:PosBC',
    'list:S0pNS80rKQYA',
    'list:S0pNS80rKQYA:consensus of OPC: adult',
  ])
    expect(writeChosen(readChosen(text) ?? { kind: 'gene-set', id: 0 })).toBe(text);
});

test('a module without a definition is taken by its seed', () => {
  expect(readChosen('module:34')).toEqual({ kind: 'module', id: 34, definition: 'Seed' });
});

test('anything else is no list', () => {
  expect(['', 'set:', 'set:x', 'module:-3', 'gene:TP53', 'list:'].map(readChosen)).toEqual([
    null,
    null,
    null,
    null,
    null,
    null,
  ]);
});

test('a packed list is unpacked for the call', async () => {
  const packed = await packList(['TREM2', 'AIF1']);
  expect(await toCompared({ kind: 'list', packed, name: 'consensus of microglia' })).toEqual({
    kind: 'list',
    name: 'consensus of microglia',
    identifiers: ['TREM2', 'AIF1'],
  });
});

test('a name that the call would refuse is cut', async () => {
  const packed = await packList(['TREM2']);
  const list = await toCompared({ kind: 'list', packed, name: 'microglia '.repeat(20) });
  expect(list).toMatchObject({ name: expect.stringMatching(/^.{1,99}…$/u) });
});
