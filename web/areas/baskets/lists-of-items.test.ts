import type { BasketItem, BasketKind } from '@omicon/contract/areas/baskets.ts';
import { afterEach, expect, test, vi } from 'vitest';
import { unpackList } from '../../base/gene-list.ts';
import { countLists, listsOf } from './lists-of-items.ts';

function anItem(kind: BasketKind, record_number: number | null, name: string): BasketItem {
  return { id: 1, kind, record_number, name, omicon_id: null, source: null, is_readable: true };
}

const GENE = { kme: 0.9, member_of: 2, measured_by: 2, kme_by_data_set: [] };

/** Consensus genes of meta-modules, by number. @returns the addresses asked for */
function serveGenes(genes: Record<number, string[]>): string[] {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (address: string) => {
    const { pathname } = new URL(address, 'http://portal');
    asked.push(pathname);
    const symbols = genes[Number(pathname.split('/')[3])] ?? [];
    return Response.json({ data_sets: [], genes: symbols.map((symbol) => ({ symbol, ...GENE })) });
  });
  return asked;
}
afterEach(() => vi.unstubAllGlobals());

const ITEMS = [
  anItem('gene', null, 'GFAP'),
  anItem('meta-module', 3, 'Microglia'),
  anItem('sample', 9, 'GSM1'),
  anItem('module', 71, 'turquoise'),
  anItem('gene set', 40, 'Macrophages'),
];

test('a meta-module is the list of its consensus genes under its title, the others are as they are', async () => {
  const asked = serveGenes({ 3: ['CD68', 'AIF1'] });
  const [signal, ...others] = await listsOf(ITEMS);
  expect(asked).toEqual(['/api/meta-modules/3/genes/']);
  expect(signal).toMatchObject({ kind: 'list', name: 'Microglia' });
  expect(others).toMatchObject([{ kind: 'module', id: 71 }, { kind: 'set', id: 40 }, { kind: 'list' }]);
  const packed = [signal, others[2]].map((list) => (list?.kind === 'list' ? list.packed : ''));
  expect(await Promise.all(packed.map(unpackList))).toEqual([['CD68', 'AIF1'], ['GFAP']]);
  expect(countLists(ITEMS)).toBe(4);
});

test('a meta-module without consensus genes is no list', async () => {
  serveGenes({});
  expect(await listsOf([anItem('meta-module', 3, 'Microglia'), anItem('module', 71, 'turquoise')])).toEqual([
    { kind: 'module', id: 71 },
  ]);
});
