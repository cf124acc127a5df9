// @vitest-environment jsdom
/** Columns that answer the question of a list are seen on a screen of 1440 px, which has 1160 px beside the menu. */
import { listModules } from '@omicon/contract/areas/analyses/covariation-networks.ts';
import { screen } from '@testing-library/react';
import type { ReactElement } from 'react';
import { expect, test } from 'vitest';
import { ModuleGrid } from '../../areas/analyses/ModuleGrid.tsx';
import { NetworkGrid } from '../../areas/analyses/NetworkGrid.tsx';
import { CounterpartGrid } from '../../areas/matching/counterparts/CounterpartGrid.tsx';
import { openScreen } from '../../test-support/open-screen.tsx';

const BORDERS = 2;
const ACTIONS = 44;

async function endOf(grid: ReactElement, title: string): Promise<number> {
  history.replaceState(null, '', '/');
  const { portal, draw } = openScreen(grid);
  portal.replies(listModules, { total: 0, page: 1, items_per_page: 20, results: [] });
  draw();
  const table = await screen.findByRole('grid');
  const heads = [...table.querySelectorAll('th')].map(({ textContent }) => textContent);
  const widths = [...table.querySelectorAll('col')].map(({ style }) => Number.parseFloat(style.width));
  expect(heads).toContain(title);
  return widths.slice(0, heads.indexOf(title) + 1).reduce((sum, width) => sum + width, 0);
}

test('all parameters of the networks of an analysis are seen', async () => {
  const end = await endOf(<NetworkGrid networks={[]} hrefOf={() => ''} />, 'MergeParam');
  expect(end).toBeLessThanOrEqual(1160 - BORDERS);
});

test('sizes and explained variance of modules are seen', async () => {
  const end = await endOf(<ModuleGrid networkId={1} version={undefined} comments={new Map()} />, 'PC1VE');
  expect(end).toBeLessThanOrEqual(1160 - BORDERS);
});

test('the data set of a counterpart is seen beside the related records', async () => {
  const grid = (
    <CounterpartGrid
      {...{ module: 'tan', rows: [], withOrganism: false, toolbar: null, onTest: () => undefined }}
      checks={{ keys: new Set(), onChange: () => undefined }}
      chosenAction={() => null}
    />
  );
  expect(await endOf(grid, 'Data set')).toBeLessThanOrEqual(868 - BORDERS - ACTIONS);
});
