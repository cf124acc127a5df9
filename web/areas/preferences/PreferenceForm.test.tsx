// @vitest-environment jsdom
import { getPreferences, updatePreferences } from '@omicon/contract/areas/people/preferences.ts';
import { useRouter } from '@tanstack/react-router';
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openScreen } from '../../test-support/open-screen.tsx';
import { PreferenceForm } from './PreferenceForm.tsx';

const STORED = {
  ...{ welcome_text: 'Welcome', contact: '', guests: true, sign_up: true, preview_limit_bytes: 1024 },
};

function Elsewhere() {
  const { history } = useRouter();
  return (
    <button type="button" onClick={() => history.push('/home/starred')}>
      Starred
    </button>
  );
}

test('preferences that are not saved are not lost silently', async () => {
  history.replaceState(null, '', '/home/admin/preferences');
  const { portal, draw, user } = openScreen(
    <>
      <Elsewhere />
      <PreferenceForm stored={STORED} />
    </>,
  );
  portal.replies(updatePreferences, STORED);
  portal.replies(getPreferences, STORED);
  draw();
  await user.click(screen.getByRole('switch', { name: 'Guests may enter' }));
  await user.click(screen.getByRole('button', { name: 'Starred' }));
  await screen.findByText('1 change will be lost.');
  await user.click(screen.getByRole('button', { name: 'Stay' }));
  await user.click(screen.getByRole('switch', { name: 'Guests may enter' }));
  await user.click(screen.getByRole('button', { name: 'Starred' }));
  await waitFor(() => expect(window.location.pathname).toBe('/home/starred'));
});
