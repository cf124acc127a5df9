// @vitest-environment jsdom
import { listGeneDataSets } from '@omicon/contract/areas/genes.ts';
import { getExpression } from '@omicon/contract/areas/statistics/expression.ts';
import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { openScreen } from '../../test-support/open-screen.tsx';
import { GeneExpression } from './GeneExpression.tsx';

beforeEach(() => {
  window.history.replaceState(null, '', '/home/genes/TREM2?tab=expression&ds=3&attribute=Tumor_Grade');
});

const dataSet = (id: number, title: string) => ({
  ...{ id, omicon_id: `OM.DS.${id}`, title, number_of_samples: 72 },
  features: [{ feature: 'TREM2', mean: 8.1, sd: 0.8, percentile: 67 }],
});

/** The gene in two data sets, of which the second has one grade only. */
function open() {
  const opened = openScreen(<GeneExpression symbol="TREM2" />);
  opened.portal.replies(listGeneDataSets, {
    ...{ results: [dataSet(3, 'GSE4271'), dataSet(4, 'TCGA GBM')], total: 2 },
    ...{ page: 1, items_per_page: 100 },
  });
  opened.portal.refuses(getExpression, 400, {
    code: 'invalid_input',
    detail: 'Tumor Grade does not tell the samples apart.',
  });
  opened.draw();
  return opened;
}

test('another data set is drawn by the same attribute', async () => {
  const { user } = open();
  await user.click(await screen.findByRole('combobox', { name: 'Data set' }));
  await user.click(await screen.findByRole('option', { name: /^TCGA GBM/ }));
  await waitFor(() => expect(window.location.search).toContain('ds=4'));
  expect(window.location.search).toContain('attribute=Tumor_Grade');
});

test('an attribute that does not vary in a data set is told, stays chosen, and is no failure', async () => {
  open();
  await screen.findByText('Tumor Grade does not tell the samples apart.');
  expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull();
  const choice: HTMLInputElement = screen.getByRole('combobox', { name: 'By attribute' });
  expect(choice.value).toBe('Tumor Grade');
});
