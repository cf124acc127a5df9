import { Button, Stack, Text, Title } from '@mantine/core';
import { logoutElsewhere } from '@omicon/contract/areas/people/account.ts';
import { NAMED_SCREENS } from '@omicon/routes/named-screens.ts';
import { ProfileForm } from '../../areas/account/ProfileForm.tsx';
import { QuickStart } from '../../areas/account/QuickStart.tsx';
import { TokenList } from '../../areas/account/TokenList.tsx';
import { ConnectOrcid } from '../../areas/single-sign-on/ConnectOrcid.tsx';
import { useChange } from '../../base/calls/use-endpoint.ts';
import { useSession } from '../../base/sign-in/session.ts';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { showToast } from '../../ui/feedback/toasts.ts';
import { PageTitle } from '../../ui/layout/PageTitle.tsx';

/** `/home/account`: profile, ORCID iD, sessions and tokens. */
export function Account() {
  const { session, hasPermission } = useSession();
  const elsewhere = useChange(logoutElsewhere);
  if (session === null) return null;
  if (!hasPermission('API_TOKEN_CREATE')) {
    return (
      <>
        <PageTitle title={NAMED_SCREENS.account.title} />
        <EmptyState title="Guests have no account">
          Register to keep a profile and tokens for scripts.
        </EmptyState>
      </>
    );
  }
  return (
    <Stack gap="xl">
      <section>
        <PageTitle title={NAMED_SCREENS.account.title} />
        <Text c="dimmed" size="sm" mb="md">
          {[session.me.username, session.me.email].filter(Boolean).join(', ')}
        </Text>
        {/* A connected iD replaces a typed one. */}
        <ProfileForm key={session.me.orcid_id} profile={session.me} />
      </section>
      <ConnectOrcid orcid_id={session.me.orcid_id} isConnected={session.me.is_orcid_connected} />
      <section>
        <Title order={2} mb="sm">
          Sign-ins
        </Title>
        <Text size="sm" mb="sm">
          Signs you out on all other devices. Tokens for scripts remain valid.
        </Text>
        <Button
          variant="default"
          loading={elsewhere.isPending}
          onClick={() =>
            elsewhere.mutate(
              {},
              {
                onSuccess: () =>
                  showToast({
                    type: 'success',
                    title: 'Signed out elsewhere',
                    message: 'You are now signed in only here.',
                  }),
              },
            )
          }
        >
          Sign out everywhere else
        </Button>
      </section>
      {/* Last, so that nothing below moves when its rows load. */}
      <section>
        <Title order={2} mb="sm">
          Tokens for scripts
        </Title>
        <TokenList />
        <Title order={3} mt="lg" mb="sm">
          Quick start
        </Title>
        <QuickStart />
      </section>
    </Stack>
  );
}
