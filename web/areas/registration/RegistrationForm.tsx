import { zodResolver } from '@hookform/resolvers/zod';
import { Button, Group, PasswordInput, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { useForm } from 'react-hook-form';
import { ButtonLink } from '../../ui/ButtonLink.tsx';
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
  return (
    <form
      onSubmit={handleSubmit(({ confirm_password: _, ...registration }) => onSubmit(registration))}
      noValidate
    >
      <Stack gap="md">
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
          <TextInput
            label="First name"
            autoComplete="given-name"
            error={errors.first_name?.message}
            {...register('first_name')}
          />
          <TextInput
            label="Last name"
            autoComplete="family-name"
            error={errors.last_name?.message}
            {...register('last_name')}
          />
        </SimpleGrid>
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
        <TextInput
          label="Institution (optional)"
          autoComplete="organization"
          error={errors.institution?.message}
          {...register('institution')}
        />
        <TextInput
          label="ORCID iD (optional)"
          placeholder="0000-0002-1825-0097"
          error={errors.orcid_id?.message}
          {...register('orcid_id')}
        />
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
