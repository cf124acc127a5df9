// @vitest-environment jsdom
import { getExpression } from '@omicon/contract/areas/statistics/expression.ts';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeAll, expect, test, vi } from 'vitest';
import { collect, MAY_COLLECT } from '../../test-support/collect.ts';
import { openScreen } from '../../test-support/open-screen.tsx';
import { PairScatter } from './PairScatter.tsx';

beforeAll(() => {
  // jsdom lays nothing out.
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(600);
});

const feature = (name: string, values: number[]) => ({
  ...{ feature: name, values, groups: [], number_of_groups: 0, tests: [], not_tested: [], line: null },
});
const EXPRESSION = {
  data_set: { id: 3, title: 'GSE4271', data_collection_id: 7 },
  samples: ['GSM96950', 'GSM96951', 'GSM96952'],
  ...{ attributes: [], attribute: null, facet: null, number_of_features: 2, not_found: [] },
  features: [feature('MKI67', [1, 2, 3]), feature('TOP2A', [2, 4, 7])],
};

test('a point opens the page of its sample, and its row in the table is a link to it', async () => {
  const { portal, draw, user } = openScreen(
    <PairScatter
      dataSet={{ id: 3, title: 'GSE4271' }}
      subject={{ feature: 'MKI67' }}
      feature="TOP2A"
      samples={null}
      r={0.9}
      pValue={1e-9}
    />,
  );
  portal.replies(getExpression, EXPRESSION);
  draw();
  const picture = await screen.findByRole('img', { name: /Enter opens one/ });
  fireEvent.keyDown(picture, { key: 'End' });
  fireEvent.keyDown(picture, { key: 'Enter' });
  await waitFor(() => expect(window.location.pathname).toBe('/home/samples/7/GSM96952'));
  await user.click(screen.getByRole('radio', { name: 'Table' }));
  expect(screen.getByRole('link', { name: 'GSM96951' }).getAttribute('href')).toBe(
    '/home/samples/7/GSM96951',
  );
});

test('the samples of the table can be collected by keyboard, the checked ones or all that are shown', async () => {
  const opened = openScreen(
    <PairScatter
      dataSet={{ id: 3, title: 'GSE4271' }}
      subject={{ feature: 'MKI67' }}
      feature="TOP2A"
      samples={['GSM96950', 'GSM96952']}
      r={0.9}
      pValue={null}
    />,
    MAY_COLLECT,
  );
  const { portal, draw, user } = opened;
  portal.replies(getExpression, EXPRESSION);
  draw();
  await user.click(await screen.findByRole('radio', { name: 'Table' }));
  const sample = (name: string) => ({ kind: 'sample', record_number: 7, name });
  expect(await collect(opened)).toEqual(['GSM96950', 'GSM96952'].map(sample));
  screen.getByRole('checkbox', { name: /GSM96952/ }).focus();
  await user.keyboard(' ');
  expect(await collect(opened)).toEqual([sample('GSM96952')]);
});
