import { Loader, Stack } from '@mantine/core';
import { useVerifyEmail } from '../../areas/registration/calls.ts';
import { useAddressToken } from '../../base/addresses/address-token.ts';
import { isWorthRetrying } from '../../base/calls/call-error.ts';
import { ErrorPanel } from '../../ui/feedback/ErrorPanel.tsx';
import { ScreenTitle } from '../../ui/layout/ScreenTitle.tsx';
import { ButtonLink } from '../../ui/navigation/ButtonLink.tsx';
import { PublicFrame } from './PublicFrame.tsx';

function outcomeOf(
  token: string | null,
  { isWaiting, isSuccess }: { isWaiting: boolean; isSuccess: boolean },
): string {
  if (token === null) return 'Invalid or no token available!';
  if (isWaiting) return 'Verifying User';
  return isSuccess ? 'User verified successfully!' : 'User verification unsuccessful!';
}

/** `/user-verification?token=`: the page confirms the token with a call of its own. */
export function UserVerification() {
  const token = useAddressToken();
  const verification = useVerifyEmail(token);
  const { error, isPending, isFetching, isSuccess } = verification;
  const isWaiting = token !== null && (isPending || isFetching);
  return (
    <PublicFrame>
      <Stack gap="md" align="center" aria-live="polite" aria-busy={isWaiting}>
        <ScreenTitle isCentered>{outcomeOf(token, { isWaiting, isSuccess })}</ScreenTitle>
        {error !== null && !isWaiting && isWorthRetrying(error) && (
          <ErrorPanel error={error} onRetry={() => void verification.refetch()} />
        )}
        {isWaiting ? <Loader size="sm" aria-hidden="true" /> : <ButtonLink href="/login">LOGIN</ButtonLink>}
      </Stack>
    </PublicFrame>
  );
}
