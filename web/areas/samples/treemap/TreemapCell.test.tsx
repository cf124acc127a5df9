// @vitest-environment jsdom
import type { TreemapAttribute } from '@omicon/contract/base/records.ts';
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openScreen } from '../../../test-support/open-screen.tsx';
import { type CellActions, TreemapCell } from './TreemapCell.tsx';
import { type LaidOutCell, layoutTreemap, layoutValues } from './treemap-layout.ts';

const chr1p: TreemapAttribute = {
  name: 'chr1p_Mut',
  attributeName: 'chr1p_Mut',
  displayName: 'chr1p Mut',
  type: 'NORMAL',
  values: [
    { name: 'SO:0001743', count: 30 },
    { name: 'WT', count: 20 },
  ],
  value_labels: { 'SO:0001743': 'copy number loss' },
};

function drawCell(cell: LaidOutCell | undefined, selected: string[] = []) {
  if (cell === undefined) throw new Error('The picture has no cell.');
  const chosen: (string | null)[] = [];
  const actions: CellActions = {
    focusValue: () => undefined,
    select: (_, value) => chosen.push(value),
  };
  const { draw, user } = openScreen(
    <TreemapCell cell={cell} first={0} stop={0} selected={selected} actions={actions} />,
  );
  draw();
  return { user, chosen };
}

test('a cell shows the label of a coded value; tooltip and accessible name add the code', async () => {
  const [cell] = layoutTreemap([chr1p], { width: 750, scale: 1 }).cells;
  const { user, chosen } = drawCell(cell);
  const loss = within(screen.getByRole('region', { name: 'chr1p Mut' })).getByRole('button', {
    name: 'chr1p Mut: copy number loss (SO:0001743), n=30 (60.0 %)',
  });
  expect(loss.dataset.lines).toBe('copy number loss');
  await user.hover(loss);
  expect(screen.getByRole('tooltip').textContent).toContain('copy number loss (SO:0001743)');
  await user.click(loss);
  expect(chosen).toEqual(['SO:0001743']);
});

test('every selected value is marked, and without a remover the attribute stays', () => {
  const [cell] = layoutTreemap([chr1p], { width: 750, scale: 1 }).cells;
  drawCell(cell, ['SO:0001743', 'WT']);
  expect(screen.getAllByRole('button', { pressed: true })).toHaveLength(2);
  expect(screen.queryByRole('button', { name: 'Remove chr1p Mut' })).toBeNull();
});

test('a word that is wider than its rectangle is shortened, and the tooltip has it whole', async () => {
  const disease: TreemapAttribute = {
    ...chr1p,
    displayName: 'Disease',
    values: [{ name: 'anaplastic astrocytoma', count: 8 }],
    value_labels: {},
  };
  const [cell] = layoutTreemap([disease], { width: 750, scale: 1 }).cells;
  const { user } = drawCell(cell && { ...cell, values: layoutValues(disease, 60, 60) });
  const value = screen.getByRole('button', { name: 'Disease: anaplastic astrocytoma, n=8 (100.0 %)' });
  expect(value.dataset.lines).toBe('anapla…');
  await user.hover(value);
  expect(screen.getByRole('tooltip').textContent).toContain('anaplastic astrocytoma');
});
