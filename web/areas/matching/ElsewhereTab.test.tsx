// @vitest-environment jsdom
import { listCounterparts } from '@omicon/contract/areas/matching.ts';
import { screen, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { openScreen } from '../../test-support/open-screen.tsx';
import { ElsewhereTab } from './ElsewhereTab.tsx';

afterEach(() => vi.restoreAllMocks());

const NONE_FOUND = {
  results: [],
  symbols: 40,
  tested: 120,
  networks: 3,
  other_organisms: [],
  kme_state: 'ready' as const,
  without_kme: 0,
};

function openTab(reply: object, address = '/') {
  history.replaceState(null, '', address);
  const definitions = [
    { definition: 'Seed', members: 24 },
    { definition: 'PosBC', members: 0 },
  ] as const;
  const module = { id: 7, name: 'turquoise', unique_identifier: null, definitions };
  const { portal, draw, user } = openScreen(<ElsewhereTab module={module} />);
  portal.replies(listCounterparts, { ...NONE_FOUND, ...reply });
  draw();
  return user;
}

test('a module of fewer than five genes is said to be too small for the test', async () => {
  openTab({ symbols: 4 });
  expect(
    await screen.findByText('turquoise has 4 genes under this definition, too few to test the overlap.'),
  ).toBeDefined();
});

test('a module whose features have no gene symbol is not said to have no genes', async () => {
  openTab({ symbols: 0, tested: 0, networks: 31 });
  await screen.findByText(
    'turquoise has 24 features under this definition, and none has a gene symbol. Modules are compared by gene symbols.',
  );
  expect(screen.queryByText(/0 genes|modules of 31/)).toBeNull();
});

test('a module without members under a definition is said to have none', async () => {
  openTab({ symbols: 0, tested: 0, networks: 31 }, '/?definition=PosBC');
  expect(await screen.findByText('turquoise has no features under this definition.')).toBeDefined();
});

test('without a symbol in common the page says why nothing is found', async () => {
  openTab({});
  expect(
    await screen.findByText(/another species or of other identifiers have no symbols in common/),
  ).toBeDefined();
});

test('without another readable network the page says so', async () => {
  openTab({ networks: 0, tested: 0 });
  expect(await screen.findByText('There is no other network that you can read.')).toBeDefined();
});

test('a module whose kME is being computed is compared by genes, and the page says so', async () => {
  openTab({ kme_state: 'waiting' });
  expect(await screen.findByText(/The kME of turquoise is still being computed/)).toBeDefined();
});

test('a module whose kME could not be computed is compared by genes, and the page says so', async () => {
  openTab({ kme_state: 'failed' });
  expect(await screen.findByText(/The kME of turquoise could not be computed/)).toBeDefined();
});

test('candidates whose kME is being computed are counted', async () => {
  openTab({ without_kme: 2 });
  expect(await screen.findByText('kME of 2 modules is still being computed.')).toBeDefined();
});

test('networks of another organism are counted, with the table by which they are compared', async () => {
  const mouse = { own: 'Homo sapiens', other: 'Mus musculus', table: 'Mus_musculus_SYMBOL_Homo_sapiens' };
  const rat = { own: 'Homo sapiens', other: 'Rattus norvegicus', table: null };
  openTab({
    other_organisms: [
      { ...mouse, networks: 2 },
      { ...rat, networks: 1 },
    ],
  });
  expect(
    await screen.findByText(
      /2 networks of Mus musculus, compared by orthologues \(Mus_musculus_SYMBOL_Homo_sapiens\)\. 1 network of Rattus norvegicus, compared by equal symbols: no table of orthologues leads from Homo sapiens to Rattus norvegicus\./,
    ),
  ).toBeDefined();
});

const MICROGLIA = { id: 9, omicon_id: 'OM.MM.9', name: 'microglia', found: 8, findable: 10 };

const counterpart = (id: number, meta_module: object | null) => ({
  ...{ id, omicon_id: `OM.CM.${id}`, name: `module ${id}`, theme: null, analysis_id: 1, technology: null },
  ...{ network: { id: 2, omicon_id: 'OM.CN.2', name: 'Bicor' }, data_set: { id, title: `GSE${id}` } },
  ...{ organism: null, overlap: 12, size: 40, jaccard: 0.1, p_value: 1e-9, q_value: 1e-8, rho: 0.8 },
  ...{ rho_of_members: 0.7, common_symbols: 900, is_reciprocal: false, is_own_data_set: false },
  ...{ is_best_of_data_set: true, eigengene_r: null, common_samples: 0 },
  ...{ meta_module, recurring_module: id },
});
const SIGNALS = [counterpart(5, MICROGLIA), counterpart(6, null), counterpart(7, MICROGLIA)];
const modulesOf = (grid: HTMLElement) =>
  [...grid.querySelectorAll('tbody tr')].flatMap((tr) => /module \d/.exec(tr.textContent ?? '')?.[0] ?? []);

test('a counterpart says its signal, with a link, and its support', async () => {
  openTab({ results: SIGNALS });
  const grid = await screen.findByRole('grid', { name: 'Modules like turquoise' });
  expect(modulesOf(grid)).toEqual(['module 5', 'module 6', 'module 7']);
  const [link] = within(grid).getAllByRole('link', { name: 'microglia' });
  expect(link?.getAttribute('href')).toBe('/home/meta-modules/OM.MM.9');
  expect(within(grid).getAllByText('8 of 10')).toHaveLength(2);
});

test('counterparts of one signal fold under the best of them and open below it; the picture keeps all', async () => {
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(800);
  const user = openTab({ results: SIGNALS }, '/?per=meta-module');
  const grid = await screen.findByRole('grid', { name: 'Modules like turquoise' });
  expect(modulesOf(grid)).toEqual(['module 5', 'module 6']);
  expect(screen.getByRole('radio', { name: 'Meta-module' })).toHaveProperty('checked', true);
  expect(document.querySelectorAll('svg circle[r="4"]')).toHaveLength(3);
  await user.click(within(grid).getByRole('button', { name: '1 more, module 5 of GSE5' }));
  expect(modulesOf(grid)).toEqual(['module 5', 'module 7', 'module 6']);
  within(grid).getByText('same signal');
});

test('common genes and P come before technology, and what overlaps by chance is grey and said to be none', async () => {
  const row = (id: number, q_value: number) => ({
    ...{
      id,
      omicon_id: `OM.CM.${id}`,
      name: `module ${id}`,
      theme: null,
      analysis_id: 1,
      technology: 'Microarray',
    },
    ...{ network: { id: 2, omicon_id: 'OM.CN.2', name: 'Bicor' }, data_set: { id, title: `GSE${id}` } },
    ...{ organism: null, overlap: 12, size: 40, jaccard: 0.1, p_value: q_value / 10, q_value, rho: 0.8 },
    ...{ rho_of_members: 0.7, common_symbols: 900, is_reciprocal: false, is_own_data_set: false },
    ...{ is_best_of_data_set: true, eigengene_r: null, common_samples: 0 },
    ...{ meta_module: null, recurring_module: null },
  });
  openTab({ results: [row(5, 1e-9), row(6, 1)] });
  await screen.findByText(/Grey modules, with q of 1, share no more genes than expected by chance/);
  const grid = screen.getByRole('grid', { name: 'Modules like turquoise' });
  const heads = [...grid.querySelectorAll('th')].map(({ textContent }) => textContent);
  const at = (title: string) => heads.findIndex((head) => head?.startsWith(title));
  expect(at('Common genes')).toBeLessThan(at('Technology'));
  expect(at('P')).toBeLessThan(at('Technology'));
  expect([...grid.querySelectorAll('tr[data-dimmed]')].map((tr) => tr.textContent)).toEqual([
    expect.stringContaining('module 6'),
  ]);
});
