// @vitest-environment jsdom
import { Button, Textarea } from '@mantine/core';
import { createFeedback } from '@omicon/contract/areas/feedback.ts';
import { screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { CallError } from '../../base/calls/call-error.ts';
import { openScreen } from '../../test-support/open-screen.tsx';
import { Field } from './Field.tsx';
import { FieldsForm, useFields } from './FieldsForm.tsx';

const START = {
  first_name: 'Ada',
  last_name: 'Astrocyte',
  email: 'ada@lab.test',
  omicon_version: '',
  comment: '',
};

function Feedback({
  failure,
  onSubmit = vi.fn(),
}: {
  failure?: unknown;
  onSubmit?: (values: unknown) => void;
}) {
  const form = useFields(createFeedback.body, START);
  return (
    <FieldsForm form={form} failure={failure} onSubmit={onSubmit}>
      <Field name="email" label="Email" type="email" />
      <Field name="comment" as={Textarea} label="Comment" />
      <Button type="submit">Submit</Button>
    </FieldsForm>
  );
}

test('after blur a field shows its first failing rule, until it is valid', async () => {
  const { draw, user } = openScreen(<Feedback />);
  draw();
  const comment = screen.getByLabelText('Comment');
  await user.click(comment);
  expect(comment.getAttribute('aria-invalid')).not.toBe('true');
  await user.tab();
  expect(await screen.findByText('Enter comment')).toBeDefined();
  await user.type(comment, 'The treemap is slow.');
  expect(screen.queryByText('Enter comment')).toBeNull();
});

test('nothing is sent while a field is invalid, then the values as parsed by the shape', async () => {
  const onSubmit = vi.fn();
  const { draw, user } = openScreen(<Feedback onSubmit={onSubmit} />);
  draw();
  await user.click(screen.getByRole('button', { name: 'Submit' }));
  expect(onSubmit).not.toHaveBeenCalled();
  await user.type(screen.getByLabelText('Comment'), '  Modules load fast.  ');
  await user.click(screen.getByRole('button', { name: 'Submit' }));
  expect(onSubmit).toHaveBeenCalledWith({ ...START, comment: 'Modules load fast.' });
});

/** A form whose first attempt is refused. */
function Refused({ failure }: { failure: CallError }) {
  const [shown, setShown] = useState<CallError>();
  return <Feedback failure={shown} onSubmit={() => setShown(failure)} />;
}

test('a field that the server refuses shows why until it is changed', async () => {
  const sentence = 'This address cannot get mail.';
  const failure = new CallError({
    status: 400,
    code: 'invalid_input',
    detail: sentence,
    request_id: null,
    fields: { email: sentence, reporter: 'Not of this form.' },
  });
  const { draw, user } = openScreen(<Refused failure={failure} />);
  draw();
  await user.type(screen.getByLabelText('Comment'), 'Modules load fast.');
  await user.click(screen.getByRole('button', { name: 'Submit' }));
  const email = screen.getByLabelText('Email');
  expect(await screen.findByText(sentence)).toBeDefined();
  expect(email.getAttribute('aria-invalid')).toBe('true');
  expect(screen.queryByText('Not of this form.')).toBeNull();
  await user.type(email, '.uk');
  await waitFor(() => expect(screen.queryByText(sentence)).toBeNull());
});

function Misspelt() {
  return (
    <FieldsForm form={useFields(createFeedback.body, START)} onSubmit={vi.fn()}>
      <Field name="coment" label="Comment" />
    </FieldsForm>
  );
}

test('an unknown field name throws', () => {
  // React logs every error during rendering.
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  expect(openScreen(<Misspelt />).draw).toThrow('The form has no field coment.');
});
