import { Button, SegmentedControl, Stack, TextInput } from '@mantine/core';
import { getCode } from '@omicon/contract/areas/people/registration.ts';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { useChange } from '../../base/calls/use-endpoint.ts';
import { showFailure } from '../../ui/feedback/show-failure.ts';
import { Form } from '../../ui/form/Form.tsx';
import { ScreenTitle } from '../../ui/layout/ScreenTitle.tsx';
import { AddressLink } from '../../ui/navigation/AddressLink.tsx';
import { PublicFrame } from './PublicFrame.tsx';

const WAYS = [
  { value: 'email', label: 'Email' },
  { value: 'phone_number', label: 'Phone' },
] as const;
type Way = (typeof WAYS)[number]['value'];

const EMPTY: Record<Way, string> = { email: 'Enter email address', phone_number: 'Enter phone number' };

/** The message of the first failing rule; null if the address is valid. */
function faultOf(way: Way, value: string): string | null {
  if (value === '') return EMPTY[way];
  return getCode.body.shape[way].safeParse(value).error?.issues[0]?.message ?? null;
}

/** `/register/get-code`: a code by e-mail or by text message. */
export function GetCode() {
  const router = useRouter();
  const code = useChange(getCode, { isHandled: true });
  const [way, setWay] = useState<Way>('email');
  const [value, setValue] = useState('');
  const [isTouched, setTouched] = useState(false);
  const fault = faultOf(way, value.trim());

  function send(): void {
    if (fault !== null) return;
    const body = way === 'email' ? { email: value.trim() } : { phone_number: value.trim() };
    code.mutate(
      { body },
      {
        onSuccess: () => router.history.push('/register/verify-code'),
        onError: (error) => showFailure(error),
      },
    );
  }

  return (
    <PublicFrame>
      <Form onSubmit={send} noValidate>
        <Stack gap="md">
          <ScreenTitle>Get a code</ScreenTitle>
          <SegmentedControl
            aria-label="Send the code by"
            data={[...WAYS]}
            value={way}
            onChange={(chosen) => {
              setWay(chosen === 'phone_number' ? 'phone_number' : 'email');
              setTouched(false);
            }}
          />
          <TextInput
            label={way === 'email' ? 'Email' : 'Phone number'}
            type={way === 'email' ? 'email' : 'tel'}
            autoComplete={way === 'email' ? 'email' : 'tel'}
            value={value}
            error={isTouched && fault}
            onBlur={() => setTouched(true)}
            onChange={(event) => setValue(event.currentTarget.value)}
          />
          <Button type="submit" disabled={fault !== null} loading={code.isPending}>
            GET CODE
          </Button>
          <AddressLink href="/login" size="sm" style={{ textAlign: 'center' }}>
            Login
          </AddressLink>
        </Stack>
      </Form>
    </PublicFrame>
  );
}
