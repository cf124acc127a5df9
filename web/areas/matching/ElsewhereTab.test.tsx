// @vitest-environment jsdom
import { listCounterparts } from '@omicon/contract/areas/matching.ts';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openScreen } from '../../test-support/open-screen.tsx';
import { ElsewhereTab } from './ElsewhereTab.tsx';

const NONE_FOUND = {
  results: [],
  symbols: 40,
  tested: 120,
  networks: 3,
  other_organisms: [],
  kme_state: 'ready' as const,
  without_kme: 0,
};

function openTab(reply: object): void {
  history.replaceState(null, '', '/');
  const module = { id: 7, name: 'turquoise', unique_identifier: null };
  const { portal, draw } = openScreen(<ElsewhereTab module={module} />);
  portal.replies(listCounterparts, { ...NONE_FOUND, ...reply });
  draw();
}

test('a module of fewer than five genes is said to be too small for the test', async () => {
  openTab({ symbols: 4 });
  expect(
    await screen.findByText('turquoise has 4 genes under this definition, too few to test the overlap.'),
  ).toBeDefined();
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
