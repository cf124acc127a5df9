// @vitest-environment jsdom

import { bugReportMetadata, createBugReport } from '@omicon/contract/areas/feedback.ts';
import { checkVersion } from '@omicon/contract/areas/people/sign-in.ts';
import { screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { openScreen } from '../../test-support/open-screen.tsx';
import { BugReportForm } from './BugReportForm.tsx';

const VERSION = {
  version: '1.0',
  product_version: '0.1.0',
  guests: true,
  single_sign_on: false,
  orcid: false,
};
const picture = (name: string) =>
  new File([new Uint8Array([0x89, 0x50, 0x4e, 0x47])], name, { type: 'image/png' });

async function openForm() {
  const onClose = vi.fn();
  const { portal, draw, user } = openScreen(<BugReportForm onClose={onClose} />);
  portal.replies(checkVersion, VERSION);
  const { container } = draw();
  await screen.findByText(/Sent along: Omicon 0\.1\.0/);
  return {
    portal,
    user,
    onClose,
    field: (name: string) => screen.getByRole('textbox', { name }),
    submit: () => screen.getByRole('button', { name: 'Submit' }),
    /** A test cannot use the file picker of the drop area, and the hidden input has no label. */
    async choose(file: File) {
      const input = container.querySelector<HTMLInputElement>('input[type=file]');
      if (input === null) throw new Error('The form has no file input.');
      await user.upload(input, file);
    },
  };
}

/** The reports received by the portal, parsed with the contract's shape. */
function reportsOf({ portal }: Awaited<ReturnType<typeof openForm>>) {
  return portal.sent(createBugReport).map(({ form, idempotencyKey }) => ({
    metadata: bugReportMetadata.parse(JSON.parse(String(form?.get('metadata')))),
    screenshots: form?.getAll('screenshots').map((part) => (part instanceof File ? part.name : part)),
    idempotencyKey,
  }));
}

test('a report is filled in with the name of its author, and sent with its pictures', async () => {
  const form = await openForm();
  form.portal.replies(createBugReport, { id: 3, detail: 'Recorded.' });
  expect(form.field('First name')).toHaveProperty('value', 'Ada');
  expect(form.field('Email')).toHaveProperty('value', 'ada@lab.test');
  expect(form.submit()).toHaveProperty('disabled', true);
  await form.user.type(form.field('Bug description'), 'The treemap is empty.');
  await form.choose(picture('treemap.png'));
  await screen.findByRole('button', { name: 'Remove treemap.png' });
  await waitFor(() => expect(form.submit()).toHaveProperty('disabled', false));
  await form.user.click(form.submit());
  await waitFor(() => expect(form.onClose).toHaveBeenCalledOnce());
  expect(await screen.findByText('Your response is recorded!')).toBeDefined();
  expect(reportsOf(form)).toMatchObject([
    {
      metadata: {
        first_name: 'Ada',
        last_name: 'Astrocyte',
        reporter_email: 'ada@lab.test',
        reporter_phone: '',
        omicon_version: '0.1.0',
        bug_description: 'The treemap is empty.',
        steps_to_produce_bug: '',
      },
      screenshots: ['treemap.png'],
    },
  ]);
});

test('a picture can be removed before sending', async () => {
  const form = await openForm();
  await form.choose(picture('secret.png'));
  await form.user.click(await screen.findByRole('button', { name: 'Remove secret.png' }));
  expect(screen.queryByRole('button', { name: 'Remove secret.png' })).toBeNull();
});

test('a phone number needs at least six digits and nothing else', async () => {
  const form = await openForm();
  await form.user.type(form.field('Phone number (optional)'), '12345');
  await form.user.tab();
  expect(await screen.findByText('Minimum length is 6')).toBeDefined();
  await form.user.type(form.field('Phone number (optional)'), '-');
  expect(await screen.findByText('Please enter a valid number')).toBeDefined();
});

test('a report that failed is sent again under the same key, a changed one under another', async () => {
  const form = await openForm();
  const detail = 'The address of the reporter cannot get mail.';
  form.portal.refuses(createBugReport, 503, { code: 'unavailable', detail: 'Please try again in a minute.' });
  await form.user.type(form.field('Bug description'), 'The treemap is empty.');
  await waitFor(() => expect(form.submit()).toHaveProperty('disabled', false));
  await form.user.click(form.submit());
  expect(await screen.findByText('Please try again in a minute.')).toBeDefined();
  form.portal.refuses(createBugReport, 400, {
    code: 'invalid_input',
    detail,
    fields: { reporter_email: detail },
  });
  await waitFor(() => expect(form.submit()).toHaveProperty('disabled', false));
  await form.user.click(form.submit());
  await waitFor(() => expect(form.field('Email').getAttribute('aria-invalid')).toBe('true'));
  form.portal.replies(createBugReport, { id: 3, detail: 'Recorded.' });
  await form.user.type(form.field('Email'), '.example');
  await waitFor(() => expect(form.submit()).toHaveProperty('disabled', false));
  await form.user.click(form.submit());
  await waitFor(() => expect(form.onClose).toHaveBeenCalledOnce());
  const [first, second, third] = reportsOf(form);
  expect(first?.idempotencyKey).toBe(second?.idempotencyKey);
  expect(third?.idempotencyKey).not.toBe(second?.idempotencyKey);
  expect(third?.metadata.reporter_email).toBe('ada@lab.test.example');
});
