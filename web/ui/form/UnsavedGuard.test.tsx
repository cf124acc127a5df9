// @vitest-environment jsdom
import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { forgetSession } from '../../base/sign-in/session.ts';
import { openScreen } from '../../test-support/open-screen.tsx';
import { UnsavedGuard } from './UnsavedGuard.tsx';

function Leave({ withSignOut }: { withSignOut: boolean }) {
  const { history } = useRouter();
  const queryClient = useQueryClient();
  return (
    <button
      type="button"
      onClick={() => {
        if (withSignOut) forgetSession(queryClient);
        history.push('/home/starred');
      }}
    >
      Go
    </button>
  );
}

async function leave({ unsaved, withSignOut = false }: { unsaved: string | null; withSignOut?: boolean }) {
  history.replaceState(null, '', '/home/admin/preferences');
  const { draw, user } = openScreen(
    <>
      <Leave withSignOut={withSignOut} />
      <UnsavedGuard unsaved={unsaved} />
    </>,
  );
  draw();
  await user.click(screen.getByRole('button', { name: 'Go' }));
}

const isGone = () => waitFor(() => expect(window.location.pathname).toBe('/home/starred'));

test('a page with unsaved changes stays until leaving is confirmed', async () => {
  await leave({ unsaved: 'The draft of version 3' });
  await screen.findByText('The draft of version 3 will be lost.');
  expect(window.location.pathname).toBe('/home/admin/preferences');
});

test('a page without unsaved changes is left at once', async () => {
  await leave({ unsaved: null });
  await isGone();
});

test('nobody is held back after the sign-in has ended', async () => {
  await leave({ unsaved: '2 changes', withSignOut: true });
  await isGone();
});
