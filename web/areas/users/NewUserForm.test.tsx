// @vitest-environment jsdom
import { createWhitelistUser } from '@omicon/contract/areas/people/users.ts';
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openScreen } from '../../test-support/open-screen.tsx';
import { NewUserForm } from './NewUserForm.tsx';

const NEXT = /The next step is theirs: Lab Member Login on the first page/;

test('the role has its name of the lists, and the form says what the person does next', async () => {
  const { portal, draw, user } = openScreen(<NewUserForm onClose={() => undefined} />);
  portal.replies(createWhitelistUser, {
    ...{ id: 3, name: 'Grace Hopper', first_name: null, last_name: null, username: null, role: 'LAB' },
    ...{ email: 'grace@lab.test', institution: null, orcid_id: null, last_login_date: null },
    ...{ date_registered: '2026-11-30T09:05:00Z', tos_accepted: false, removed_at: null },
    ...{ visibility: 'private', is_whitelist: true, is_current_user: false },
  });
  draw();
  expect(screen.getByRole('combobox', { name: 'Role' })).toHaveProperty('value', 'Lab member');
  expect(screen.getAllByText(NEXT)).toHaveLength(1);
  await user.type(screen.getByRole('textbox', { name: 'Name' }), 'Grace Hopper');
  await user.type(screen.getByRole('textbox', { name: 'Email' }), 'grace@lab.test');
  await user.click(screen.getByRole('button', { name: 'Add' }));
  await waitFor(() => expect(portal.sent(createWhitelistUser)).toHaveLength(1));
  await screen.findByText(/^Grace Hopper is on the whitelist\. The next step is theirs/);
});
