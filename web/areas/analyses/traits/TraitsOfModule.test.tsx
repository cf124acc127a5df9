// @vitest-environment jsdom
import { listModuleTraits, type ModuleRecord } from '@omicon/contract/areas/analyses/covariation-networks.ts';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { collect, MAY_COLLECT } from '../../../test-support/collect.ts';
import { openScreen } from '../../../test-support/open-screen.tsx';
import { drawTraitBars } from './draw-trait-bars.tsx';
import { TraitsOfModule } from './TraitsOfModule.tsx';
import type { TraitTable } from './trait-cells.ts';

const MODULE = {
  ...{ id: 11, omicon_id: 'OM.CM.11', title: 'blue', version: 2 },
  network: { id: 5, omicon_id: 'OM.CN.5', title: 'Bicor' },
} as ModuleRecord;

const trait = (attribute: string, kind: 'numeric' | 'groups') => ({
  ...{
    attribute,
    kind,
    is_technical: false,
    n: 72,
    groups: [],
    reference: null,
    compared: null,
    joined_as_others: [],
    not_numbers: [],
    value_labels: {},
  },
});
const TABLE: TraitTable = {
  ...{ input_data_set_id: 7, number_of_samples: 72, left_out: [] },
  traits: [trait('Age_Years', 'numeric'), trait('Tumor_Grade', 'groups')],
  modules: [
    {
      ...{ id: 11, omicon_id: 'OM.CM.11', name: 'blue', theme: null, page: 1, strongest: 'Tumor_Grade' },
      cells: [
        { r: -0.5, r2: 0.25, p_value: 0.001, q_value: 0.004 },
        { r: null, r2: 0.36, p_value: 0.0001, q_value: 0.0008 },
      ],
    },
  ],
};

test('the traits of a module can be saved, and come with lines of code', async () => {
  const { portal, draw, user } = openScreen(<TraitsOfModule module={MODULE} />);
  portal.replies(listModuleTraits, TABLE);
  draw();
  await screen.findByText('r \u22120.50, q 0.004, n 72');
  await user.click(screen.getByRole('button', { name: /^Download/ }));
  expect((await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)).toEqual(
    expect.arrayContaining([
      expect.stringContaining('SVG'),
      expect.stringContaining('PNG'),
      expect.stringContaining('TSV'),
    ]),
  );
  await user.keyboard('{Escape}');
  await user.click(screen.getByRole('button', { name: 'Lines of code' }));
  await screen.findByText(/api\/covariation-networks\/5\/traits\/\?version=2/);
});

test('the rows of the table are collected, each as its module', async () => {
  history.replaceState(null, '', '/?as=table');
  const opened = openScreen(<TraitsOfModule module={MODULE} />, MAY_COLLECT);
  opened.portal.replies(listModuleTraits, TABLE);
  opened.draw();
  expect(await collect(opened)).toEqual([{ kind: 'module', record_number: 11 }]);
  expect(screen.getAllByRole('checkbox').length).toBeGreaterThan(1);
  history.replaceState(null, '', '/');
});

test('the saved picture has a bar for each attribute, the closest first, to the side of its sign', () => {
  const { svg } = drawTraitBars(TABLE, 'Sample attributes and blue');
  const read = new DOMParser().parseFromString(svg, 'image/svg+xml');
  const texts = [...read.querySelectorAll('g g text')].map(({ textContent }) => textContent);
  expect(texts).toEqual([
    ...['Tumor Grade', 'R² 0.36, q 8.0e-4, n 72'],
    ...['Age Years', 'r \u22120.50, q 0.004, n 72'],
  ]);
  const bars = [...read.querySelectorAll('g g rect')].map((bar) => [
    Number(bar.getAttribute('x')),
    Number(bar.getAttribute('width')),
  ]);
  expect(bars).toEqual([
    [360, 96],
    [280, 80],
  ]);
});
