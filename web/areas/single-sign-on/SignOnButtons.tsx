import { Alert, Button, Stack, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { setSignOnState, useSignOnState } from '../../base/sign-in/sign-on-state.ts';
import type { Purpose } from './attempt.ts';
import { useSignOn, useSignOnProviders } from './calls.ts';

const FAILURES = {
  permission: 'Access denied, please contact the admin.',
  other: 'Something went wrong, please try again.',
} as const;

/** Why the last sign-in through a popup failed. */
export function SignOnFailureNote() {
  const { failure } = useSignOnState();
  // Show the failure once, not again when the person returns to this screen later.
  useEffect(() => () => setSignOnState({ failure: null }), []);
  if (failure === null) return null;
  return (
    <Alert color="red" variant="light" role="alert">
      {FAILURES[failure]}
    </Alert>
  );
}

interface SignOnButtonsProps {
  /** opened after the sign-in */
  next: string;
  /** opened after a failure */
  landing: string;
}

/** Sign-in buttons for the institution and ORCID, where configured. */
export function SignOnButtons({ next, landing }: SignOnButtonsProps) {
  const providers = useSignOnProviders();
  const signOn = useSignOn({ next, landing });
  const [blocked, setBlocked] = useState<Purpose | null>(null);

  function open(purpose: Purpose): void {
    setBlocked(signOn.start(purpose) ? null : purpose);
  }

  return (
    <>
      {providers.single_sign_on && (
        <Button variant="default" fullWidth disabled={signOn.isPending} onClick={() => open('institution')}>
          Lab Member Login
        </Button>
      )}
      {providers.orcid && (
        <Button variant="default" fullWidth disabled={signOn.isPending} onClick={() => open('orcid')}>
          Sign in with ORCID
        </Button>
      )}
      {blocked !== null && (
        <Alert color="gray" variant="light" role="alert" title="The sign-in window was blocked">
          <Stack gap="sm" align="flex-start">
            <Text size="sm">
              Your browser blocked the sign-in window. Allow pop-up windows for this page, then open it here.
            </Text>
            <Button size="xs" onClick={() => open(blocked)}>
              Open the sign-in window
            </Button>
          </Stack>
        </Alert>
      )}
    </>
  );
}
