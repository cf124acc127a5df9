import { Button, Group, Stack } from '@mantine/core';
import { Field } from '../../ui/form/Field.tsx';
import { FieldsForm, useFields } from '../../ui/form/FieldsForm.tsx';
import { AffiliationFields, NameFields } from '../../ui/form/PersonFields.tsx';
import { ButtonLink } from '../../ui/navigation/ButtonLink.tsx';
import type { Registration } from './calls.ts';
import { registrationShape } from './form-shapes.ts';
import { NewPasswordFields } from './NewPasswordForm.tsx';

const EMPTY = {
  first_name: '',
  last_name: '',
  email: '',
  username: '',
  password: '',
  confirm_password: '',
  institution: '',
  orcid_id: '',
};

interface RegistrationFormProps {
  isSending: boolean;
  /** why the last attempt was refused */
  failure: unknown;
  onSubmit(registration: Registration): void;
}

/** Fields show their first failing rule once touched; REGISTER is disabled until all are valid. */
export function RegistrationForm({ isSending, failure, onSubmit }: RegistrationFormProps) {
  const form = useFields(registrationShape, EMPTY);
  return (
    <FieldsForm
      form={form}
      failure={failure}
      onSubmit={({ confirm_password: _, ...registration }) => onSubmit(registration)}
    >
      <Stack gap="md">
        <NameFields />
        <Field name="email" label="Email" type="email" autoComplete="email" />
        <Field name="username" label="User name" autoComplete="username" />
        <NewPasswordFields label="Password" />
        <AffiliationFields />
        <Group grow mt="xs">
          <ButtonLink href="/" variant="default">
            BACK
          </ButtonLink>
          <Button type="submit" disabled={!form.formState.isValid} loading={isSending}>
            REGISTER
          </Button>
        </Group>
      </Stack>
    </FieldsForm>
  );
}
