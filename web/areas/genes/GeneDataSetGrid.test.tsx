// @vitest-environment jsdom
import { listGeneDataSets, listGeneLevels } from '@omicon/contract/areas/genes/genes.ts';
import { screen } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { openScreen } from '../../test-support/open-screen.tsx';
import { GeneDataSetGrid } from './GeneDataSetGrid.tsx';
import { GeneLevels } from './GeneLevels.tsx';

beforeEach(() => {
  history.replaceState(null, '', '/home/genes/AIF1?tab=data-sets');
  // jsdom lays nothing out.
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(600);
});

test('centred data have no percentile of the level, and the page says that they are centred', async () => {
  const { portal, draw } = openScreen(<GeneDataSetGrid symbol="AIF1" />);
  const row = (id: number, is_centred: boolean) => ({
    ...{ id, omicon_id: `OM.DS.${id}`, title: `GSE${id}`, number_of_samples: 72, is_centred },
    features: [{ feature: 'AIF1', mean: 0, sd: 1, percentile: 37 + id }],
  });
  portal.replies(listGeneDataSets, {
    ...{ results: [row(1, true), row(2, false)], total: 2, page: 1, items_per_page: 20 },
  });
  draw();
  await screen.findByText('centred');
  expect(screen.queryByText('38')).toBeNull();
  expect(screen.getByText('39')).toBeDefined();
  expect(screen.getByText(/each feature has a mean of about 0/)).toBeDefined();
});

test('centred data sets are not drawn, and collections are counted beside data sets', async () => {
  const { portal, draw } = openScreen(<GeneLevels symbol="AIF1" />);
  const row = (id: number, is_centred: boolean) => ({
    ...{ id, title: `GSE${id}`, data_collection_id: 7, number_of_samples: 72, is_centred },
    ...{ feature: 'AIF1', mean: 8, percentile: 40 },
  });
  portal.replies(listGeneLevels, { results: [row(1, true), row(2, false), row(3, false)], total: 3 });
  draw();
  await screen.findByText(/one dot for each of 2 data sets from 1 data collection\./);
  await screen.findByText(/1 data set not drawn: the values are centred/);
});
