// @vitest-environment jsdom
import {
  getPipelineOptions,
  listPipelineRuns,
  type PipelineRun,
} from '@omicon/contract/areas/runs/pipeline-runs.ts';
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openScreen } from '../../test-support/open-screen.tsx';
import { PipelineTab } from './PipelineTab.tsx';

const FAILED: PipelineRun = {
  ...{ id: 3, kind: 'modules', state: 'failed', step: null, done: 0, seconds_left: null },
  ...{ message: 'Not enough memory.', is_own: true, preparation: null },
  ...{ created_at: '2026-11-30T09:05:00', data_set: { id: 7, title: 'Golub 1999 leukemia A.1' } },
  search: { thresholds: [0.99], min_sizes: [6, 8], gene_set_sources: ['MOSET'], allow_counts: false },
};

test('runs of one day are told apart by time and settings, under a title', async () => {
  history.replaceState(null, '', '/');
  const { portal, draw } = openScreen(<PipelineTab id={7} />);
  portal.refuses(getPipelineOptions, 503, { code: 'unavailable', detail: 'Not ready.' });
  const other = { ...FAILED, id: 2, state: 'done', created_at: '2026-11-30T08:40:00' } as const;
  portal.replies(listPipelineRuns, {
    ...{ page: 1, items_per_page: 20, total: 2 },
    results: [FAILED, { ...other, search: { ...FAILED.search, min_sizes: [20], gene_set_sources: [] } }],
  });
  draw();
  expect(screen.getByRole('heading', { name: 'Your runs on this data set' })).toBeDefined();
  const grid = within(screen.getByRole('grid', { name: 'Your runs on this data set' }));
  await grid.findByText('threshold 0.99; sizes 6, 8; enrichment of MOSET');
  for (const text of ['threshold 0.99; size 20; no enrichment', '2026-11-30 09:05', '2026-11-30 08:40'])
    expect(grid.getByText(text)).toBeDefined();
});
