// @vitest-environment jsdom
import { checkGenes, listGeneSetCategories, listSpecies } from '@omicon/contract/areas/genes/gene-sets.ts';
import { correlateProfiles } from '@omicon/contract/areas/statistics/correlates.ts';
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { collect, MAY_COLLECT } from '../../test-support/collect.ts';
import { openScreen } from '../../test-support/open-screen.tsx';
import { CorrelatesResult } from './CorrelatesResult.tsx';

const row = (name: string, r: number) => ({
  ...{ name, features: [name], number_of_features: [1], r: [r], n: [72], k: 1, combined_r: r },
  ...{
    statistic: 9,
    p_value: 1e-9,
    log10_p: -9,
    q_value: 1e-8,
    heterogeneity: null,
    is_copy: false,
    copied_in: [],
  },
});

test('the buttons take the checked genes, else the first with a positive correlation, and say which', async () => {
  const permissions = [...MAY_COLLECT.permissions, 'RESOURCE_GENESET_ATTRIBUTES_MODIFY', 'DATA_SET_SEARCH'];
  const opened = openScreen(
    <CorrelatesResult body={{ data_sets: [3], subject: { kind: 'feature', name: 'MKI67' } }} />,
    { permissions: new Set(permissions) },
  );
  const { portal, draw, user } = opened;
  portal.replies(listGeneSetCategories, { results: [] });
  portal.replies(listSpecies, { results: [] });
  portal.replies(checkGenes, { table: null, results: [] });
  portal.replies(correlateProfiles, {
    subject: 'MKI67',
    data_sets: [
      { id: 3, title: 'GSE4271', feature: 'MKI67', n: 72, tested: 3, not_tested: 2, samples: null },
    ],
    ...{
      distinct_samples: 72,
      shared_samples: [],
      left_out: [],
      unmatched: [],
      number_of_unmatched: 0,
      tested: 3,
    },
    results: [row('TOP2A', 0.9), row('BUB1', 0.8), row('CX3CR1', -0.7)],
  });
  draw();
  const genes = (...names: string[]) => names.map((name) => ({ kind: 'gene', name }));
  expect(await collect(opened, 'Collect the 2 genes with q < 0.05')).toEqual(genes('TOP2A', 'BUB1'));
  await screen.findByText(/2 more features are not tested: they do not vary/);
  await user.click(screen.getByRole('checkbox', { name: /CX3CR1/ }));
  expect(await collect(opened, 'Collect the 1 checked gene')).toEqual(genes('CX3CR1'));
  await user.click(screen.getByRole('checkbox', { name: /BUB1/ }));
  expect(await collect(opened, 'Collect the 2 checked genes')).toEqual(genes('BUB1', 'CX3CR1'));
  screen.getByRole('button', { name: 'Explore the 2 checked genes' });
  await user.click(screen.getByRole('button', { name: 'Save the 2 checked genes as gene set' }));
  const name = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Set name' });
  expect(name.value).toBe('MKI67_CORRELATES');
  await waitFor(() =>
    expect(portal.sent(checkGenes)).toMatchObject([{ body: { file: { content: 'BUB1\nCX3CR1' } } }]),
  );
});

test('data sets with the same samples are no independent evidence: it is said, and one of each can be kept', async () => {
  const kept: number[][] = [];
  const { portal, draw, user } = openScreen(
    <CorrelatesResult
      body={{ data_sets: [3, 4, 5], subject: { kind: 'feature', name: 'MKI67' } }}
      onKeep={(dataSets) => kept.push(dataSets)}
    />,
  );
  const dataSet = (id: number, title: string) => ({
    ...{ id, title, feature: 'MKI67', n: 72, tested: 1, not_tested: 0, samples: null },
  });
  portal.replies(correlateProfiles, {
    subject: 'MKI67',
    data_sets: [dataSet(3, 'GSE4271 EXT A.1'), dataSet(4, 'GSE4271 EXT OR A.1.1'), dataSet(5, 'TCGA GBM')],
    ...{ distinct_samples: 144, shared_samples: [{ a: 3, b: 4, n: 72 }] },
    ...{ left_out: [], unmatched: [], number_of_unmatched: 0, tested: 0, results: [] },
  });
  draw();
  await screen.findByText('GSE4271 EXT A.1 and GSE4271 EXT OR A.1.1 share 72 samples.');
  await screen.findByText(/^0 symbols in 144 samples of 3 data sets\./);
  await user.click(screen.getByRole('button', { name: 'Keep one of each' }));
  expect(kept).toEqual([[3, 5]]);
});
