// @vitest-environment jsdom

import { FORM_TEXTS, register } from '@omicon/contract/areas/people/registration.ts';
import { checkVersion, getLoginKey } from '@omicon/contract/areas/people/sign-in.ts';
import { screen, waitFor } from '@testing-library/react';
import { exportJWK, generateKeyPair } from 'jose';
import { expect, test } from 'vitest';
import { openScreen } from '../../test-support/open-screen.tsx';
import { Register } from './Register.tsx';

const VERSION = {
  version: '1.0',
  product_version: '0.1.0',
  guests: true,
  single_sign_on: false,
  orcid: false,
};

async function openForm() {
  const { portal, draw, user } = openScreen(<Register />);
  portal.replies(checkVersion, VERSION);
  const { publicKey } = await generateKeyPair('RSA-OAEP-256');
  const { kty = '', n = '', e = '' } = await exportJWK(publicKey);
  portal.replies(getLoginKey, { key: { kty, n, e }, key_id: 'k-1', expires_at: '2026-11-03T10:00:00Z' });
  draw();
  // Password inputs have no ARIA role.
  const field = (name: string) => screen.getByLabelText(name);
  return { portal, user, field, button: () => screen.getByRole('button', { name: 'REGISTER' }) };
}

async function fillIn({ user, field }: Awaited<ReturnType<typeof openForm>>) {
  await user.type(field('First name'), 'Ada');
  await user.type(field('Last name'), 'Astrocyte');
  await user.type(field('Email'), 'ada@lab.test');
  await user.type(field('User name'), 'ada');
  await user.type(field('Password'), 'glia and neurons');
  await user.type(field('Confirm password'), 'glia and neurons');
}

test('a registration is sent without empty fields and with the password encrypted', async () => {
  const form = await openForm();
  form.portal.replies(register, { detail: 'Registered.' });
  expect(form.button()).toHaveProperty('disabled', true);
  await fillIn(form);
  await waitFor(() => expect(form.button()).toHaveProperty('disabled', false));
  await form.user.click(form.button());
  await screen.findByText('User Registration for Ada Astrocyte is completed.');
  const [sent] = form.portal.sent(register);
  expect(sent?.body).toEqual({
    first_name: 'Ada',
    last_name: 'Astrocyte',
    email: 'ada@lab.test',
    username: 'ada',
    password: expect.stringMatching(/^[\w-]+(\.[\w-]+){4}$/),
    confirm_password: expect.stringMatching(/^[\w-]+(\.[\w-]+){4}$/),
  });
  expect(JSON.stringify(sent?.body)).not.toContain('glia');
});

test('the first failing rule of a field is shown after blur', async () => {
  const { user, field } = await openForm();
  await user.type(field('Email'), 'ada@lab');
  await user.type(field('Password'), 'glia');
  await user.tab();
  expect(field('Email').getAttribute('aria-invalid')).toBe('true');
  expect(await screen.findByText(FORM_TEXTS.passwordTooShort)).toBeDefined();
  expect(screen.queryByText('Enter first name')).toBeNull();
});

test('different passwords are reported, also if the first one is changed last', async () => {
  const form = await openForm();
  await fillIn(form);
  await form.user.type(form.field('Password'), '!');
  expect(await screen.findByText(FORM_TEXTS.passwordsDiffer)).toBeDefined();
  expect(form.button()).toHaveProperty('disabled', true);
  await form.user.type(form.field('Confirm password'), '!');
  await waitFor(() => expect(form.button()).toHaveProperty('disabled', false));
});

test('a user name that is taken is reported beside it until it is changed', async () => {
  const form = await openForm();
  const detail = 'This user name is taken. Please choose another one.';
  form.portal.refuses(register, 409, { code: 'conflict', detail, fields: { username: detail } });
  await fillIn(form);
  await waitFor(() => expect(form.button()).toHaveProperty('disabled', false));
  await form.user.click(form.button());
  await waitFor(() => expect(form.field('User name').getAttribute('aria-invalid')).toBe('true'));
  expect(await screen.findByRole('alert')).toHaveProperty('textContent', `Error${detail}`);
  expect(form.field('First name')).toHaveProperty('value', 'Ada');
  await form.user.type(form.field('User name'), '.astrocyte');
  await waitFor(() => expect(form.button()).toHaveProperty('disabled', false));
});
