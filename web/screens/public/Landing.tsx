import { Button, Stack, Text, Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { DATA_COLLECTIONS } from '@omicon/contract/addresses.ts';
import { getPreferences } from '@omicon/contract/areas/people/preferences.ts';
import { samePortalPath } from '@omicon/domain/records/portal-path.ts';
import { z } from 'zod';
import { PublicContents } from '../../areas/home/PublicContents.tsx';
import { DemoProgressLine } from '../../areas/operations/DemoProgressLine.tsx';
import { useLoginAsGuest } from '../../areas/sign-in/calls.ts';
import { ProviderSignOut } from '../../areas/single-sign-on/ProviderSignOut.tsx';
import { SignOnButtons, SignOnFailureNote } from '../../areas/single-sign-on/SignOnButtons.tsx';
import { useAddressQuery } from '../../base/addresses/address-query.ts';
import { describeError } from '../../base/calls/call-error.ts';
import { useEndpoint } from '../../base/calls/use-endpoint.ts';
import { isVersionMismatch } from '../../base/calls/version/version.ts';
import { useSignOnState } from '../../base/sign-in/sign-on-state.ts';
import { showToast } from '../../ui/feedback/toasts.ts';
import { ButtonLink } from '../../ui/navigation/ButtonLink.tsx';
import { PublicFrame } from './PublicFrame.tsx';

const shape = z.object({ next: z.string().optional().catch(undefined) });

/** Welcome text of the laboratory; the page renders without it while it loads. */
function Welcome() {
  const preferences = useEndpoint(getPreferences, {});
  useDocumentTitle('Omicon');
  return (
    <>
      <Title order={1}>Welcome to Omicon</Title>
      <Text c="dimmed" mih="4.5em" style={{ whiteSpace: 'pre-line' }}>
        {preferences.data?.welcome_text}
      </Text>
      <DemoProgressLine />
    </>
  );
}

function useGuest(next: string) {
  const guest = useLoginAsGuest();
  return {
    isPending: guest.isPending,
    /** enters, and opens `address` instead of `next` if there is one */
    enter: (address = next) =>
      guest.mutate(address, {
        onError: (error) => {
          if (isVersionMismatch(error)) return;
          console.warn(describeError(error));
          showToast({ type: 'danger', title: 'Error', message: 'Something went wrong. Please try again.' });
        },
      }),
  };
}

/** `/`: the ways to sign in. `next` in the address is opened afterwards. */
export function Landing() {
  const { query } = useAddressQuery(shape);
  const next = samePortalPath(query.next);
  const guest = useGuest(next ?? '/home');
  const preferences = useEndpoint(getPreferences, {}).data;
  const { signOutAddress } = useSignOnState();
  const nextQuery = next === null ? '' : `?next=${encodeURIComponent(next)}`;
  if (signOutAddress !== null) {
    return (
      <PublicFrame>
        <ProviderSignOut address={signOutAddress} />
      </PublicFrame>
    );
  }
  return (
    <PublicFrame>
      <Stack gap="md">
        <Welcome />
        <SignOnFailureNote />
        <ButtonLink href={`/login${nextQuery}`} fullWidth mt="sm">
          REGISTERED USERS
        </ButtonLink>
        {preferences?.sign_up !== false && (
          <ButtonLink href="/register" variant="default" fullWidth>
            Sign Up
          </ButtonLink>
        )}
        <SignOnButtons next={next ?? '/home'} landing={`/${nextQuery}`} />
        {preferences?.guests !== false && (
          <Button variant="default" fullWidth loading={guest.isPending} onClick={() => guest.enter()}>
            Login as Guest User
          </Button>
        )}
        <PublicContents
          open={preferences?.guests === false ? null : guest.enter}
          isOpening={guest.isPending}
        />
      </Stack>
    </PublicFrame>
  );
}

/** `/external`: the page other sites link to; BROWSE enters as a guest. */
export function ExternalLanding() {
  const guest = useGuest(DATA_COLLECTIONS);
  const preferences = useEndpoint(getPreferences, {}).data;
  return (
    <PublicFrame>
      <Stack gap="md">
        <Welcome />
        <ButtonLink href="/login" fullWidth mt="sm">
          LOGIN
        </ButtonLink>
        {preferences?.sign_up !== false && (
          <ButtonLink href="/register" variant="default" fullWidth>
            REGISTER
          </ButtonLink>
        )}
        {preferences?.guests !== false && (
          <Button variant="default" fullWidth loading={guest.isPending} onClick={() => guest.enter()}>
            BROWSE
          </Button>
        )}
      </Stack>
    </PublicFrame>
  );
}
