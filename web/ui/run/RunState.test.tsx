// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core';
import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { stubLayout } from '../../test-support/open-screen.tsx';
import { RunState } from './RunState.tsx';

beforeEach(stubLayout);
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const show = (part: ReactNode) => render(<MantineProvider>{part}</MantineProvider>);

const RUN = { id: 7, is_own: true, state: 'running', seconds_left: 90, message: null } as const;
const TEST = { noun: 'test', label: 'Random sets done', percent: 40, doing: '40 of 100 random sets done' };
const cancel = { isPending: false, mutate: vi.fn() };

test('progress is a named bar with its share and a status; a press on Cancel cancels once', async () => {
  show(<RunState run={RUN} cancel={cancel} {...TEST} />);
  const bar = screen.getByRole('progressbar', { name: 'Random sets done' });
  expect(bar.getAttribute('aria-valuenow')).toBe('40');
  expect(screen.getByRole('status').textContent).toBe(
    '40 of 100 random sets done, about 2 min left. You are notified when it has ended.',
  );
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(cancel.mutate.mock.calls).toEqual([[{ params: { id: 7 } }]]);
});

test('one that has not begun waits for its turn, and only its person can cancel it', () => {
  const waiting = { ...RUN, seconds_left: null, is_own: false };
  show(<RunState run={waiting} cancel={cancel} {...TEST} doing={null} until="you can choose networks" />);
  expect(screen.getByRole('status').textContent).toBe(
    'Waiting for its turn. You are notified when you can choose networks.',
  );
  expect(screen.queryByRole('button')).toBeNull();
});

test('a run that failed is an alert with its message, a cancelled one a note, and a result speaks for itself', () => {
  const failed = { ...RUN, state: 'failed', message: 'The data set is gone.' } as const;
  show(<RunState run={failed} cancel={cancel} {...TEST} />);
  expect(screen.getByRole('alert').textContent).toBe('This test has failedThe data set is gone.');
  cleanup();
  show(<RunState run={{ ...RUN, state: 'cancelled' }} cancel={cancel} {...TEST} noun="run" />);
  expect(screen.getByRole('note').textContent).toBe('This run was cancelled.');
  cleanup();
  show(<RunState run={{ ...RUN, state: 'done' }} cancel={cancel} {...TEST} />);
  expect([screen.queryByRole('note'), screen.queryByRole('status')]).toEqual([null, null]);
});
