// @vitest-environment jsdom
import { correlateProfiles } from '@omicon/contract/areas/statistics/correlates.ts';
import { screen } from '@testing-library/react';
import { test } from 'vitest';
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
  const { portal, draw, user } = openScreen(
    <CorrelatesResult
      body={{ data_sets: [3], subject: { kind: 'feature', name: 'MKI67' } }}
      actions={({ name, genes, which }) => <p>{`${name}, ${which}: ${genes.join(' ')}`}</p>}
    />,
  );
  portal.replies(correlateProfiles, {
    subject: 'MKI67',
    data_sets: [
      { id: 3, title: 'GSE4271', feature: 'MKI67', n: 72, tested: 3, not_tested: 2, samples: null },
    ],
    ...{ left_out: [], unmatched: [], number_of_unmatched: 0, tested: 3 },
    results: [row('TOP2A', 0.9), row('BUB1', 0.8), row('CX3CR1', -0.7)],
  });
  draw();
  await screen.findByText('MKI67_CORRELATES, the 2 genes with q < 0.05: TOP2A BUB1');
  await screen.findByText(/2 more features are not tested: they do not vary/);
  await user.click(screen.getByRole('checkbox', { name: /CX3CR1/ }));
  await screen.findByText('MKI67_CORRELATES, the 1 checked gene: CX3CR1');
  await user.click(screen.getByRole('checkbox', { name: /BUB1/ }));
  await screen.findByText('MKI67_CORRELATES, the 2 checked genes: BUB1 CX3CR1');
});
