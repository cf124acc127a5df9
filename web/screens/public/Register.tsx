import { Stack } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import { type Registration, useRegister } from '../../areas/registration/calls.ts';
import { RegistrationForm } from '../../areas/registration/RegistrationForm.tsx';
import { showFailure } from '../../ui/feedback/show-failure.ts';
import { showToast } from '../../ui/feedback/toasts.ts';
import { ScreenTitle } from '../../ui/layout/ScreenTitle.tsx';
import { AddressLink } from '../../ui/navigation/AddressLink.tsx';
import { PublicFrame } from './PublicFrame.tsx';

/** After success: a toast, another about the verification mail, then the login screen. */
const SUCCESS_MS = 1500;
const NOTICE_MS = 3000;
const FAILURE_MS = 2500;

export function Register() {
  const registration = useRegister();
  const router = useRouter();

  function welcome({ first_name, last_name }: Registration): void {
    showToast({
      type: 'success',
      title: 'User Registration Successful',
      message: `User Registration for ${first_name} ${last_name} is completed.`,
      durationMs: SUCCESS_MS,
    });
    setTimeout(() => {
      showToast({
        title: 'Verify Email!',
        message:
          "A verification link has been sent to the email that you've provided. Please click on the link inside to verify.",
        durationMs: NOTICE_MS,
      });
      router.history.push('/login');
    }, SUCCESS_MS);
  }

  function submit(filled: Registration): void {
    registration.mutate(filled, {
      onSuccess: () => welcome(filled),
      onError: (error) => showFailure(error, { durationMs: FAILURE_MS }),
    });
  }

  return (
    <PublicFrame>
      <Stack gap="md">
        <ScreenTitle>User Registration</ScreenTitle>
        <RegistrationForm
          isSending={registration.isPending || registration.isSuccess}
          failure={registration.error}
          onSubmit={submit}
        />
        <AddressLink href="/login" size="sm" style={{ textAlign: 'center' }}>
          Already registered? Login
        </AddressLink>
      </Stack>
    </PublicFrame>
  );
}
