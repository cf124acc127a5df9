import { Alert, Button, Stack, Text, TextInput } from '@mantine/core';
import { verifyCode } from '@omicon/contract/areas/people/registration.ts';
import { useState } from 'react';
import { describeError, isWorthRetrying } from '../../base/calls/call-error.ts';
import { useChange } from '../../base/calls/use-endpoint.ts';
import { Form } from '../../ui/form/Form.tsx';
import { ScreenTitle } from '../../ui/layout/ScreenTitle.tsx';
import { ButtonLink } from '../../ui/navigation/ButtonLink.tsx';
import { PublicFrame } from './PublicFrame.tsx';

const FAILED = "You've entered an invalid code, it has expired, or it has already been used.";

/** `/register/verify-code`: six digits; after a failure a new code can be requested. */
export function VerifyCode() {
  const verification = useChange(verifyCode, { isHandled: true });
  const [code, setCode] = useState('');
  const [isTouched, setTouched] = useState(false);
  const fault = code.trim() === '' ? 'Enter Code' : null;
  const isRefused = verification.isError && !isWorthRetrying(verification.error);

  function verify(): void {
    if (fault === null) verification.mutate({ body: { code: code.trim() } });
  }

  if (verification.isSuccess) {
    return (
      <PublicFrame>
        <Stack gap="md">
          <ScreenTitle>User verified successfully!</ScreenTitle>
          <ButtonLink href="/login">LOGIN</ButtonLink>
        </Stack>
      </PublicFrame>
    );
  }
  return (
    <PublicFrame>
      <Form onSubmit={verify} noValidate>
        <Stack gap="md">
          <ScreenTitle>Enter your code</ScreenTitle>
          <Text>A code of six digits is on its way. It works for 10 minutes in this browser.</Text>
          {verification.isError && (
            <Alert color="red" variant="light" role="alert">
              {isRefused ? FAILED : describeError(verification.error)}
            </Alert>
          )}
          <TextInput
            label="Code"
            inputMode="numeric"
            autoComplete="one-time-code"
            value={code}
            error={isTouched && fault}
            onBlur={() => setTouched(true)}
            onChange={(event) => setCode(event.currentTarget.value)}
          />
          <Button type="submit" disabled={fault !== null} loading={verification.isPending}>
            VERIFY
          </Button>
          {isRefused && (
            <ButtonLink href="/register/get-code" variant="default">
              GET A NEW CODE
            </ButtonLink>
          )}
        </Stack>
      </Form>
    </PublicFrame>
  );
}
