import { zodResolver } from '@hookform/resolvers/zod';
import { Button, Group, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useForm } from 'react-hook-form';
import { AffiliationFields, NameFields, type personShape } from '../../ui/form/PersonFields.tsx';
import { ButtonLink } from '../../ui/navigation/ButtonLink.tsx';
import type { Registration } from './calls.ts';
import { registrationShape } from './form-shapes.ts';

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
  onSubmit(registration: Registration): void;
}

/** Fields show their first failing rule once touched; REGISTER is disabled until all are right. */
export function RegistrationForm({ isSending, onSubmit }: RegistrationFormProps) {
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(registrationShape),
    defaultValues: EMPTY,
    mode: 'onTouched',
  });
  const { errors, isValid } = formState;
  const bind = (name: keyof typeof personShape) => ({
    ...register(name),
    error: errors[name]?.message,
  });
  return (
    <form
      onSubmit={handleSubmit(({ confirm_password: _, ...registration }) => onSubmit(registration))}
      noValidate
    >
      <Stack gap="md">
        <NameFields bind={bind} />
        <TextInput
          label="Email"
          type="email"
          autoComplete="email"
          error={errors.email?.message}
          {...register('email')}
        />
        <TextInput
          label="User name"
          autoComplete="username"
          error={errors.username?.message}
          {...register('username')}
        />
        <PasswordInput
          label="Password"
          description="At least 8 characters"
          autoComplete="new-password"
          error={errors.password?.message}
          {...register('password', { deps: ['confirm_password'] })}
        />
        <PasswordInput
          label="Confirm password"
          autoComplete="new-password"
          error={errors.confirm_password?.message}
          {...register('confirm_password')}
        />
        <AffiliationFields bind={bind} />
        <Group grow mt="xs">
          <ButtonLink href="/" variant="default">
            BACK
          </ButtonLink>
          <Button type="submit" disabled={!isValid} loading={isSending}>
            REGISTER
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
