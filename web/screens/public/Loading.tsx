import { Loader, Stack, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { handOver } from '../../areas/single-sign-on/messages.ts';
import { type SignOnReturn, signOnReturn } from '../../base/sign-in/sign-on-return.ts';
import { ScreenTitle } from '../../ui/layout/ScreenTitle.tsx';
import { AddressLink } from '../../ui/navigation/AddressLink.tsx';
import { PublicFrame } from './PublicFrame.tsx';

/** Delay, because the opening page closes this window first if the browser allows it. */
const CLOSE_MS = 1000;

/** In the popup: hands over the result and closes. */
function ReturnedPopup({ returned }: { returned: SignOnReturn }) {
  const [isLeft, setLeft] = useState(false);
  useEffect(() => {
    handOver(returned);
    const timer = setTimeout(() => {
      window.close();
      setLeft(true);
    }, CLOSE_MS);
    return () => clearTimeout(timer);
  }, [returned]);
  return isLeft ? <Text>You can close this window.</Text> : <Loader size="sm" aria-hidden="true" />;
}

/** `/loading`: shown while the page waits for its popup, and the address to which the popup returns. */
export function Loading() {
  const returned = signOnReturn();
  return (
    <PublicFrame>
      <Stack gap="md" align="center" aria-live="polite">
        <ScreenTitle>We're almost there...</ScreenTitle>
        {returned === null ? (
          <>
            <Loader size="sm" aria-hidden="true" />
            <Text c="dimmed" ta="center">
              Please sign in in the window that has opened.
            </Text>
            <AddressLink href="/" size="sm">
              Other ways to enter
            </AddressLink>
          </>
        ) : (
          <ReturnedPopup returned={returned} />
        )}
      </Stack>
    </PublicFrame>
  );
}
