import { Stack, Text } from '@mantine/core';
import { useEffect } from 'react';
import { useCheckPasswordReset, useResetPassword } from '../../areas/registration/calls.ts';
import { NewPasswordForm } from '../../areas/registration/NewPasswordForm.tsx';
import { useAddressToken } from '../../base/addresses/address-token.ts';
import { isWorthRetrying } from '../../base/calls/call-error.ts';
import { ErrorPanel } from '../../ui/feedback/ErrorPanel.tsx';
import { showFailure } from '../../ui/feedback/show-failure.ts';
import { Waiting } from '../../ui/feedback/Waiting.tsx';
import { ScreenTitle } from '../../ui/layout/ScreenTitle.tsx';
import { ButtonLink } from '../../ui/navigation/ButtonLink.tsx';
import { PublicFrame } from './PublicFrame.tsx';

const USED =
  'The link that you are trying to access has already been used, please try to reset your password again.';
const TOAST_MS = 2500;

function ResetForm({ token }: { token: string }) {
  const reset = useResetPassword(token);
  if (reset.isSuccess) {
    return (
      <Stack gap="md">
        <ScreenTitle>Successful!</ScreenTitle>
        <Text>You've successfully reset your password. Please use the new password to login</Text>
        <ButtonLink href="/login">LOGIN</ButtonLink>
      </Stack>
    );
  }
  return (
    <Stack gap="md">
      <ScreenTitle>Reset password</ScreenTitle>
      <NewPasswordForm
        isSending={reset.isPending}
        onSubmit={(password) =>
          reset.mutate(password, {
            onError: (error) => showFailure(error, { title: 'Reset failed', durationMs: TOAST_MS }),
          })
        }
      />
    </Stack>
  );
}

/** `/reset-password?token=`: checks the token first, which does not use it up. */
export function ResetPassword() {
  const token = useAddressToken();
  const check = useCheckPasswordReset(token);
  const { error } = check;
  const isRefused = check.isError && !isWorthRetrying(error);
  useEffect(() => {
    if (isRefused) showFailure(error, { title: 'Invalid Link!', durationMs: TOAST_MS });
  }, [isRefused, error]);

  return (
    <PublicFrame>
      {token !== null && check.isPending && <Waiting what="the link" />}
      {token !== null && check.isSuccess && <ResetForm token={token} />}
      {check.isError && !isRefused && <ErrorPanel error={error} onRetry={() => void check.refetch()} />}
      {(token === null || isRefused) && (
        <Stack gap="md">
          <ScreenTitle>Invalid link</ScreenTitle>
          <Text>{token === null ? 'Invalid or no token available!' : USED}</Text>
          <ButtonLink href="/login">LOGIN</ButtonLink>
        </Stack>
      )}
    </PublicFrame>
  );
}
