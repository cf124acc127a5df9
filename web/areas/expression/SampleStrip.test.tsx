// @vitest-environment jsdom
import { getExpression } from '@omicon/contract/areas/statistics/expression.ts';
import { screen } from '@testing-library/react';
import { beforeAll, expect, test, vi } from 'vitest';
import { collect, MAY_COLLECT } from '../../test-support/collect.ts';
import { openScreen } from '../../test-support/open-screen.tsx';
import { SampleStrip } from './SampleStrip.tsx';

beforeAll(() => {
  // jsdom lays nothing out.
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(600);
});

const BOX = { whisker_low: 5, q1: 6, median: 7, q3: 8, whisker_high: 9, mean: 7, sd: 1 };

test('the samples beside the marked one can be collected, the checked ones or all', async () => {
  history.replaceState(null, '', '/?feature=TREM2');
  const opened = openScreen(
    <SampleStrip label="GSM96951" dataSets={[{ id: 3, title: 'GSE4271', number_of_samples: 3 }]} />,
    MAY_COLLECT,
  );
  const { portal, draw, user } = opened;
  portal.replies(getExpression, {
    data_set: { id: 3, title: 'GSE4271', data_collection_id: 7 },
    samples: ['GSM96950', 'GSM96951', 'GSM96952'],
    ...{ attributes: [], attribute: null, facet: null, number_of_features: 1, not_found: [] },
    features: [
      {
        ...{
          feature: 'TREM2',
          values: [5, 7, 9],
          number_of_groups: 1,
          tests: [],
          not_tested: [],
          line: null,
        },
        groups: [{ name: null, facet: null, samples: [0, 1, 2], ...BOX, density: { x: [5, 9], y: [1, 1] } }],
      },
    ],
  });
  draw();
  await screen.findByText(/in GSM96951: 7\.000, rank 2 of 3, the highest first\./);
  expect(screen.getByRole('link', { name: 'TREM2' }).getAttribute('href')).toBe('/home/genes/TREM2');
  await user.click(screen.getByRole('radio', { name: 'Table' }));
  const sample = (name: string) => ({ kind: 'sample', record_number: 7, name });
  expect(await collect(opened)).toEqual(['GSM96950', 'GSM96951', 'GSM96952'].map(sample));
  await user.click(screen.getByRole('checkbox', { name: /GSM96952/ }));
  expect(await collect(opened)).toEqual([sample('GSM96952')]);
  history.replaceState(null, '', '/');
});
