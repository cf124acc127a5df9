// @vitest-environment jsdom
import { updateMe } from '@omicon/contract/areas/people/account.ts';
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openScreen } from '../../test-support/open-screen.tsx';
import { ProfileForm } from './ProfileForm.tsx';

const PROFILE = {
  first_name: 'Ada',
  last_name: 'Astrocyte',
  institution: 'Institute of Glia',
  orcid_id: null,
  is_orcid_connected: false,
};

function openForm(profile: typeof PROFILE | (Omit<typeof PROFILE, 'orcid_id'> & { orcid_id: string })) {
  const { portal, draw, user } = openScreen(<ProfileForm profile={profile} />);
  draw();
  return {
    portal,
    user,
    field: (name: string) => screen.getByRole('textbox', { name }),
    save: () => screen.getByRole('button', { name: 'Save' }),
  };
}

test('all fields of a profile are sent; empty ones as null', async () => {
  const { portal, user, field, save } = openForm(PROFILE);
  portal.replies(updateMe, { detail: 'Changed.' });
  await user.clear(field('Institution (optional)'));
  await user.type(field('ORCID iD (optional)'), '0000-0002-1825-0097');
  await waitFor(() => expect(save()).toHaveProperty('disabled', false));
  await user.click(save());
  await screen.findByText('Your profile is up to date.');
  expect(portal.sent(updateMe).map(({ body }) => body)).toEqual([
    { first_name: 'Ada', last_name: 'Astrocyte', institution: null, orcid_id: '0000-0002-1825-0097' },
  ]);
});

test('a malformed ORCID iD is refused before anything is sent', async () => {
  const { portal, user, field, save } = openForm(PROFILE);
  await user.type(field('ORCID iD (optional)'), '1825-0097');
  await user.tab();
  expect(await screen.findByText('An ORCID iD looks like 0000-0002-1825-0097.')).toBeDefined();
  expect(save()).toHaveProperty('disabled', true);
  expect(portal.sent(updateMe)).toEqual([]);
});

test('an iD verified by ORCID cannot be edited', async () => {
  const { user, field } = openForm({ ...PROFILE, orcid_id: '0000-0002-1825-0097', is_orcid_connected: true });
  await user.type(field('ORCID iD (optional)'), '1');
  expect(field('ORCID iD (optional)')).toMatchObject({ readOnly: true, value: '0000-0002-1825-0097' });
});

test('a fault that the server reports for a field is shown beside it', async () => {
  const { portal, user, field, save } = openForm(PROFILE);
  const detail = 'Please enter text without control characters.';
  portal.refuses(updateMe, 400, { code: 'invalid_input', detail, fields: { institution: detail } });
  await waitFor(() => expect(save()).toHaveProperty('disabled', false));
  await user.click(save());
  await waitFor(() => expect(field('Institution (optional)').getAttribute('aria-invalid')).toBe('true'));
});
