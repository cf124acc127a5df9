// @vitest-environment jsdom
import { listGeneDataSets } from '@omicon/contract/areas/genes/genes.ts';
import { getExpression, listGeneExpression } from '@omicon/contract/areas/statistics/expression.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { openScreen } from '../../test-support/open-screen.tsx';
import { GeneExpression } from './GeneExpression.tsx';

beforeEach(() => {
  window.history.replaceState(null, '', '/home/genes/TREM2?tab=expression&ds=3&attribute=Tumor_Grade');
});

const dataSet = (id: number, title: string) => ({
  ...{ id, omicon_id: `OM.DS.${id}`, title, number_of_samples: 72, is_centred: false },
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
    detail: 'Tumor Grade has no two values to compare: it is the same in every sample, or different in each.',
  });
  const row = (id: number, title: string) => ({
    ...{ id, omicon_id: `OM.DS.${id}`, title, feature: 'TREM2', n: 72, median: 8.1 },
  });
  const group = (name: string | null, n: number, median: number) => ({ name, label: name, n, median });
  const test = {
    ...{ kind: 'welch' as const, n: 70, left_out: 2, statistic: -2.5, statistic_name: 't' as const },
    ...{ p_value: 0.012, q_value: 0.024 },
  };
  const not_tested = 'the attribute does not tell the samples apart' as const;
  opened.portal.replies(listGeneExpression, {
    results: [
      {
        ...row(3, 'GSE4271'),
        ...{ groups: [group('3', 20, -0.5), group(null, 2, 7.5), group('4', 50, 8.2)] },
        ...{ number_of_groups: 3, test, not_tested: null },
      },
      { ...row(4, 'TCGA GBM'), groups: [], number_of_groups: 0, test: null, not_tested },
    ],
    ...{
      total: 2,
      page: 1,
      items_per_page: 20,
      tested: 1,
      tested_collections: 1,
      collections: 2,
      not_tested: [{ reason: not_tested, n: 1 }],
      left_out: 0,
    },
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

test('every data set has a row with its groups, test and picture', async () => {
  open();
  const grid = await screen.findByRole('grid', { name: 'TREM2 in every data set by Tumor Grade' });
  await within(grid).findAllByText(/^not tested/);
  const [head, first, second] = within(grid)
    .getAllByRole('row')
    .map((row) => [...row.children].map(({ textContent }) => textContent));
  expect(head?.slice(6, 12)).toEqual(['Median, 3', 'n, 3', 'Median, 4', 'n, 4', 'Median, NA', 'n, NA']);
  expect(first?.slice(4)).toEqual([
    ...['0.012', '0.024'],
    ...['\u22120.500', '20', '8.200', '50', '7.500', '2'],
    ...['Welch’s t test', '70', 't', '\u22122.500', 'TREM2'],
  ]);
  expect(second?.slice(4)).toEqual([
    ...Array(8).fill('\u2013'),
    ...['not tested: it has fewer than two groups to compare', '\u2013', '\u2013', '\u2013', 'TREM2'],
  ]);
  screen.getByText(
    /Tumor Grade is tested in 1 of 2 data sets, from 1 of 2 data collections: .* Not tested: 1, it has fewer than two groups to compare/,
  );
  expect(within(grid).getAllByRole('link', { name: 'Show' })[1]?.getAttribute('href')).toBe(
    '/home/genes/TREM2?tab=expression&ds=4&attribute=Tumor_Grade',
  );
});

test('an attribute that does not vary in a data set is told, stays chosen, and is no failure', async () => {
  open();
  await screen.findByText(
    'Tumor Grade has no two values to compare: it is the same in every sample, or different in each.',
  );
  expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull();
  const choice: HTMLInputElement = screen.getByRole('combobox', { name: 'By attribute' });
  expect(choice.value).toBe('Tumor Grade');
});
