// @vitest-environment jsdom
import { getExpression } from '@omicon/contract/areas/statistics/expression.ts';
import { screen } from '@testing-library/react';
import { beforeAll, expect, test, vi } from 'vitest';
import { openScreen } from '../../test-support/open-screen.tsx';
import { SampleStrip } from './SampleStrip.tsx';

beforeAll(() => {
  // jsdom lays nothing out.
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(600);
});

const BOX = { whisker_low: 5, q1: 6, median: 7, q3: 8, whisker_high: 9, mean: 7, sd: 1 };

test('the samples beside the marked one can be collected, the checked ones or all', async () => {
  history.replaceState(null, '', '/?feature=TREM2');
  const collected: [number, string[]][] = [];
  const { portal, draw, user } = openScreen(
    <SampleStrip
      label="GSM96951"
      dataSets={[{ id: 3, title: 'GSE4271', number_of_samples: 3 }]}
      samplesAction={(collection) => (listChosen) => (
        <button
          type="button"
          onClick={() => collected.push([collection, listChosen().map(({ sample }) => sample)])}
        >
          Collect
        </button>
      )}
    />,
  );
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
  await user.click(screen.getByRole('button', { name: 'Collect' }));
  await user.click(screen.getByRole('checkbox', { name: /GSM96952/ }));
  await user.click(screen.getByRole('button', { name: 'Collect' }));
  expect(collected).toEqual([
    [7, ['GSM96950', 'GSM96951', 'GSM96952']],
    [7, ['GSM96952']],
  ]);
  history.replaceState(null, '', '/');
});
