import { Text } from '@mantine/core';
import { NAMED_SCREENS } from '@omicon/routes/named-screens.ts';
import { FailedJobGrid } from '../../areas/operations/FailedJobGrid.tsx';
import { useSession } from '../../base/sign-in/session.ts';
import { OnlyWith } from '../../layout/OnlyWith.tsx';
import { PageTitle } from '../../ui/layout/PageTitle.tsx';

/** `/home/admin/jobs`: background jobs that were given up. */
export function FailedJobs() {
  const { hasPermission } = useSession();
  return (
    <OnlyWith
      screen={NAMED_SCREENS.failedJobs}
      refusal="You cannot see this list"
      hint="Only administrators can see failed background jobs."
    >
      <PageTitle title={NAMED_SCREENS.failedJobs.title} />
      <Text c="dimmed" maw="72ch" mb="lg">
        Each job failed in all attempts. Fix the cause first, then retry it.
      </Text>
      <FailedJobGrid mayRestart={hasPermission('OPERATIONS_RESTART')} />
    </OnlyWith>
  );
}
