// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core';
import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { stubLayout } from '../../test-support/open-screen.tsx';
import { CancelRun, RunEnd, RunProgress } from './RunState.tsx';

beforeEach(stubLayout);
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const show = (part: ReactNode) => render(<MantineProvider>{part}</MantineProvider>);

test('progress is a named bar with its share and a status; a press on Cancel cancels once', async () => {
  const onCancel = vi.fn();
  show(
    <RunProgress
      value={40}
      label="Random sets done"
      cancel={<CancelRun isPending={false} onClick={onCancel} />}
    >
      40 of 100 random sets done.
    </RunProgress>,
  );
  const bar = screen.getByRole('progressbar', { name: 'Random sets done' });
  expect(bar.getAttribute('aria-valuenow')).toBe('40');
  expect(screen.getByRole('status').textContent).toBe('40 of 100 random sets done.');
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(onCancel).toHaveBeenCalledTimes(1);
});

test('a run that failed is an alert with its message, a cancelled one a note', () => {
  show(<RunEnd state="failed" noun="test" message="The data set is gone." />);
  expect(screen.getByRole('alert').textContent).toBe('This test has failedThe data set is gone.');
  cleanup();
  show(<RunEnd state="cancelled" noun="run" message={null} />);
  expect(screen.getByRole('note').textContent).toBe('This run was cancelled.');
});
