import { Anchor, Button, Group, Loader, Stack, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { setSignOnState } from '../../base/sign-in/sign-on-state.ts';
import { ScreenTitle } from '../../ui/layout/ScreenTitle.tsx';

const OPEN_MS = 1500;

function leave(): void {
  setSignOnState({ signOutAddress: null });
}

/** Returns false if the browser blocked the window. The provider's page gets no reference to this one. */
function openWindow(address: string): boolean {
  const opened = window.open('about:blank', '_blank', 'popup,width=650,height=700');
  if (opened === null) return false;
  opened.opener = null;
  opened.location.replace(address);
  return true;
}

/** After signing out here, ends the session at the institution in a separate window. */
export function ProviderSignOut({ address }: { address: string }) {
  const [isBlocked, setBlocked] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => {
      if (openWindow(address)) leave();
      else setBlocked(true);
    }, OPEN_MS);
    return () => clearTimeout(timer);
  }, [address]);
  return (
    <Stack gap="md">
      <ScreenTitle>{isBlocked ? 'You are signed out' : 'Logging you out, Please wait.'}</ScreenTitle>
      {isBlocked ? (
        <Text>
          You are signed out of Omicon, but not of the institution, because your browser did not open its
          window. Use the link below to open it.
        </Text>
      ) : (
        <Loader size="sm" aria-hidden="true" />
      )}
      <Group justify="space-between">
        <Anchor href={address} target="_blank" rel="noopener noreferrer" onClick={leave}>
          Sign out at the institution
        </Anchor>
        {isBlocked && (
          <Button variant="default" onClick={leave}>
            Stay signed in there
          </Button>
        )}
      </Group>
    </Stack>
  );
}
