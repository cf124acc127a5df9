// @vitest-environment jsdom
import { startModuleSearch } from '@omicon/contract/areas/runs/pipeline-runs.ts';
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openScreen } from '../../test-support/open-screen.tsx';
import { ModuleSearchForm } from './ModuleSearchForm.tsx';
import type { PipelineOptions } from './pipeline-text.ts';

const OPTIONS: PipelineOptions = {
  ...{ number_of_features: 90, number_of_samples: 24, incomplete_features: 0, refusal: null },
  ...{ looks_like_counts: false, rounds: [], attributes: [], no_enrichment: null },
  gene_set_sources: [{ name: 'MOSET', gene_sets: 3130 }],
};
const REASON = 'Enrichment cannot be tested in this data set, because no feature has a gene symbol.';

async function startWith(options: PipelineOptions) {
  const { portal, draw, user } = openScreen(
    <ModuleSearchForm id={7} options={options} allow_counts={false} />,
  );
  portal.refuses(startModuleSearch, 429, {
    code: 'too_many_requests',
    detail: 'Two of your runs are working.',
  });
  draw();
  await user.click(screen.getByRole('button', { name: 'Find modules' }));
  await waitFor(() => expect(portal.sent(startModuleSearch)).toHaveLength(1));
  return portal
    .sent(startModuleSearch)
    .map(({ body }) => startModuleSearch.body.parse(body).gene_set_sources);
}

test('all gene sets are tested by default', async () => {
  expect(await startWith(OPTIONS)).toEqual([['MOSET']]);
});

test('without gene symbols the form says why enrichment is not possible, and asks for none', async () => {
  expect(await startWith({ ...OPTIONS, no_enrichment: REASON })).toEqual([[]]);
  expect(screen.getByRole('note').textContent).toContain(REASON);
});
