// @vitest-environment jsdom
import { cancelPreservationRun } from '@omicon/contract/areas/runs/preservation-runs.ts';
import { screen, waitFor } from '@testing-library/react';
import type { ComponentProps } from 'react';
import { expect, test } from 'vitest';
import { openScreen } from '../../test-support/open-screen.tsx';
import { RunState } from './RunState.tsx';

const RUN = { id: 7, is_own: true, state: 'running', seconds_left: 90, message: null } as const;

function show(parts: Partial<ComponentProps<typeof RunState>>) {
  const opened = openScreen(
    <RunState
      run={RUN}
      cancel={cancelPreservationRun}
      noun="test"
      label="Random sets done"
      percent={40}
      doing="40 of 100 random sets done"
      {...parts}
    />,
  );
  opened.draw();
  return opened;
}

test('progress is a named bar with its share and a status; a press on Cancel cancels once', async () => {
  const { portal, user } = show({});
  portal.replies(cancelPreservationRun, { detail: 'The test is cancelled.' });
  const bar = screen.getByRole('progressbar', { name: 'Random sets done' });
  expect(bar.getAttribute('aria-valuenow')).toBe('40');
  expect(screen.getByRole('status').textContent).toBe(
    '40 of 100 random sets done, about 2 min left. We’ll notify you when it’s done.',
  );
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(portal.sent(cancelPreservationRun)).toMatchObject([{ params: { id: '7' } }]));
});

test('one that has not begun waits for its turn, and only its person can cancel it', () => {
  const waiting = { ...RUN, seconds_left: null, is_own: false };
  show({ run: waiting, doing: null, until: 'you can choose networks' });
  expect(screen.getByRole('status').textContent).toBe(
    'Waiting for its turn. We’ll notify you when you can choose networks.',
  );
  expect(screen.queryByRole('button')).toBeNull();
});

test('a run that failed is an alert with its message', () => {
  show({ run: { ...RUN, state: 'failed', message: 'The data set is gone.' } });
  expect(screen.getByRole('alert').textContent).toBe('This test has failedThe data set is gone.');
});

test('a cancelled one is a note', () => {
  show({ run: { ...RUN, state: 'cancelled' }, noun: 'run' });
  expect(screen.getByRole('note').textContent).toBe('This run was cancelled.');
});

test('the result of one that is done speaks for itself', () => {
  show({ run: { ...RUN, state: 'done' } });
  expect([screen.queryByRole('note'), screen.queryByRole('status')]).toEqual([null, null]);
});
