// @vitest-environment jsdom
import { fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { beforeAll, expect, test, vi } from 'vitest';
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

function Choice({ onCollect }: { onCollect(samples: string[]): void }) {
  const [removed, setRemoved] = useState(['GSM96951']);
  return (
    <OutlierChoice
      rounds={[ROUND]}
      removed={removed}
      onChange={setRemoved}
      name="connectivity"
      samplesAction={(listChosen) => (
        <button type="button" onClick={() => onCollect(listChosen().map(({ sample }) => sample))}>
          Collect
        </button>
      )}
    />
  );
}

test('the samples of the plot can be collected, and ticking one for removal stays what it was', async () => {
  const collected: string[][] = [];
  const { draw, user } = openScreen(<Choice onCollect={(samples) => collected.push(samples)} />);
  draw();
  const picture = await screen.findByRole('img', { name: /^Connectivity of the samples/ });
  fireEvent.keyDown(picture, { key: 'Home' });
  await screen.findByText('GSM96951: Z.K \u22123.100, to be removed.');
  fireEvent.keyDown(picture, { key: 'Enter' });
  await screen.findByText('GSM96951: Z.K \u22123.100.');
  await user.click(screen.getByRole('radio', { name: 'Table' }));
  screen.getByRole('button', { name: 'Collect' }).focus();
  await user.keyboard('{Enter}');
  screen.getByRole('checkbox', { name: /GSM96951/ }).focus();
  await user.keyboard(' ');
  screen.getByRole('button', { name: 'Collect' }).focus();
  await user.keyboard('{Enter}');
  expect(collected).toEqual([['GSM96951', 'GSM96950', 'GSM96952'], ['GSM96951']]);
});
