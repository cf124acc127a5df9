import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { describeError } from '../../base/calls/call-error.ts';
import { showToast } from '../../ui/feedback/toasts.ts';
import { openPopup } from './attempt.ts';
import { useConnectOrcid, useSignOnProviders } from './calls.ts';

/** Connects a verified ORCID iD to the account, which can then be used to sign in. */
export function ConnectOrcid({ orcid_id, isConnected }: { orcid_id: string | null; isConnected: boolean }) {
  const providers = useSignOnProviders();
  const connect = useConnectOrcid();
  if (!providers.orcid && !isConnected) return null;

  function open(): void {
    const popup = openPopup();
    if (popup === null) {
      showToast({
        type: 'warning',
        title: 'The sign-in window was blocked',
        message: 'Allow windows of this page in your browser, then try again.',
      });
      return;
    }
    connect.mutate(popup, {
      onSuccess: (connected) => {
        if (connected !== null)
          showToast({ type: 'success', title: 'ORCID iD connected', message: `You are ${connected}.` });
      },
      onError: (error) =>
        showToast({ type: 'danger', title: 'ORCID iD not connected', message: describeError(error) }),
    });
  }

  return (
    <Stack component="section" gap="sm" align="flex-start">
      <Title order={2}>ORCID</Title>
      <Text size="sm">
        {isConnected
          ? `${orcid_id} is connected: you can sign in with ORCID.`
          : 'Connect your ORCID iD to prove that it is yours and to sign in with ORCID.'}
      </Text>
      {providers.orcid && (
        <Group>
          <Button variant="default" loading={connect.isPending} onClick={open}>
            {isConnected ? 'Connect another ORCID iD' : 'Connect ORCID iD'}
          </Button>
        </Group>
      )}
    </Stack>
  );
}
