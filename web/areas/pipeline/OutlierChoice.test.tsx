// @vitest-environment jsdom
import { getDataCollectionOfDataSet } from '@omicon/contract/areas/collections.ts';
import { fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { beforeAll, expect, test, vi } from 'vitest';
import { collect, MAY_COLLECT } from '../../test-support/collect.ts';
import { openScreen } from '../../test-support/open-screen.tsx';
import { OutlierChoice } from './OutlierChoice.tsx';

beforeAll(() => {
  // jsdom lays nothing out.
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(600);
});

const ROUND = {
  cut: -2,
  samples: [
    { label: 'GSM96950', z_k: 0.4, is_proposed: false },
    { label: 'GSM96951', z_k: -3.1, is_proposed: true },
    { label: 'GSM96952', z_k: 0.9, is_proposed: false },
  ],
};

function Choice() {
  const [removed, setRemoved] = useState(['GSM96951']);
  return <OutlierChoice dataSet={7} rounds={[ROUND]} removed={removed} onChange={setRemoved} />;
}

const sample = (name: string) => ({ kind: 'sample', record_number: 12, name });

test('the samples of the plot can be collected, and ticking one for removal stays what it was', async () => {
  const opened = openScreen(<Choice />, MAY_COLLECT);
  const { portal, draw, user } = opened;
  portal.replies(getDataCollectionOfDataSet, { _id: 12, title: 'Phillips 2006', omicon_id: 'OM.DC.12' });
  draw();
  const picture = await screen.findByRole('img', { name: /^Connectivity of the samples/ });
  fireEvent.keyDown(picture, { key: 'Home' });
  await screen.findByText('GSM96951: Z.K \u22123.100, to be removed.');
  fireEvent.keyDown(picture, { key: 'Enter' });
  await screen.findByText('GSM96951: Z.K \u22123.100.');
  await user.click(screen.getByRole('radio', { name: 'Table' }));
  expect(await collect(opened)).toEqual(['GSM96951', 'GSM96950', 'GSM96952'].map(sample));
  screen.getByRole('checkbox', { name: /GSM96951/ }).focus();
  await user.keyboard(' ');
  expect(await collect(opened)).toEqual([sample('GSM96951')]);
});
