import { zodResolver } from '@hookform/resolvers/zod';
import { Button, PasswordInput, Stack } from '@mantine/core';
import { useForm } from 'react-hook-form';
import { newPasswordShape } from './form-shapes.ts';

interface NewPasswordFormProps {
  isSending: boolean;
  onSubmit(password: string): void;
}

export function NewPasswordForm({ isSending, onSubmit }: NewPasswordFormProps) {
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(newPasswordShape),
    defaultValues: { password: '', confirm_password: '' },
    mode: 'onTouched',
  });
  const { errors, isValid } = formState;
  return (
    <form onSubmit={handleSubmit(({ password }) => onSubmit(password))} noValidate>
      <Stack gap="md">
        <PasswordInput
          label="New password"
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
        <Button type="submit" disabled={!isValid} loading={isSending}>
          SAVE
        </Button>
      </Stack>
    </form>
  );
}
