import { Button, Stack, Text } from '@mantine/core';
import { forgetPassword } from '@omicon/contract/areas/people/registration.ts';
import { useChange } from '../../base/calls/use-endpoint.ts';
import { showFailure } from '../../ui/feedback/show-failure.ts';
import { showToast } from '../../ui/feedback/toasts.ts';
import { Field } from '../../ui/form/Field.tsx';
import { FieldsForm, useFields } from '../../ui/form/FieldsForm.tsx';
import { ScreenTitle } from '../../ui/layout/ScreenTitle.tsx';
import { emailShape } from './form-shapes.ts';

const SENT_MS = 3000;

/** The forgot-password mode of the login screen; `onBack` returns to the login fields. */
export function ForgotPasswordForm({ onBack }: { onBack(): void }) {
  const forget = useChange(forgetPassword, { isHandled: true });
  const form = useFields(emailShape, { email: '' });

  function send(body: { email: string }): void {
    forget.mutate(
      { body },
      {
        onSuccess: () =>
          showToast({
            type: 'success',
            title: 'Reset link sent!',
            message: 'Please check your email.',
            durationMs: SENT_MS,
          }),
        onError: (error) => showFailure(error, { durationMs: SENT_MS }),
      },
    );
  }

  if (forget.isSuccess) {
    return (
      <Stack gap="md">
        <ScreenTitle>Check your email</ScreenTitle>
        <Text>
          If an account has this address, a link to set a new password is on its way. It works for 30 minutes.
        </Text>
        <Button variant="default" onClick={onBack}>
          BACK
        </Button>
      </Stack>
    );
  }
  return (
    <FieldsForm form={form} onSubmit={send}>
      <Stack gap="md">
        <ScreenTitle>Forgot password</ScreenTitle>
        <Field name="email" label="Email" type="email" autoComplete="email" />
        <Button type="submit" disabled={!form.formState.isValid} loading={forget.isPending}>
          SEND RESET LINK
        </Button>
        <Button variant="subtle" onClick={onBack}>
          BACK
        </Button>
      </Stack>
    </FieldsForm>
  );
}
