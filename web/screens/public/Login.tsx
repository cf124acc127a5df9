import { Alert, Anchor, Button, Group, PasswordInput, Stack, TextInput } from '@mantine/core';
import { samePortalPath } from '@omicon/domain/records/portal-path.ts';
import { useId, useState } from 'react';
import { z } from 'zod';
import { ForgotPasswordForm } from '../../areas/registration/ForgotPasswordForm.tsx';
import { useLogin } from '../../areas/sign-in/calls.ts';
import { useAddressQuery } from '../../base/addresses/address-query.ts';
import { CallError, describeError } from '../../base/calls/call-error.ts';
import { isVersionMismatch } from '../../base/calls/version/version.ts';
import { Form } from '../../ui/form/Form.tsx';
import { ScreenTitle } from '../../ui/layout/ScreenTitle.tsx';
import { AddressLink } from '../../ui/navigation/AddressLink.tsx';
import { PublicFrame } from './PublicFrame.tsx';

const shape = z.object({
  next: z.string().optional().catch(undefined),
  /** `reviewer` shows the variant for reviewers */
  userType: z.string().optional().catch(undefined),
});

const DEFAULT_FAILURE = 'Invalid login. Make sure your username and password are correct.';
const REVIEWER_FAILURE = "Invalid login. Make sure you've entered the right credentials.";

/** The server's message, or a default; reviewers have their own message. */
function failureText(error: unknown, isReviewer: boolean): string {
  if (!(error instanceof CallError)) return describeError(error);
  if (isReviewer && error.code === 'invalid_login') return REVIEWER_FAILURE;
  return error.detail === '' ? DEFAULT_FAILURE : error.detail;
}

export function Login() {
  const { query } = useAddressQuery(shape);
  const login = useLogin(samePortalPath(query.next) ?? '/home');
  const [username, setUsername] = useState('');
  const [password, setPassword] = useState('');
  const [touched, setTouched] = useState({ username: false, password: false });
  const [isForgotten, setForgotten] = useState(false);
  const reasonId = useId();
  const isReviewer = query.userType === 'reviewer';
  const usernameFault = username.trim() === '' ? 'Enter user name' : null;
  const passwordFault = password === '' ? 'Enter password' : null;
  const reason = usernameFault ?? passwordFault;

  function submit(): void {
    if (reason === null) login.mutate({ username: username.trim(), password });
  }

  if (isForgotten) {
    return (
      <PublicFrame>
        <ForgotPasswordForm onBack={() => setForgotten(false)} />
      </PublicFrame>
    );
  }
  return (
    <PublicFrame>
      <Form onSubmit={submit} noValidate>
        <Stack gap="md">
          <ScreenTitle>{isReviewer ? 'Reviewer login' : 'Login'}</ScreenTitle>
          {login.isError && !isVersionMismatch(login.error) && (
            <Alert color="red" variant="light" role="alert">
              {failureText(login.error, isReviewer)}
            </Alert>
          )}
          <TextInput
            label="User name"
            name="username"
            autoComplete="username"
            autoFocus
            value={username}
            error={touched.username && usernameFault}
            onBlur={() => setTouched({ ...touched, username: true })}
            onChange={(event) => setUsername(event.currentTarget.value)}
          />
          <PasswordInput
            label="Password"
            name="password"
            autoComplete="current-password"
            value={password}
            error={touched.password && passwordFault}
            onBlur={() => setTouched({ ...touched, password: true })}
            onChange={(event) => setPassword(event.currentTarget.value)}
          />
          <Button
            type="submit"
            fullWidth
            mt="xs"
            disabled={reason !== null}
            loading={login.isPending}
            aria-describedby={reasonId}
          >
            LOGIN
          </Button>
          <span id={reasonId} hidden>
            {reason}
          </span>
          <Group justify="space-between">
            <Anchor component="button" type="button" size="sm" onClick={() => setForgotten(true)}>
              Forgot password?
            </Anchor>
            <AddressLink href="/" size="sm">
              Other ways to enter
            </AddressLink>
          </Group>
        </Stack>
      </Form>
    </PublicFrame>
  );
}
