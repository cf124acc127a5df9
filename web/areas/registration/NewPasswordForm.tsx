import { Button, PasswordInput, Stack } from '@mantine/core';
import { Field } from '../../ui/form/Field.tsx';
import { FieldsForm, useFields } from '../../ui/form/FieldsForm.tsx';
import { newPasswordShape } from './form-shapes.ts';

/** A new password, twice. */
export function NewPasswordFields({ label }: { label: string }) {
  return (
    <>
      <Field
        name="password"
        as={PasswordInput}
        label={label}
        description="At least 8 characters"
        autoComplete="new-password"
        rules={{ deps: ['confirm_password'] }}
      />
      <Field
        name="confirm_password"
        as={PasswordInput}
        label="Confirm password"
        autoComplete="new-password"
      />
    </>
  );
}

interface NewPasswordFormProps {
  isSending: boolean;
  onSubmit(password: string): void;
}

export function NewPasswordForm({ isSending, onSubmit }: NewPasswordFormProps) {
  const form = useFields(newPasswordShape, { password: '', confirm_password: '' });
  return (
    <FieldsForm form={form} onSubmit={({ password }) => onSubmit(password)}>
      <Stack gap="md">
        <NewPasswordFields label="New password" />
        <Button type="submit" disabled={!form.formState.isValid} loading={isSending}>
          SAVE
        </Button>
      </Stack>
    </FieldsForm>
  );
}
