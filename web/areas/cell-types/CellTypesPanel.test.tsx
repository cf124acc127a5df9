// @vitest-environment jsdom
import { findCellTypes } from '@omicon/contract/areas/cell-types.ts';
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openScreen } from '../../test-support/open-screen.tsx';
import { CellTypesPanel } from './CellTypesPanel.tsx';

const CORTEX = {
  ...{ id: 5, omicon_id: 'OM.CR.5', title: 'Cortex nuclei', organism: 'Homo sapiens' },
  ...{ region: 'cortex', condition: null, level: 'class', levels: ['class', 'subclass'] },
  ...{ measured: 38, genes: 18_200 },
  types: [
    { name: 'neuron', ontology_id: 'CL:0000540', cells: 5120, index: 0.31 },
    { name: 'microglia', ontology_id: 'CL:0000129', cells: 640, index: 1 },
    { name: 'never measured', ontology_id: null, cells: 12, index: null },
  ],
  top: {
    ...{ type: 'microglia', next: 'neuron', next_index: 0.31 },
    ...{ p_random: 0.0001, p_matched: 0.0003, sets: 10_000, seed: 1 },
  },
  no_top: null,
};

const FOUND = {
  name: 'turquoise',
  size: 40,
  repair: null,
  references: [CORTEX],
  levels: ['class'],
  left_out: 0,
  agreement: [],
};

function open(found: object) {
  history.replaceState(null, '', '/');
  const { portal, draw } = openScreen(<CellTypesPanel of={{ kind: 'module', id: 3 }} />);
  portal.replies(findCellTypes, { ...FOUND, ...found });
  draw();
}

test('says where the genes are highest, what comes next, both P and what was measured', async () => {
  open({});
  const section = await screen.findByRole('region', { name: 'Cortex nuclei' });
  expect(section.textContent).toMatch(
    /Highest in microglia; next neuron, at 0\.310 of it\. P 1\.0e-4 against random genes, 3\.0e-4 against genes of equal expression \(10,000 sets of each, seed 1\)\. The reference measures 38 of 40 genes, and 18,200 in all\./,
  );
  expect(within(section).getByRole('link', { name: 'Cortex nuclei' }).getAttribute('href')).toBe(
    '/home/resources/cell-types/OM.CR.5',
  );
});

test('genes that the reference does not measure have no type', async () => {
  open({ references: [{ ...CORTEX, measured: 0, top: null, no_top: 'not measured' }] });
  const section = await screen.findByRole('region', { name: 'Cortex nuclei' });
  expect(section.textContent).toContain('The reference measures 0 of 40 genes, and 18,200 in all.');
  expect(section.textContent).not.toContain('Highest in');
});

test('two references say how they agree, by their titles', async () => {
  open({
    references: [CORTEX, { ...CORTEX, id: 6, omicon_id: 'OM.CR.6', title: 'Other nuclei' }],
    agreement: [{ a: 5, b: 6, types: 7, rho: 0.93 }],
  });
  await screen.findByText(
    'Cortex nuclei and Other nuclei agree with a rank correlation of 0.930 over 7 types of the Cell Ontology.',
  );
});

test('without a reference it says so', async () => {
  open({ references: [], levels: [] });
  await screen.findByText('No cell type reference');
});
