import { Text } from '@mantine/core';
import { FailedJobGrid } from '../../areas/operations/FailedJobGrid.tsx';
import { useSession } from '../../base/sign-in/session.ts';
import { OnlyWith } from '../../layout/OnlyWith.tsx';
import { PageTitle } from '../../ui/layout/PageTitle.tsx';

/** `/home/admin/jobs`: background jobs that were given up. */
export function FailedJobs() {
  const { hasPermission } = useSession();
  return (
    <OnlyWith
      access="OPERATIONS_VIEW"
      title="Failed jobs"
      refusal="This list is not for you"
      hint="Administrators see what failed in the background."
    >
      <PageTitle title="Failed jobs" />
      <Text c="dimmed" maw="72ch" mb="lg">
        Each job failed at all of its tries. Remove the cause first, then try it again.
      </Text>
      <FailedJobGrid mayRestart={hasPermission('OPERATIONS_RESTART')} />
    </OnlyWith>
  );
}
