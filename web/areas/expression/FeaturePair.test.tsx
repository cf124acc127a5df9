// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeAll, expect, test, vi } from 'vitest';
import { openScreen } from '../../test-support/open-screen.tsx';
import type { Expression } from './expression-rows.ts';
import { FeaturePair } from './FeaturePair.tsx';

beforeAll(() => {
  // jsdom lays nothing out.
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(600);
});

const feature = (name: string, values: number[]): Expression['features'][number] => ({
  ...{ feature: name, values, groups: [], number_of_groups: 0, tests: [], not_tested: [], line: null },
});
const FOUND: Expression = {
  data_set: { id: 3, title: 'GSE4271', data_collection_id: 7 },
  samples: ['GSM96950', 'GSM96951', 'GSM 3/4'],
  ...{ attributes: [], attribute: null, facet: null, number_of_features: 2, not_found: [] },
  features: [feature('TREM2', [1, 2, 3]), feature('AIF1', [2, 4, 7])],
};

test('a point opens the page of its sample, by keyboard and by pointer', async () => {
  const { draw } = openScreen(<FeaturePair found={FOUND} />);
  draw();
  const picture = screen.getByRole('img', { name: /Enter opens one/ });
  fireEvent.keyDown(picture, { key: 'End' });
  fireEvent.keyDown(picture, { key: 'Enter' });
  await waitFor(() => expect(window.location.pathname).toBe('/home/samples/7/GSM%203%2F4'));
  fireEvent.keyDown(picture, { key: 'Home' });
  fireEvent.click(picture);
  await waitFor(() => expect(window.location.pathname).toBe('/home/samples/7/GSM96950'));
});

test('in the table each sample is a link to its page', async () => {
  const { draw, user } = openScreen(<FeaturePair found={FOUND} />);
  draw();
  await user.click(screen.getByRole('radio', { name: 'Table' }));
  expect(screen.getByRole('link', { name: 'GSM96951' }).getAttribute('href')).toBe(
    '/home/samples/7/GSM96951',
  );
});
