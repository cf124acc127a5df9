import { expect, test } from 'vitest';
import { flatRows, foldThemes } from './fold-themes.ts';
import { aMetaModule } from './test-atlas.ts';

const THEME = { id: 3, name: 'Microglia' };
const MICROGLIA = aMetaModule(3, 'Microglia', THEME);
const MACROPHAGES = aMetaModule(5, 'Macrophages', THEME);
const NEURONS = aMetaModule(4, 'Neurons');

const shown = (rows: ReturnType<typeof foldThemes>) =>
  rows.map(({ meta, fold, isInner }) => [meta.title, fold?.more ?? null, isInner]);

test('a theme is one row of its leading meta-module, which says how many more there are', () => {
  expect(shown(foldThemes([MACROPHAGES, MICROGLIA, NEURONS], new Set()))).toEqual([
    ['Microglia', 1, false],
    ['Neurons', null, false],
  ]);
});

test('an open theme has its other meta-modules below it', () => {
  const rows = foldThemes([MACROPHAGES, MICROGLIA, NEURONS], new Set([3]));
  expect(shown(rows)).toEqual([
    ['Microglia', 1, false],
    ['Macrophages', null, true],
    ['Neurons', null, false],
  ]);
  expect(rows[0]?.fold).toEqual({ theme: 3, more: 1, isOpen: true });
});

test('a theme whose leading meta-module is on another page is led by its first one', () => {
  const others = [MACROPHAGES, aMetaModule(6, 'Monocytes', THEME)];
  expect(shown(foldThemes(others, new Set()))).toEqual([['Macrophages', 1, false]]);
});

test('in another order each meta-module has its row', () => {
  expect(shown(flatRows([MACROPHAGES, MICROGLIA])).map(([title]) => title)).toEqual([
    'Macrophages',
    'Microglia',
  ]);
});
